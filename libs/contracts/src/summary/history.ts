import { type Static, Type } from 'typebox';
import { sectionName } from '../messages/vocabulary.js';
import { nullable } from './fields.js';

export const change = Type.Object(
  {
    fecha: Type.String({ format: 'date-time', description: 'when it was noticed' }),
    seccion: sectionName,
    campo: Type.String({ description: 'path of the field inside its section; items of a list by what identifies them' }),
    antes: Type.Unknown({ description: 'null where there was none' }),
    despues: Type.Unknown({ description: 'null where there is none any more' }),
    fuente: nullable(Type.String(), { description: 'source that it came from; null for what is computed' }),
  },
  { title: 'Change' },
);
export type Change = Static<typeof change>;

/** A page of what changed in a profile. */
export const historyPage = Type.Object(
  {
    taxId: Type.String({ description: 'document of the profile' }),
    cambios: Type.Array(change, { description: 'newest first' }),
    siguiente: nullable(Type.String(), { description: 'cursor of the next page; null on the last' }),
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
