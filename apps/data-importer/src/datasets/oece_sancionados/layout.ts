import { written } from '../cells.js';
import type { Dataset } from '../dataset.js';
import { sanctions } from './register.js';
import { attached } from './attached.js';

const titles = { document: 'RUC', code: 'ID_MOTIVO_INFRACCION', reason: 'DE_MOTIVO_INFRACCION' };

const file = /^(?:oece_)?sancionados\.csv$/i;

export const oeceSancionados: Dataset<'sanctioned'> = {
  name: 'oece_sancionados',
  kind: 'sanctioned',
  title: 'Proveedores inhabilitados por el Tribunal de Contrataciones Públicas',
  publisher: 'OECE',
  licence: 'Published on its wiki for download; no terms were found; some of the sanctioned are persons (Ley 29733)',
  address: 'https://osce-gob-pe.atlassian.net/wiki/rest/api/content/106889269/child/attachment?limit=50',
  filesOn: attached(file),
  hosts: ['atlassian.com'],
  cadence: 'weekly',
  parser: 3,
  layout: {
    files: { main: file },
    read: (files, notes) =>
      sanctions(
        files.main!,
        {
          titles,
          of: ({ code, reason }) => ({
            authority: 'Tribunal de Contrataciones del Estado',
            reason: written(reason),
            amount: null,
            details: { reasonCode: written(code) },
          }),
        },
        notes,
      ),
  },
};
