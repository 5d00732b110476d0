import { type Static, Type } from 'typebox';
import { sectionName } from '../schema/vocabulary.js';
import { nullable } from '../schema/fields.js';

const change = Type.Object(
  {
    fecha: Type.String({ format: 'date-time', description: 'when the change was noticed' }),
    seccion: sectionName,
    campo: Type.String({
      description:
        'path of the field in its section; an item of a list is named by its key in brackets, with the name of a person whose document number is not known in full',
    }),
    antes: Type.Unknown({ description: 'value before the change; null: the field had none' }),
    despues: Type.Unknown({ description: 'value after the change; null: the field has none any more' }),
    fuente: nullable(Type.String(), { description: 'source of the value; null: a computed value' }),
  },
  { title: 'Change' },
);
export type Change = Static<typeof change>;

/** A page of what changed in a profile. */
export const historyPage = Type.Object(
  {
    taxId: Type.String({ description: 'document number of the profile' }),
    cambios: Type.Array(change, { description: 'changes, newest first' }),
    siguiente: nullable(Type.String(), { description: 'cursor of the next page; null on the last page' }),
  },
  { title: 'HistoryPage' },
);
export type HistoryPage = Static<typeof historyPage>;

export const historyExample: HistoryPage = {
  taxId: '20990000019',
  cambios: [
    {
      fecha: '2026-11-20T11:02:07.314Z',
      seccion: 'boletin',
      campo: 'deudas_boletin[Deuda vencida].monto_ultimo_periodo',
      antes: 1200.5,
      despues: 0,
      fuente: 'deuda_vencida',
    },
  ],
  siguiente: null,
};
