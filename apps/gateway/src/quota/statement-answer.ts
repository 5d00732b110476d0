import type { Contract, Quota, ReplyOf, StatementLine } from '@vigia/contracts';
import type { StatementAnswer, StatementEntry } from './quota-answers.js';

export function answerOfStatement({ contractId, startsOn, endsOn }: Contract, statement: ReplyOf<'quota.statement'>): StatementAnswer {
  const { opening, lines, closing, more } = statement;
  return {
    statusCode: 200,
    data: {
      contrato: contractId,
      inicio: startsOn,
      fin: endsOn,
      saldo_inicial: balancesOf(opening),
      lineas: lines.map(entryOf),
      saldo_final: balancesOf(closing),
      siguiente: more ? (lines.at(-1)?.seq ?? null) : null,
    },
  };
}

export function balancesOf({ granted, available, held, consumed }: Quota) {
  return { otorgada: granted, disponible: available, reservada: held, consumida: consumed };
}

function entryOf(line: StatementLine): StatementEntry {
  return {
    linea: line.seq,
    fecha: line.enteredAt,
    tipo: line.kind,
    regla: line.rule,
    meses: line.months,
    perfiles: line.profiles,
    taxId: line.document?.taxId ?? null,
    desde_mes: line.firstMonth,
    hasta_mes: line.lastMonth,
    solicitud: line.commandId,
    autor: line.actor,
    motivo: line.reason,
    saldo: balancesOf(line.after),
  };
}
