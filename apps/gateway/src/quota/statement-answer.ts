import { type Contract, docType, limaDay, limaSecond, type ReplyOf, type StatementLine } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { statementWords } from './domain/statement-words.js';
import {
  balances,
  balancesOf,
  day,
  endChanges,
  endChangesOf,
  exampleBalances,
  exampleContract,
  exampleEndChanges,
} from './answer-shapes.js';
import { answer, orNull, shape } from '../openapi/answer-shape.js';

type Balances = ReturnType<typeof balancesOf>;
type Page = ReplyOf<'quota.statement'>;

const line = shape('StatementLine', {
  linea: Type.Integer(),
  fecha: Type.String({ format: 'date-time' }),
  fecha_lima: day,
  hora_lima: Type.String({ description: 'time in Lima, HH:MM:SS' }),
  tipo: Type.String({ description: 'kind of the line: Otorgamiento, Ajuste, Reserva, Consumo, Liberación, Devolución or Descuento' }),
  regla: Type.String({ description: 'name of the rule that moved the months' }),
  explicacion: orNull(Type.String(), 'the rule in one sentence; null: no explanation'),
  meses: Type.Integer({ description: 'change of the available months by this line; negative: months are taken' }),
  movimiento: Type.Object(balances.properties, { title: 'Balances', description: 'change of each balance by this line' }),
  perfiles: orNull(Type.Integer(), 'number of profiles that the line concerns; null: none'),
  docType: orNull(docType),
  taxId: orNull(Type.String(), 'document number that the line concerns; null: not one document alone'),
  desde_mes: orNull(Type.String(), 'first month that the line concerns, YYYY-MM; null: none'),
  hasta_mes: orNull(Type.String(), 'last month that the line concerns, YYYY-MM; null: none'),
  solicitud: Type.String({ description: 'id of the request, as in `X-Request-Id` of its answer, or of the act of the operator' }),
  operacion: Type.Object(
    {
      tipo: orNull(
        Type.String(),
        'kind of the operation: Carga, Actualización forzada, Activación, Contrato, Ajuste del operador or Cambio de fin del contrato; null: not recorded',
      ),
      meses: Type.Integer({ description: 'sum of `meses` of the lines of the operation up to this one; on its last line its cost' }),
    },
    { title: 'StatementOperation', description: 'the operation that the line belongs to: all lines with the same `solicitud`' },
  ),
  correlacion: orNull(Type.String(), '`X-Correlation-Id` of the call; null: no call, or not recorded'),
  idempotency_key: orNull(Type.String(), '`Idempotency-Key` of the call; null: none, or not recorded'),
  autor: Type.String({ description: 'credential, user, operator or `sistema` that caused the line; `sin registro`: not recorded' }),
  motivo: orNull(Type.String(), 'reason that the operator gave; null: none'),
  saldo: balances,
});
export type StatementEntry = Static<typeof line>;

export const statementAnswer = answer(
  'StatementAnswer',
  shape('StatementPage', {
    contrato: Type.String({ format: 'uuid' }),
    inicio: day,
    fin: day,
    cambios_de_fin: endChanges,
    saldo_inicial: Type.Object(balances.properties, { title: 'Balances', description: 'balances before the first line of the page' }),
    lineas: Type.Array(line, {
      description: 'lines, oldest first, at most 500; none under a monthly plan, which has no months: all its balances are 0',
    }),
    saldo_final: Type.Object(balances.properties, { title: 'Balances', description: 'balances after the last line of the page' }),
    siguiente: orNull(Type.Integer(), '`desde_linea` of the next page; null on the last page'),
    enlace_siguiente: orNull(Type.String(), 'path of the next page, as in the header `Link`; null on the last page'),
  }),
);
type StatementAnswer = Static<typeof statementAnswer>;

export function answerOfStatement(contract: Contract, page: Page, link: (line: number) => string): StatementAnswer {
  const { opening, closing, more, lines } = page;
  const next = more ? (lines.at(-1)?.seq ?? null) : null;
  return {
    statusCode: 200,
    data: {
      contrato: contract.contractId,
      inicio: contract.startsOn,
      fin: contract.endsOn,
      cambios_de_fin: endChangesOf(contract),
      saldo_inicial: balancesOf(opening),
      lineas: entriesOf(page),
      saldo_final: balancesOf(closing),
      siguiente: next,
      enlace_siguiente: next === null ? null : link(next),
    },
  };
}

/** Every line begins where the previous one ended, so that its effect is the difference. */
export function entriesOf({ opening, lines }: Page): StatementEntry[] {
  return lines.map((one, i) => entryOf(one, balancesOf(lines[i - 1]?.after ?? opening)));
}

function entryOf(entry: StatementLine, before: Balances): StatementEntry {
  const [at, saldo, rule] = [new Date(entry.enteredAt), balancesOf(entry.after), statementWords.rule(entry.rule)];
  const movimiento = {
    otorgada: saldo.otorgada - before.otorgada,
    disponible: saldo.disponible - before.disponible,
    reservada: saldo.reservada - before.reservada,
    consumida: saldo.consumida - before.consumida,
  };
  const { kind, monthsSoFar, correlationId, idempotencyKey } = entry.operation;
  return {
    linea: entry.seq,
    fecha: entry.enteredAt,
    fecha_lima: limaDay(at),
    hora_lima: limaSecond(at),
    tipo: statementWords.kind(entry.kind),
    regla: rule.name,
    explicacion: rule.explanation,
    meses: movimiento.disponible,
    movimiento,
    perfiles: entry.profiles,
    docType: entry.document?.docType ?? null,
    taxId: entry.document?.taxId ?? null,
    desde_mes: entry.firstMonth,
    hasta_mes: entry.lastMonth,
    solicitud: entry.commandId,
    operacion: { tipo: kind && statementWords.operation(kind), meses: monthsSoFar },
    correlacion: correlationId,
    idempotency_key: idempotencyKey,
    autor: statementWords.author(entry.actor),
    motivo: entry.reason,
    saldo,
  };
}

export const statementExample: StatementAnswer = {
  statusCode: 200,
  data: {
    contrato: exampleContract,
    inicio: '2026-01-01',
    fin: '2027-12-31',
    cambios_de_fin: exampleEndChanges,
    saldo_inicial: { otorgada: 100, disponible: 94, reservada: 6, consumida: 0 },
    lineas: [
      {
        linea: 3,
        fecha: '2026-11-20T16:02:07.314Z',
        fecha_lima: '2026-11-20',
        hora_lima: '11:02:07',
        tipo: 'Consumo',
        regla: 'Perfiles por meses',
        explicacion: String(statementWords.rule('profiles x months').explanation),
        meses: 0,
        movimiento: { otorgada: 0, disponible: 0, reservada: -6, consumida: 6 },
        perfiles: 1,
        docType: 'RUC',
        taxId: '20990000019',
        desde_mes: '2026-11',
        hasta_mes: '2027-04',
        solicitud: '0b3f6a1e-5c0e-4d6a-9a57-3f1d2f1b6c11',
        operacion: { tipo: 'Carga', meses: -6 },
        correlacion: '7d9f3c52-6a1b-4f0e-8b6d-2a4c1e9f7b35',
        idempotency_key: 'carga-0001',
        autor: 'credencial vk_0a1b2c3d4e5f',
        motivo: null,
        saldo: exampleBalances,
      },
    ],
    saldo_final: exampleBalances,
    siguiente: null,
    enlace_siguiente: null,
  },
};
