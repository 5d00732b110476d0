import type { Quota } from '@vigia/contracts';
import { Type, type Static, type TSchema } from 'typebox';
import { currency } from './domain/soles.js';

export const answer = <Data extends TSchema>(data: Data) => Type.Object({ statusCode: Type.Integer(), data });
export const orNull = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description ? { description } : {});
export const months = (description: string) => Type.Integer({ description });
export const day = Type.String({ format: 'date' });

export const balances = Type.Object({
  otorgada: months('monitoring-months of the contract'),
  disponible: months('what can still be used'),
  reservada: months('set aside for loads under way'),
  consumida: months('used'),
});

export function balancesOf({ granted, available, held, consumed }: Quota) {
  return { otorgada: granted, disponible: available, reservada: held, consumida: consumed };
}

export const amount = Type.Number({ description: 'soles' });

export const previewAnswer = answer(
  Type.Object({
    plan: orNull(Type.Enum(['mensual', 'pago_unico']), 'null without a contract'),
    rechazo: orNull(
      Type.Object({ motivo: Type.String(), meses_que_caben: Type.Integer() }),
      'why nothing at all would be loaded: what it takes, what there is, and what would fit',
    ),
    documentos: Type.Array(
      Type.Object({
        taxId: Type.String(),
        accion: Type.Enum(['cargar', 'actualizar', 'activar', 'ninguna']),
        motivo: orNull(Type.String(), 'why nothing would be done about it'),
        meses_devueltos: Type.Integer(),
        meses_descontados: Type.Integer(),
        vence: orNull(day, 'last day, in Lima, on which the profile could be read; null where it has no end'),
        vence_en: orNull(Type.String({ format: 'date-time' }), 'the instant at which that ends'),
      }),
    ),
    meses_devueltos: Type.Integer(),
    meses_descontados: Type.Integer(),
    cuota_antes: Type.Integer(),
    cuota_despues: Type.Integer(),
    meses_que_caben: months('until the end of the contract, the current month included'),
    dias_restantes_del_mes: Type.Integer({ description: 'of the current month, which is paid whole' }),
    cargo_maximo: Type.Object(
      { documentos: Type.Integer(), importe: amount },
      { description: 'for documents that are new on the platform, at most: which ones others have loaded is not told' },
    ),
  }),
);
export type PreviewAnswer = Static<typeof previewAnswer>;

export const forecastAnswer = answer(
  orNull(
    Type.Object({
      contrato: Type.String({ format: 'uuid' }),
      fin: day,
      cuota: balances,
      meses: Type.Array(Type.Object({ mes: Type.String(), perfiles: Type.Integer(), vencen: Type.Integer() })),
      meses_para_todos: months('to carry every monitoring that is live to the end of the contract'),
      excedente: months('what would be left then; negative when the quota does not reach'),
    }),
    'null without a contract that has a quota',
  ),
);
export type ForecastAnswer = Static<typeof forecastAnswer>;

export const alertsAnswer = answer(
  Type.Array(
    Type.Object({
      contrato: Type.String({ format: 'uuid' }),
      tipo: Type.String({
        description:
          '`quota`: what is left has fallen to a part of the quota; `lapse_in_7_days`: monitorings end; `contract_ends_in_30_days`. ' +
          'There may be others later',
      }),
      umbral: Type.String({ description: 'the threshold: of `quota` the percentage that is left, otherwise days' }),
      datos: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
        description:
          '`quota`: `granted`, `available` and `held` months when it was raised; `lapse_in_7_days`: `profiles` that lapse on `day`, as of now; ' +
          '`contract_ends_in_30_days`: `available` months that end with the contract on `day`, as of now',
      }),
      fecha: Type.String({ format: 'date-time', description: 'when it was raised' }),
    }),
  ),
);
export type AlertsAnswer = Static<typeof alertsAnswer>;

export const contractsAnswer = answer(
  Type.Array(
    Type.Object({
      contrato: Type.String({ format: 'uuid' }),
      plan: Type.Enum(['mensual', 'pago_unico']),
      inicio: day,
      fin: day,
      estado: Type.Enum(['futuro', 'vigente', 'terminado']),
      cuota: orNull(balances, 'null under a monthly plan, which has none'),
      precio_documento: Type.Number({ description: 'of a document that nobody had loaded on the platform before' }),
      moneda: Type.Literal(currency),
      secciones_excluidas: Type.Array(Type.String(), { description: 'sections of the summary that the plan leaves out' }),
    }),
    { description: 'oldest first' },
  ),
);
export type ContractsAnswer = Static<typeof contractsAnswer>;
