import { docTypeOf, rucFault } from '../cells.js';
import type { Fact } from '../rows.js';
import { compactDay } from '../written-days.js';

interface Balance {
  codigo_sbs: string;
  entidad: string;
  tipo_credito: string;
  cuenta: string;
  dias_vencidos: number;
  /** In soles. */
  saldo: string;
  /** 0 Normal, 1 CPP, 2 Deficiente, 3 Dudoso, 4 Pérdida */
  calificacion: string;
}

export interface Debtor {
  code: string;
  reportedOn: string;
  /** Null balances are unknown: one of their lines was rejected. Null if nobody can be asked for by the document of the debtor. */
  fact: (Fact & { facts: { balances: Balance[] | null } }) | null;
}

const ratings = ['NOR', 'CPP', 'DEF', 'DUD', 'PER'];
const fields = 19;
const typeOfDni = '1';

/** The fields of a line of type 1. */
export function cellsOf(line: string): string[] {
  return line
    .slice(1)
    .split('|')
    .map((cell) => cell.trim());
}

export function reportedOnIn([, day = '']: string[]): string | null {
  return compactDay(day);
}

/** Whom the line is about, which can often be read where other fields cannot. */
export function documentIn([, , , ruc = '', type, number = '']: string[]): string | null {
  if (rucFault(ruc) === null) return ruc;
  return type === typeOfDni && docTypeOf(number) === 'DNI' ? number : null;
}

/** A passport or a card, which may have as many digits as a DNI. A type that is no such code is not understood. */
function isForeign([, , , ruc, type = '', number]: string[]): boolean {
  return ruc === '' && number !== '' && type !== typeOfDni && /^[1-9]\d?$/.test(type);
}

/**
 * A line of type 1, with `|` between its fields. The five shares by rating are kept unchanged: nothing says whether they are percentages or
 * soles.
 */
export function debtorOf(line: string): Debtor | null {
  if (!line.startsWith('1')) return null;
  const cells = cellsOf(line);
  const [code, , , , , , personType, , entities] = cells;
  const [reportedOn, document] = [reportedOnIn(cells), documentIn(cells)];
  if (cells.length !== fields || !code || !reportedOn) return null;
  if (!document) return isForeign(cells) ? { code, reportedOn, fact: null } : null;
  // A person's surname is in the second field, and the first is empty; Ñ has become ¿.
  const name = cells
    .slice(14)
    .filter((cell) => cell !== '')
    .join(' ')
    .replaceAll('¿', 'Ñ');
  const shares = Object.fromEntries(ratings.map((rating, i) => [rating, cells[9 + i]]));
  return {
    code,
    reportedOn,
    fact: {
      docType: docTypeOf(document),
      document,
      facts: {
        periodo: reportedOn.slice(0, 7),
        nombre: name,
        tipo_persona: personType,
        numero_entidades: entities,
        distribucion: shares,
        balances: [],
      },
    },
  };
}

/** A line of type 2 with fixed positions. Those from the account on are inferred from two published lines. */
export function balanceOf(line: string): Balance | null {
  const [, code, entity, creditType, account, days, cents, rating] =
    /^2(.{10})(\d{5})(\d{2})(\d{14})(\d{4})(\d{18})([0-4])$/.exec(line.trimEnd()) ?? [];
  if (rating === undefined) return null;
  const digits = cents!.replace(/^0+(?=\d{3})/, '');
  return {
    codigo_sbs: code!.trim(),
    entidad: entity!,
    tipo_credito: creditType!,
    cuenta: account!,
    dias_vencidos: Number(days),
    saldo: `${digits.slice(0, -2)}.${digits.slice(-2)}`,
    calificacion: rating,
  };
}
