import type { Document } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import { Compile } from 'typebox/compile';
import { monthsBefore, monthSlashYear } from '../domain/periods.js';
import { isRegisterMonth } from '../domain/register-values.js';
import type { SourceAnswer } from '../domain/source-answer.js';
import { rucOf } from '../sources/providers/question.js';
import type { ExportReport } from '../sources/exportaciones/exportaciones.js';
import { importReport, type ImportReport } from '../sources/importaciones/importaciones.js';
import { beginningOf } from './domain/register-texts.js';
import { readingTrail, unreadNote } from './drops.js';
import type { RegistryReader } from './registry-reader.js';

interface Found {
  /** The label of the newest week, and the latest day on which any of the weeks was published. */
  weeks: { label: string; day: string } | null;
  /** The shown months that are completely covered by weeks in force, oldest first. */
  covered: string[];
  lines: { month: string; heading: string; country: string; declarations: number; fob: number; freight: number; insurance: number }[];
  months: { month: string; declarations: number }[];
  rates: { period: string; value: number | null }[];
}

/** The months that three windows of twelve months show. */
const shownMonths = 36;

export const imports: RegistryReader = {
  datasets: ['importaciones'],
  read: (database, document) => read(database, document, 'importaciones'),
};
export const exportsOf: RegistryReader = {
  datasets: ['exportaciones'],
  read: (database, document) => read(database, document, 'exportaciones'),
};

async function read(database: Database, document: Document, dataset: 'importaciones' | 'exportaciones'): Promise<SourceAnswer | undefined> {
  const ruc = rucOf(document);
  if (ruc === undefined) return { outcome: 'not_contracted' };
  const { weeks, covered, lines, months, rates } = await find(database, dataset, ruc);
  if (!weeks) return undefined;
  const corte = covered.at(-1) ?? null;
  const stated = lines.map(operationOf);
  const operations = stated.filter((one) => isReadable.Check(one));
  const unread = stated.filter((one) => !isReadable.Check(one));
  const incomplete = [...new Set(unread.map(({ periodo }) => periodo).filter(isRegisterMonth))];
  const data: ImportReport & ExportReport = {
    pendiente_de_calculo: false,
    corte,
    meses_publicados: covered,
    ...(incomplete.length > 0 && { meses_incompletos: incomplete }),
    operaciones: operations,
    declaraciones_del_mes: months.map(({ month, declarations }) => ({ periodo: month, declaraciones: declarations })),
    tipos_cambio: rates.map(({ period, value }) => ({ periodo: period, promedio: value !== null && value > 0 ? value : null })),
  };
  const notes = [...unreadNote(unread.length, lines.length), ...gapsNote(corte, covered)];
  return {
    outcome: 'data',
    data,
    sourceVersion: weeks.label,
    observedAt: beginningOf(weeks.day),
    ...readingTrail(unread.length, notes),
  };
}

/** A week from an earlier importer may hold an amount below zero or an odd heading: it must not spoil all others. */
const isReadable = Compile(importReport.properties.operaciones.items);

function operationOf({ month, heading, country, declarations, fob, freight, insurance }: Found['lines'][number]) {
  return {
    periodo: month,
    partida: heading,
    descripcion: '',
    pais: country.trim() || 'No especificado',
    declaraciones: declarations,
    fob_usd: fob,
    flete_usd: freight,
    seguro_usd: insurance,
  };
}

/**
 * The weeks in force, their content and the rates of the months with trade, in one snapshot. However many weeks and rates there are, no more
 * months are read than shown.
 */
async function find(database: Database, dataset: string, ruc: string): Promise<Found> {
  const [found] = await database.rows<Found>(
    sql`WITH week AS MATERIALIZED (
         SELECT part, label, published_on FROM registry.current_version WHERE dataset = $1
       ), day AS (
         SELECT range_agg(daterange(part::date, part::date + 7)) AS every FROM week
       ), begun AS (
         SELECT DISTINCT date_trunc('month', part::timestamp) AS month FROM week
       ), covered AS MATERIALIZED (
         SELECT month FROM begun CROSS JOIN day WHERE every @> daterange(month::date, (month + interval '1 month')::date)
       ), shown AS (
         SELECT to_char(max(month) - (${shownMonths} - 1) * interval '1 month', 'YYYY-MM') AS first FROM covered
       ), line AS MATERIALIZED (
         SELECT month, heading, country, sum(declarations)::int AS declarations, sum(fob) AS fob, sum(freight) AS freight, sum(insurance) AS insurance
         FROM registry.current_trade WHERE dataset = $1 AND ruc = $2 AND month >= (SELECT first FROM shown)
         GROUP BY month, heading, country)
     SELECT
       (SELECT jsonb_build_object('label', (array_agg(label ORDER BY part DESC))[1], 'day', max(published_on)) FROM week HAVING count(*) > 0) AS weeks,
       (SELECT coalesce(jsonb_agg(to_char(month, 'YYYY-MM') ORDER BY month), '[]') FROM covered
         WHERE to_char(month, 'YYYY-MM') >= (SELECT first FROM shown)) AS covered,
       (SELECT coalesce(jsonb_agg(to_jsonb(line) ORDER BY month, heading, country), '[]') FROM line) AS lines,
       (SELECT coalesce(jsonb_agg(to_jsonb(one) ORDER BY month), '[]') FROM (
         SELECT month, sum(declarations)::int AS declarations
         FROM registry.current_trade_month WHERE dataset = $1 AND ruc = $2 AND month >= (SELECT first FROM shown) GROUP BY month) AS one) AS months,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('period', period, 'value', value) ORDER BY period), '[]')
         FROM registry.current_rate WHERE dataset = 'tipo_cambio' AND series = 'PN01207PM' AND period IN (SELECT month FROM line)) AS rates`,
    [dataset, ruc],
  );
  return found!;
}

/** Customs keeps a week for two months. A week that was never imported is unknown, not empty. */
function gapsNote(corte: string | null, covered: readonly string[]): string[] {
  if (corte === null) return ['Todavía no hay un mes con todas sus semanas importadas.'];
  const shown = Array.from({ length: shownMonths }, (_, i) => monthsBefore(corte, i));
  const missing = shown.filter((month) => !covered.includes(month)).length;
  if (missing === 0) return [];
  const first = covered.find((month) => shown.includes(month));
  const span = first === corte ? monthSlashYear(corte) : `${monthSlashYear(first!)} a ${monthSlashYear(corte)}`;
  return [`Solo hay ${shownMonths - missing} de los últimos ${shownMonths} meses importados (${span}); los demás no se conocen.`];
}
