import type { Dataset } from '../dataset.js';
import { mostBytes, registerLayout } from './register.js';

export const agentesRetencion: Dataset<'marks'> = {
  name: 'agentes_retencion',
  kind: 'marks',
  title: 'Agentes de retención del IGV',
  publisher: 'SUNAT',
  licence: 'Published for download, without terms; personal data of those who are persons (Ley 29733)',
  address: 'http://www.sunat.gob.pe/descarga/AgentRet/AgenRet_TXT.zip',
  mostBytes,
  cadence: 'daily',
  parser: 1,
  layout: registerLayout('AgenRet_TXT'),
};
