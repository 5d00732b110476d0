import type { Dataset } from '../dataset.js';
import { customsWeek, mostBytes } from './customs.js';
import { weeksOn } from './weeks-on.js';

const columns = {
  declaration: ['CODI_ADUAN', 'ANO_PRESE', 'NUME_CORRE'],
  series: 'NUME_SERIE',
  numberedOn: 'FECH_INGSI',
  docType: 'TIPO_DOCUM',
  document: 'LIBR_TRIBU',
  country: 'PAIS_ORIGE',
  heading: 'PART_NANDI',
  fob: 'FOB_DOLPOL',
  freight: 'FLE_DOLAR',
  insurance: 'SEG_DOLAR',
};

export const importaciones: Dataset<'trade'> = {
  name: 'importaciones',
  kind: 'trade',
  title: 'Importaciones definitivas, por semana',
  publisher: 'SUNAT, Aduanas',
  licence: 'Published for download, without terms; importers who are persons are left out',
  address: 'http://www.aduanet.gob.pe/aduanas/informae/presentacion_bases_web.htm',
  filesOn: weeksOn('ma'),
  mostBytes,
  cadence: 'weekly',
  parser: 4,
  monthsInForce: 40,
  layout: { files: { main: /^ma\d{8}\.dbf$/i }, read: (files, notes) => customsWeek(files.main!, columns, notes) },
};
