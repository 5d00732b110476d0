import { rucOfDni, type Document } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import { monthOf, monthsBefore } from '../domain/periods.js';
import { isoDay, printedText } from '../domain/register-values.js';
import type { SourceAnswer, Trail } from '../domain/source-answer.js';
import { printedAmount, printedDay, printedMonth } from './domain/register-texts.js';
import { originOf, type RegistryReader, type Version } from './registry-reader.js';

export type Facts = Record<string, unknown>;

interface Read {
  /** Null if the register has nothing about the taxpayer. */
  data: object | null;
  unread: number;
  notes?: string[];
}
type Reading = (lines: Facts[], version: Version) => Read;

/**
 * A register without a public file: answers from what an operator provided. Lines that cannot be read are left out. Without any line of the
 * taxpayer the answer is `empty`.
 */
function dropped(dataset: string, reading: Reading): RegistryReader {
  return readFrom(dataset, (lines, version) => (lines.length === 0 ? { data: null, unread: 0 } : reading(lines, version)));
}

function readFrom(dataset: string, reading: Reading): RegistryReader {
  return {
    datasets: [dataset],
    async read(database, document): Promise<SourceAnswer | undefined> {
      const { version, facts } = await find(database, dataset, document);
      if (!version) return undefined;
      const { data, unread, notes = [] } = reading(facts, version);
      const basis = { ...originOf(version), ...readingTrail(unread, [...unreadNote(unread, facts.length), ...notes]) };
      return data ? { outcome: 'data', data, ...basis } : { outcome: 'empty', ...basis };
    },
  };
}

/** It lists nobody by a foreigner's card, so it cannot say that a foreigner has no line in it. */
export function withoutForeigners(reader: RegistryReader): RegistryReader {
  return {
    datasets: reader.datasets,
    read: async (database, document) => (document.docType === 'CE' ? { outcome: 'not_contracted' } : reader.read(database, document)),
  };
}

async function find(database: Database, dataset: string, document: Document) {
  const [found] = await database.rows<{ version: Version | null; facts: Facts[] }>(
    sql`SELECT
       (SELECT jsonb_build_object('dataset', dataset, 'label', label, 'day', published_on) FROM registry.current_version WHERE dataset = $1) AS version,
       (SELECT coalesce(jsonb_agg(facts ORDER BY line), '[]') FROM registry.current_fact WHERE dataset = $1 AND document = ANY($2)) AS facts`,
    [dataset, numbersOf(document)],
  );
  return found!;
}

/**
 * A person is listed under their DNI or under the RUC that contains it. The case of the letters of a foreigner's number does not matter. The
 * importer writes them in capitals; a version of an earlier importer has them as they came.
 */
export function numbersOf({ docType, taxId }: Document): string[] {
  if (docType === 'DNI') return [taxId, rucOfDni(taxId)];
  if (docType === 'CE') return [taxId, taxId.toUpperCase(), taxId.toLowerCase()];
  return docType === 'RUC' && taxId.startsWith('10') ? [taxId, taxId.slice(2, 10)] : [taxId];
}

export function unreadNote(unread: number, lines: number): string[] {
  if (unread === 0) return [];
  return [`${unread} de ${lines} líneas del registro no se ${unread === 1 ? 'pudo' : 'pudieron'} leer.`];
}

/** An answer with unreadable lines is partial: it must not pass for everything that is registered. */
export function readingTrail(unread: number, notes: string[]): { trail?: Trail } {
  return notes.length === 0 ? {} : { trail: { ...(unread > 0 && { partial: true }), notes } };
}

/** The readable lines, and the number of unreadable ones. */
export function readLines<T>(lines: Facts[], item: (line: Facts) => T | null): { items: T[]; unread: number } {
  const items = lines.map(item).filter((one) => one !== null);
  return { items, unread: lines.length - items.length };
}

/** It always answers: a taxpayer without a line is not listed. */
export const bulletin = readFrom('boletin_concursal', (lines) => {
  const { items, unread } = readLines(lines, ({ fecha }) => printedDay(fecha));
  const newest = items.toSorted((a, b) => (isoDay(a) < isoDay(b) ? 1 : -1))[0];
  // The importer guessed whom a line with a wrong number of cells is about: nobody is listed by a guess.
  const isListed = lines.some(({ guessed }) => guessed === undefined);
  return { data: { listado: isListed, procedimiento: newest ? { fecha_publicacion: newest } : null }, unread };
});

export const labourDebt = withoutForeigners(
  dropped('deuda_laboral', (lines) => {
    const { items, unread } = readLines(lines, ({ periodo, monto }) => {
      const [month, amount] = [printedMonth(periodo), printedAmount(monto)];
      return month && amount !== null ? { periodo: month, monto: amount } : null;
    });
    return { data: { deudas: items }, unread };
  }),
);

/** For as long a register of single events keeps them. A file may have older ones, which say nothing about today. */
const monthsOfEvents = 24;

function recentEvents(list: string, events: { fecha: string }[], unread: number, { day }: Version): Read {
  const corte = monthOf(day);
  const first = monthsBefore(corte, monthsOfEvents - 1);
  const recent = events.filter(({ fecha }) => monthOf(isoDay(fecha)) >= first);
  const old = events.length - recent.length;
  const counted = old === 1 ? 'contó: es anterior' : 'contaron: son anteriores';
  const note = `${old} de ${events.length + unread} líneas del registro no se ${counted} a los ${monthsOfEvents} meses que muestra.`;
  const notes = old > 0 ? [note] : [];
  return { data: recent.length + unread > 0 ? { [list]: recent, corte } : null, unread, notes };
}

export const labourResolutions = withoutForeigners(
  dropped('resoluciones_laborales', (lines, version) => {
    const { items, unread } = readLines(lines, ({ fecha, monto }) => {
      const [day, amount] = [printedDay(fecha), printedAmount(monto)];
      return day && amount !== null ? { fecha: day, monto: amount } : null;
    });
    return recentEvents('resoluciones', items, unread, version);
  }),
);

export const edicts = dropped('edictos_judiciales', (lines, version) => {
  const { items, unread } = readLines(lines, ({ fecha }) => {
    const day = printedDay(fecha);
    return day ? { fecha: day } : null;
  });
  return recentEvents('edictos', items, unread, version);
});

const inSoles = /^(PEN|S\/\.?|SOLES|NUEVOS SOLES)$/i;

/** Only soles can be added up. */
export const judicialDebtors = dropped('morosos_judiciales', (lines) => {
  const { items, unread } = readLines(lines, ({ registro, monto, moneda, desde, hasta }) => {
    const [since, amount] = [printedDay(desde), printedAmount(monto)];
    const isReadable = since !== null && amount !== null && inSoles.test(printedText(moneda) ?? 'PEN');
    const register = /REDAM/i.test(printedText(registro) ?? '') ? 'REDAM' : 'REDJUM';
    return isReadable ? { registro: register, monto: amount, moneda: 'PEN', desde: since, hasta: printedDay(hasta) } : null;
  });
  return { data: { registros: items }, unread };
});
