import { sections } from '@vigia/contracts';
import { Type, type Static } from 'typebox';

const change = Type.Object({
  fecha: Type.String({ format: 'date-time', description: 'when it was noticed' }),
  seccion: Type.Enum([...sections]),
  campo: Type.String({ description: 'path of the field inside its section; items of a list by what identifies them' }),
  antes: Type.Unknown({ description: 'null where there was none' }),
  despues: Type.Unknown({ description: 'null where there is none any more' }),
  fuente: Type.Union([Type.String(), Type.Null()], { description: 'source that it came from; null for what is computed' }),
});

export const historyAnswer = Type.Object({
  statusCode: Type.Integer(),
  data: Type.Object({
    taxId: Type.String({ description: 'document of the profile' }),
    cambios: Type.Array(change, { description: 'newest first' }),
    siguiente: Type.Union([Type.String(), Type.Null()], { description: 'cursor of the next page; null on the last' }),
  }),
});
export type HistoryAnswer = Static<typeof historyAnswer>;
export type Change = Static<typeof change>;

export const historyExample: HistoryAnswer = {
  statusCode: 200,
  data: {
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
  },
};
