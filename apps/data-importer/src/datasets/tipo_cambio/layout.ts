import { barRecords } from '../../reading/lines.js';
import { jsonDocument } from '../../reading/json.js';
import { UnreadableFile } from '../../reading/source-file.js';
import type { Dataset, Notes, SourceFile } from '../dataset.js';
import type { Rate } from '../rows.js';
import { calendarDay, dayMonthYear } from '../written-days.js';

const months = 'ene feb mar abr may jun jul ago set oct nov dic'.split(' ');

/**
 * `2026-01` from `Ene.2026` or `Ene.26`, `2026-08-29` from `29.Ago.26`; null for a quarter, a year or an impossible day. September is `Set`
 * or `Sep`.
 */
export function periodOf(name: string): string | null {
  const [, day, word, written] = /^(?:(\d{1,2})\.)?([a-z]{3})\.(\d{2}|\d{4})$/i.exec(name.trim()) ?? [];
  const month = months.indexOf(word?.toLowerCase().replace('sep', 'set') ?? '') + 1;
  if (month === 0) return null;
  const year = Number(written) < 100 ? 2000 + Number(written) : Number(written);
  const whole = calendarDay(year, month, Number(day ?? 1));
  return day === undefined ? (whole?.slice(0, 7) ?? null) : whole;
}

/** The answer names its series and omits their codes. */
const series: [string, RegExp][] = [
  ['PN01207PM', /promedio del periodo.*interbancario.*promedio$/],
  ['PN01205PM', /promedio del periodo.*interbancario.*compra$/],
  ['PN01206PM', /promedio del periodo.*interbancario.*venta$/],
  ['PD04639PD', /sbs.*compra$/],
  ['PD04640PD', /sbs.*venta$/],
  ['PD04637PD', /interbancario.*compra$/],
  ['PD04638PD', /interbancario.*venta$/],
];

/** A pattern takes work by the cube of the name, and a hostile one may have a million letters. */
const longestName = 300;

/** The code of a series, or its unchanged name if this version does not know it. */
export function seriesOf(name: string): { code: string; isKnown: boolean } {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
  const code = plain.length > longestName ? undefined : series.find(([, pattern]) => pattern.test(plain))?.[0];
  return { code: code ?? name.trim(), isKnown: code !== undefined };
}

/** The series that foreign trade is converted with. */
const needed = 'PN01207PM';

const mainIs = "the central bank's answer (a .json file)";

interface Answer {
  config?: { series?: { name?: unknown }[] };
  periods?: { name?: unknown; values?: unknown[] }[];
}

export const tipoCambio: Dataset<'rates'> = {
  name: 'tipo_cambio',
  kind: 'rates',
  title: 'Tipo de cambio del dólar: BCRP y SUNAT',
  publisher: 'Banco Central de Reserva del Perú; SUNAT',
  licence: 'BCRP: series may be used with the source named; SUNAT: no terms are stated',
  /** The question names its last month, and must never end before today. */
  get address() {
    const nextYear = new Date().getFullYear() + 1;
    return `https://estadisticas.bcrp.gob.pe/estadisticas/series/api/PN01205PM-PN01206PM-PN01207PM/json/2015-1/${nextYear}-12/esp`;
  },
  cadence: 'daily',
  parser: 1,
  layout: { files: { main: /\.json$|esp$/i, sunat: /tipo_?cambio[^/]*\.txt$/i }, mainIs, read },
};

/**
 * The series of the central bank, and the rate of the day that SUNAT publishes in addition: SUNAT's file alone would replace the series.
 */
async function* read(files: Record<string, SourceFile>, notes: Notes): AsyncGenerator<Rate> {
  if (await isBarred(files.main!)) throw new UnreadableFile('archive', `${mainIs} is missing`);
  let lines = 0;
  for (const file of Object.values(files)) {
    for await (const rate of (await isBarred(file)) ? daysRate(file, notes) : bankSeries(file, notes)) {
      lines += 1;
      yield rate;
    }
  }
  if (lines === 0) throw new UnreadableFile('form', 'there is no rate in it');
  notes.lines(lines);
}

/** SUNAT's text begins with a day; what the bank or its firewall sends does not. */
async function isBarred(file: SourceFile): Promise<boolean> {
  let start = '';
  for await (const chunk of file.open()) {
    start += chunk.toString('latin1');
    if (start.length >= 10) break;
  }
  return /^\d{1,2}\/\d{1,2}\/\d/.test(start.trimStart());
}

async function* bankSeries(file: SourceFile, notes: Notes): AsyncGenerator<Rate> {
  const { config, periods } = ((await jsonDocument(file.open())) ?? {}) as Answer;
  const series = config?.series?.map(({ name }) => seriesOf(String(name)));
  if (!series?.length || !Array.isArray(periods)) throw new UnreadableFile('header', 'the answer holds no series');
  if (!series.some(({ code }) => code === needed))
    throw new UnreadableFile(
      'header',
      `the answer lacks the series ${needed}, or names it differently: ${series.map(({ code }) => code).join(', ')}`,
    );
  for (const { code, isKnown } of series) if (!isKnown) notes.unknown(code);
  for (const [index, { name, values }] of periods.entries()) {
    const period = periodOf(String(name));
    if (!period || values?.length !== series.length) {
      notes.reject({ line: index + 1, reason: period ? 'columns' : 'no_such_day', text: JSON.stringify(periods[index]) });
      continue;
    }
    for (const [place, { code }] of series.entries()) {
      const value = String(values[place]).trim();
      // `n.d.` if there is none.
      yield { series: code, period, value: /^\d+(?:\.\d+)?$/.test(value) ? value : null };
    }
  }
}

async function* daysRate(file: SourceFile, notes: Notes): AsyncGenerator<Rate> {
  for await (const { line, cells } of barRecords(file.open())) {
    const [day, buying, selling] = [dayMonthYear(cells[0]!), cells[1]?.trim() ?? '', cells[2]?.trim() ?? ''];
    if (!day || ![buying, selling].every((rate) => /^\d+\.\d+$/.test(rate))) {
      notes.reject({ line, reason: day ? 'amount' : 'no_such_day', text: cells.join('|') });
      continue;
    }
    notes.published(day);
    yield { series: 'SUNAT_COMPRA', period: day, value: buying };
    yield { series: 'SUNAT_VENTA', period: day, value: selling };
  }
}
