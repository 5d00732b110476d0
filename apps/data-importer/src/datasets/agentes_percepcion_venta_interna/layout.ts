import type { Dataset } from '../dataset.js';
import { mostBytes, registerLayout } from '../agentes_retencion/register.js';

export const agentesPercepcionVentaInterna: Dataset<'marks'> = {
  name: 'agentes_percepcion_venta_interna',
  kind: 'marks',
  title: 'Agentes de percepción del IGV: venta interna',
  publisher: 'SUNAT',
  licence: 'Published for download, without terms; personal data of those who are persons (Ley 29733)',
  address: 'http://www.sunat.gob.pe/descarga/AgentRet/AgenPercVI_TXT.zip',
  mostBytes,
  cadence: 'daily',
  parser: 1,
  layout: registerLayout('AgenPercVI_TXT'),
};
