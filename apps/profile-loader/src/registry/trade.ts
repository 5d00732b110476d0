import type { Document } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import { monthsBefore } from '../domain/periods.js';
import type { SourceAnswer } from '../domain/source-answer.js';
import { rucOf } from '../sources/providers/question.js';
import type { ExportReport } from '../sources/exportaciones/exportaciones.js';
import type { ImportReport } from '../sources/importaciones/importaciones.js';
import { monthsCovered } from './domain/months-covered.js';
import { beginningOf } from './domain/register-texts.js';
import type { RegistryReader } from './registry-reader.js';

interface Found {
  weeks: { part: string; label: string; day: string }[];
  lines: { month: string; heading: string; country: string; declarations: number; fob: number; freight: number; insurance: number }[];
  months: { month: string; declarations: number }[];
  rates: { period: string; value: number | null }[];
}

/** As many as three windows of twelve months show. */
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
  const { weeks, lines, months, rates } = await find(database, dataset, ruc);
  const newest = weeks.at(-1);
  if (!newest) return undefined;
  const covered = monthsCovered(weeks.map(({ part }) => part));
  const corte = covered.at(-1) ?? null;
  const data: ImportReport & ExportReport = {
    pendiente_de_calculo: false,
    corte,
    meses_publicados: covered,
    operaciones: lines.map(({ month, heading, country, declarations, fob, freight, insurance }) => ({
      periodo: month,
      partida: heading,
      descripcion: '',
      pais: country.trim() || 'No especificado',
      declaraciones: declarations,
      fob_usd: fob,
      flete_usd: freight,
      seguro_usd: insurance,
    })),
    declaraciones_del_mes: months.map(({ month, declarations }) => ({ periodo: month, declaraciones: declarations })),
    tipos_cambio: rates.map(({ period, value }) => ({ periodo: period, promedio: value !== null && value > 0 ? value : null })),
  };
  const observedAt = beginningOf(
    weeks
      .map(({ day }) => day)
      .toSorted()
      .at(-1)!,
  );
  const notes = [gapsNote(corte, covered)].filter((note) => note !== null);
  return { outcome: 'data', data, sourceVersion: newest.label, observedAt, ...(notes.length > 0 && { trail: { notes } }) };
}

/** The weeks in force, and what they and the rates say, as of one moment. */
async function find(database: Database, dataset: string, ruc: string): Promise<Found> {
  const [found] = await database.rows<Found>(
    sql`SELECT
       (SELECT coalesce(jsonb_agg(jsonb_build_object('part', part, 'label', label, 'day', published_on) ORDER BY part), '[]')
         FROM registry.current_version WHERE dataset = $1) AS weeks,
       (SELECT coalesce(jsonb_agg(to_jsonb(line) ORDER BY month, heading, country), '[]') FROM (
         SELECT month, heading, country, sum(declarations)::int AS declarations, sum(fob) AS fob, sum(freight) AS freight, sum(insurance) AS insurance
         FROM registry.current_trade WHERE dataset = $1 AND ruc = $2 GROUP BY month, heading, country) AS line) AS lines,
       (SELECT coalesce(jsonb_agg(to_jsonb(one) ORDER BY month), '[]') FROM (
         SELECT month, sum(declarations)::int AS declarations
         FROM registry.current_trade_month WHERE dataset = $1 AND ruc = $2 GROUP BY month) AS one) AS months,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('period', period, 'value', value) ORDER BY period), '[]')
         FROM registry.current_rate WHERE dataset = 'tipo_cambio' AND series = 'PN01207PM') AS rates`,
    [dataset, ruc],
  );
  return found!;
}

/** Customs keeps a week for two months: what was never brought in here is not known, and is not nothing. */
function gapsNote(corte: string | null, covered: readonly string[]): string | null {
  if (corte === null) return 'Todavía no hay un mes con todas sus semanas importadas.';
  const shown = Array.from({ length: shownMonths }, (_, i) => monthsBefore(corte, i));
  const missing = shown.filter((month) => !covered.includes(month)).length;
  if (missing === 0) return null;
  return `Solo hay ${shownMonths - missing} de ${shownMonths} meses importados (${covered.find((month) => shown.includes(month))} a ${corte}); lo anterior no se conoce.`;
}
