import { Type, type Static, type TSchema } from 'typebox';

const answer = <Data extends TSchema>(data: Data) => Type.Object({ statusCode: Type.Integer(), data });
const orNull = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description ? { description } : {});
const months = (description: string) => Type.Integer({ description });
const day = Type.String({ format: 'date' });

const balances = Type.Object({
  otorgada: months('monitoring-months of the contract'),
  disponible: months('what can still be used'),
  reservada: months('set aside for loads under way'),
  consumida: months('used'),
});

const amount = Type.Number({ description: 'soles' });

export const previewAnswer = answer(
  Type.Object({
    plan: orNull(Type.Enum(['mensual', 'pago_unico']), 'null without a contract'),
    rechazo: orNull(Type.Object({ motivo: Type.String(), meses_que_caben: Type.Integer() }), 'why nothing at all would be done'),
    documentos: Type.Array(
      Type.Object({
        taxId: Type.String(),
        accion: Type.Enum(['cargar', 'actualizar', 'activar', 'ninguna']),
        motivo: orNull(Type.String(), 'why nothing would be done about it'),
        meses_devueltos: Type.Integer(),
        meses_descontados: Type.Integer(),
        vence: orNull(day, 'last day of the monitoring; null where it has no end'),
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

const statementLine = Type.Object({
  linea: Type.Integer(),
  fecha: Type.String({ format: 'date-time' }),
  tipo: Type.String(),
  regla: Type.String({ description: 'rule that moved the months' }),
  meses: Type.Integer(),
  perfiles: orNull(Type.Integer()),
  taxId: orNull(Type.String()),
  desde_mes: orNull(Type.String(), 'YYYY-MM'),
  hasta_mes: orNull(Type.String(), 'YYYY-MM'),
  solicitud: Type.String({ description: 'request or command that moved them' }),
  autor: Type.String(),
  motivo: orNull(Type.String()),
  saldo: balances,
});
export type StatementEntry = Static<typeof statementLine>;

export const statementAnswer = answer(
  Type.Object({
    contrato: Type.String({ format: 'uuid' }),
    inicio: day,
    fin: day,
    saldo_inicial: balances,
    lineas: Type.Array(statementLine, { description: 'oldest first' }),
    saldo_final: balances,
    siguiente: orNull(Type.Integer(), 'desde_linea of the next page; null on the last'),
  }),
);
export type StatementAnswer = Static<typeof statementAnswer>;

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
      tipo: Type.String(),
      umbral: Type.String(),
      datos: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
      fecha: Type.String({ format: 'date-time' }),
    }),
  ),
);
export type AlertsAnswer = Static<typeof alertsAnswer>;

export const chargesAnswer = answer(
  Type.Object({
    cargos: Type.Array(
      Type.Object({ docType: Type.String(), taxId: Type.String(), importe: amount, fecha: Type.String({ format: 'date-time' }) }),
    ),
    total: amount,
  }),
);
export type ChargesAnswer = Static<typeof chargesAnswer>;
