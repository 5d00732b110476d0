import { cents } from '../domain/amount.js';
import type { Size } from '../domain/condition.js';
import type { Generator, Inquiry } from '../domain/inquiry.js';
import { type Month, monthText } from '../domain/month.js';
import type { Range } from '../domain/world.js';
import { exportCountries, exportHeadings, type Heading, importCountries, importHeadings } from '../material/trade.js';

/** Soles per dollar, monthly average: one series for the whole country. */
function exchangeRates({ world, taxpayer }: Inquiry, months: readonly Month[]) {
  return months.map((month) => {
    // One month of every year, so that each window of twelve has a gap.
    const missing = taxpayer.traits.tradeFigures === 'without_exchange_rate' && month % 12 === 4;
    const wave = 3.7 + 0.12 * Math.sin(month / 7);
    const average = Math.round((wave + world.stream('tipo_cambio', month).between([-0.03, 0.03])) * 10_000) / 10_000;
    return { periodo: monthText(month), promedio: missing ? null : average };
  });
}

const monthsPublished = 36;
const publicationLagMonths = 1;

const monthlyUsd: Record<Size, number> = { person: 2_000, micro: 6_000, small: 40_000, medium: 400_000, large: 4_000_000 };
const headingsTraded: Record<Size, Range> = { person: [1, 1], micro: [1, 2], small: [2, 4], medium: [3, 8], large: [8, 18] };

interface Flow {
  active: boolean;
  headings: readonly Heading[];
  countries: readonly string[];
}

interface Operation {
  periodo: string;
  partida: string;
  descripcion: string;
  pais: string;
  declaraciones: number;
  fob_usd: number;
}

/** Customs publishes by month, heading and country, in dollars. A taxpayer that does not trade gets an empty list, not null. */
function customsReport<T>(inquiry: Inquiry, flow: Flow, complete: (operation: Operation) => T) {
  const { taxpayer } = inquiry;
  if (!taxpayer.ruc) return null;
  if (taxpayer.traits.tradeFigures === 'pending') {
    return { pendiente_de_calculo: true, corte: null, operaciones: [], tipos_cambio: [] };
  }
  const months = inquiry.published(monthsPublished, publicationLagMonths);
  return {
    pendiente_de_calculo: false,
    corte: monthText(months.at(-1)!),
    operaciones: flow.active ? operations(inquiry, months, flow).map(complete) : [],
    tipos_cambio: exchangeRates(inquiry, months),
  };
}

function operations(inquiry: Inquiry, months: readonly number[], { headings, countries }: Flow): Operation[] {
  const { random, taxpayer } = inquiry;
  const lines = random.sample(headings, random.integer(...headingsTraded[taxpayer.condition.size]));
  const partners = random.sample(countries, random.integer(2, 4));
  const phase = random.integer(0, 11);
  const usual = monthlyUsd[taxpayer.condition.size] * random.between([0.5, 2]);
  return months.flatMap((month) => {
    const monthly = inquiry.in(month);
    const season = 1 + 0.4 * Math.sin((2 * Math.PI * (month + phase)) / 12);
    return lines.flatMap((line, i) => {
      // The first heading and the first country of the sample lead.
      const amount = (usual * season * monthly.between([0.7, 1.3])) / (i + 1) ** 2;
      const partner = monthly.chance(0.6) ? partners[0]! : monthly.pick(partners);
      const quiet = monthly.chance(0.15);
      const declarations = monthly.integer(1, 6);
      if (quiet) return [];
      return {
        periodo: monthText(month),
        partida: line.codigo,
        descripcion: line.nombre,
        pais: partner,
        declaraciones: declarations,
        fob_usd: cents(amount),
      };
    });
  });
}

/** Imports count at CIF, the sum of the three amounts. */
export const importaciones: Generator = (inquiry) =>
  customsReport(
    inquiry,
    { active: inquiry.taxpayer.traits.importer, headings: importHeadings, countries: importCountries },
    (operation: Operation) => ({
      ...operation,
      flete_usd: cents(operation.fob_usd * 0.08),
      seguro_usd: cents(operation.fob_usd * 0.01),
    }),
  );

/** Exports count at FOB. */
export const exportaciones: Generator = (inquiry) =>
  customsReport(
    inquiry,
    { active: inquiry.taxpayer.traits.exporter, headings: exportHeadings, countries: exportCountries },
    (operation: Operation) => operation,
  );
