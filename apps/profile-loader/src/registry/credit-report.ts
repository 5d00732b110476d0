import type { Document } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import { lastDayOf, monthOf, monthsBefore, monthSlashYear } from '../domain/periods.js';
import { printedText } from '../domain/register-values.js';
import type { SourceAnswer } from '../domain/source-answer.js';
import type { CreditReports } from '../sources/deuda_financiera/deuda_financiera.js';
import { printedAmount } from './domain/register-texts.js';
import { numbersOf, readingTrail, readLines, unreadNote, withoutForeigners, type Facts } from './drops.js';
import { originOf, type Version } from './registry-reader.js';

type Report = CreditReports['reportes'][number];

/** The consolidated credit report of a licensee: one file for each month. */
export const creditReport = withoutForeigners({ datasets: ['deuda_financiera'], read });

async function read(database: Database, document: Document): Promise<SourceAnswer | undefined> {
  const { months, facts } = await find(database, document);
  const newest = months.at(-1);
  if (!newest) return undefined;
  const imported = months.map(({ part }) => monthOf(part));
  const listed = facts.map(monthIn);
  const isRepeated = (month: string | null): month is string => month !== null && listed.indexOf(month) !== listed.lastIndexOf(month);
  const repeated = [...new Set(listed.filter(isRepeated))];
  const { items, unread } = readLines(
    facts.filter((line) => !isRepeated(monthIn(line))),
    reportOf,
  );
  const notes = [...unreadNote(unread, facts.length), ...repeatedNote(repeated), ...gapsNote(imported)];
  const unlisted = imported.filter((month) => !listed.includes(month));
  const basis = { ...originOf(newest), ...readingTrail(unread + repeated.length, notes) };
  if (facts.length === 0) return { outcome: 'empty', ...basis };
  const data: CreditReports = { reportes: items.length === 0 ? [] : [...items, ...unlisted.map(withoutDebt)] };
  return { outcome: 'data', data, ...basis };
}

/** The section compares the newest month with those before, up to this one. */
const earlierMonths = 12;

/** A month that has not begun is one of a wrong day that an operator has accepted. It says nothing, and hides no other month. */
async function find(database: Database, document: Document) {
  const [found] = await database.rows<{ months: (Version & { part: string })[]; facts: Facts[] }>(
    sql`WITH month AS MATERIALIZED (
         SELECT dataset, part, label, published_on, version FROM registry.current_version
         WHERE dataset = 'deuda_financiera' AND part <= public.lima_today()::text
       ), shown AS MATERIALIZED (
         SELECT * FROM month WHERE part >= (SELECT to_char(max(part)::date - ${earlierMonths} * interval '1 month', 'YYYY-MM-DD') FROM month))
     SELECT
       (SELECT coalesce(jsonb_agg(jsonb_build_object('dataset', dataset, 'part', part, 'label', label, 'day', published_on) ORDER BY part), '[]')
         FROM shown) AS months,
       (SELECT coalesce(jsonb_agg(facts ORDER BY line), '[]') FROM registry.current_fact
         WHERE dataset = 'deuda_financiera' AND document = ANY($1) AND version = ANY(ARRAY(SELECT version FROM shown))) AS facts`,
    [numbersOf(document)],
  );
  return found!;
}

const ratings = { NOR: 'sal_nor', CPP: 'sal_cpp', DEF: 'sal_def', DUD: 'sal_dud', PER: 'sal_per' };

function monthIn({ periodo }: Facts): string | null {
  return /^[0-9]{4}-[0-9]{2}$/.exec(printedText(periodo) ?? '')?.[0] ?? null;
}

function reportOf(line: Facts): Report | null {
  const { distribucion, balances } = line;
  const month = monthIn(line);
  const shares = Object.entries(ratings).map(([rating, field]) => [field, printedAmount((distribucion as Facts | null)?.[rating])]);
  if (!month || shares.some(([, share]) => share === null) || !Array.isArray(balances)) return null;
  const saldos = (balances as Facts[]).map(({ cuenta, dias_vencidos, saldo }) => ({ cuenta, dias_vencidos, saldo: printedAmount(saldo) }));
  return { fecha_reporte: closingOf(month), ...Object.fromEntries(shares), saldos } as Report;
}

/**
 * A debtor has one line a month. Two lines, under a DNI and the RUC that contains it or under two SBS codes, cannot be added: their shares
 * by rating may be percentages. Neither line is usable, so the month is unknown.
 */
function repeatedNote(months: string[]): string[] {
  if (months.length === 0) return [];
  return [
    `El registro trae más de una línea sobre ${months.map(monthSlashYear).join(' y ')}. De lo que se debía entonces no se sabe nada.`,
  ];
}

/**
 * The report lists every debtor: if somebody has debts in one month and no line in another, the other month is without debt. A month whose
 * line cannot be read is unknown.
 */
function withoutDebt(month: string): Report {
  return { fecha_reporte: closingOf(month), sal_nor: 0, sal_cpp: 0, sal_def: 0, sal_dud: 0, sal_per: 0, saldos: [] };
}

/** A month that was never imported is unknown, not a month without debt. */
function gapsNote(imported: string[]): string[] {
  const missing = [6, 12].map((before) => monthsBefore(imported.at(-1)!, before)).filter((month) => !imported.includes(month));
  if (missing.length === 0) return [];
  return [`Sin importar: ${missing.map(monthSlashYear).join(' y ')}. De lo que se debía entonces no se sabe nada.`];
}

/** yyyymmdd */
function closingOf(month: string): string {
  return lastDayOf(month).replaceAll('-', '');
}
