import type { Dataset } from '../dataset.js';
import { customsWeek, mostBytes } from '../importaciones/customs.js';
import { weeksOn } from '../importaciones/weeks-on.js';

const columns = {
  declaration: ['CADU', 'FANO', 'NDCL'],
  series: 'NSER',
  numberedOn: 'FNUM',
  // TNAN seems to be the kind of document. Nothing confirms that, so the number itself decides.
  docType: null,
  document: 'NDOC',
  country: 'CPAIDES',
  heading: 'PART_NANDI',
  fob: 'VFOBSERDOL',
  freight: null,
  insurance: null,
};

export const exportaciones: Dataset<'trade'> = {
  name: 'exportaciones',
  kind: 'trade',
  title: 'Exportaciones definitivas, por semana',
  publisher: 'SUNAT, Aduanas',
  licence: 'Published for download, without terms; exporters who are persons without RUC are left out',
  address: 'http://www.aduanet.gob.pe/aduanas/informae/presentacion_bases_web.htm',
  filesOn: weeksOn('x'),
  mostBytes,
  cadence: 'weekly',
  parser: 4,
  monthsInForce: 40,
  layout: { files: { main: /^x\d{8}\.dbf$/i }, read: (files, notes) => customsWeek(files.main!, columns, notes) },
};
