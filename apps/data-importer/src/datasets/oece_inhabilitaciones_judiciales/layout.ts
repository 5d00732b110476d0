import { written } from '../cells.js';
import type { Dataset } from '../dataset.js';
import { sanctions } from '../oece_sancionados/register.js';
import { attached } from '../oece_sancionados/attached.js';

const titles = { document: 'RUC_DNI', court: 'ORGANO_JURISDICCIONAL' };

const file = /^(?:oece_)?inhabilitaciones_judiciales\.csv$/i;

export const oeceInhabilitacionesJudiciales: Dataset<'sanctioned'> = {
  name: 'oece_inhabilitaciones_judiciales',
  kind: 'sanctioned',
  title: 'Proveedores inhabilitados por mandato judicial',
  publisher: 'OECE',
  licence: 'Published on its wiki for download; no terms were found; most of the disqualified are persons (Ley 29733)',
  address: 'https://osce-gob-pe.atlassian.net/wiki/rest/api/content/106889261/child/attachment?limit=50',
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
          of: ({ court }) => ({
            authority: written(court),
            reason: 'Mandato judicial',
            amount: null,
          }),
        },
        notes,
      ),
  },
};
