import { amount, written } from '../cells.js';
import type { Dataset } from '../dataset.js';
import { sanctions } from '../oece_sancionados/register.js';
import { attached } from '../oece_sancionados/attached.js';

const titles = { document: 'RUC', code: 'ID_MOTIVO_INFRACCION', reason: 'DE_MOTIVO_INFRACCION', fine: 'MONTO' };

const file = /^(?:oece_)?sancionados_multa\.csv$/i;

export const oeceMultas: Dataset<'sanctioned'> = {
  name: 'oece_multas',
  kind: 'sanctioned',
  title: 'Proveedores multados por el Tribunal de Contrataciones Públicas',
  publisher: 'OECE',
  licence: 'Published on its wiki for download; no terms were found; some of the sanctioned are persons (Ley 29733)',
  address: 'https://osce-gob-pe.atlassian.net/wiki/rest/api/content/106889269/child/attachment?limit=50',
  filesOn: attached(file),
  hosts: ['atlassian.com'],
  cadence: 'weekly',
  parser: 4,
  layout: {
    files: { main: file },
    read: (files, notes) =>
      sanctions(
        files.main!,
        {
          titles,
          of: ({ code, reason, fine }) => ({
            authority: 'Tribunal de Contrataciones del Estado',
            reason: written(reason),
            amount: amount(fine),
            details: {
              reasonCode: written(code),
              ...(written(fine) !== null && amount(fine) === null && { unknownAmount: written(fine) }),
            },
          }),
        },
        notes,
      ),
  },
};
