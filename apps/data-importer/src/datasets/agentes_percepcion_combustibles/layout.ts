import type { Dataset } from '../dataset.js';
import { mostBytes, registerLayout } from '../agentes_retencion/register.js';

export const agentesPercepcionCombustibles: Dataset<'marks'> = {
  name: 'agentes_percepcion_combustibles',
  kind: 'marks',
  title: 'Agentes de percepción del IGV: combustibles',
  publisher: 'SUNAT',
  licence: 'Published for download, without terms; personal data of those who are persons (Ley 29733)',
  address: 'http://www.sunat.gob.pe/descarga/AgentRet/AgenPerc_TXT.zip',
  mostBytes,
  cadence: 'daily',
  parser: 1,
  layout: registerLayout('AgenPerc_TXT'),
};
