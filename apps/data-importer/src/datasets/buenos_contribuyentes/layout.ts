import type { Dataset } from '../dataset.js';
import { mostBytes, registerLayout } from '../agentes_retencion/register.js';

export const buenosContribuyentes: Dataset<'marks'> = {
  name: 'buenos_contribuyentes',
  kind: 'marks',
  title: 'Buenos contribuyentes',
  publisher: 'SUNAT',
  licence: 'Published for download, without terms; personal data of those who are persons (Ley 29733)',
  address: 'http://www.sunat.gob.pe/descarga/BueCont/BueCont_TXT.zip',
  mostBytes,
  cadence: 'daily',
  parser: 1,
  layout: registerLayout('BueCont_TXT'),
};
