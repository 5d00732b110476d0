import type { TradeFlow, TradeFlowV1, TradeWindow } from '@vigia/contracts';
import { lastDayOf, monthsBefore, periodDays, threePeriods } from '../../../domain/periods.js';
import { inSoles, leader, tradeLines, type CustomsReport, type Operation, type Rates, type TradeLine } from './trade-lines.js';

/** The part of the section, in both versions, that one direction of trade fills. */
export interface TradePiece {
  pendiente_de_calculo: boolean;
  con_actividad: boolean | null;
  corte_publicacion: string | null;
  resumen: TradeFlow;
  resumen_v1: TradeFlowV1;
  ultima_actualizacion: string | null;
}

interface Direction<O extends Operation> extends Pick<TradeFlow, 'tipo' | 'valor'> {
  /** The parts of an operation's value. */
  amounts: (operation: O) => number[];
}

export function tradePiece<O extends Operation>({ tipo, valor, amounts }: Direction<O>, raw: CustomsReport<O> | null): TradePiece {
  const pending = raw?.pendiente_de_calculo ?? false;
  const corte = raw?.corte ?? null;
  const cut = pending ? null : corte;
  const isPublished = (month: string) => raw?.meses_publicados?.includes(month) ?? true;
  const isRead = (month: string) => isPublished(month) && !raw?.meses_incompletos?.includes(month);
  const lines = raw ? tradeLines(raw, amounts).filter(({ month }) => isPublished(month)) : [];
  const rates = new Map(raw?.tipos_cambio.map(({ periodo, promedio }) => [periodo, promedio]));
  const ventanas = cut ? tradeWindows(cut, lines, rates, { isPublished, declarationsOf: declarationsOf(raw!, lines, isPublished) }) : [];
  const current = ventanas.find(({ ventana }) => ventana === 1);
  return {
    pendiente_de_calculo: pending,
    con_actividad: current ? activityIn(current, isRead) : null,
    corte_publicacion: corte,
    resumen: {
      tipo,
      valor,
      ventanas,
      principal_partida: current ? mainHeading(linesBetween(lines, current.desde, current.hasta)) : null,
    },
    resumen_v1: { tipo, ...threeMonthsOf(cut, lines, rates, isPublished) },
    ultima_actualizacion: corte && lastDayOf(corte),
  };
}

/** One operation is activity. Inactivity is known only if every month of the window was published, and every line of it could be read. */
function activityIn({ hasta, numero_operaciones }: TradeWindow, isRead: (month: string) => boolean): boolean | null {
  if (numero_operaciones > 0) return true;
  return monthsTo(hasta).every(isRead) ? false : null;
}

function mainHeading(lines: readonly TradeLine[]): TradeFlow['principal_partida'] {
  const heading = leader(lines, 'heading');
  const line = lines.find((line) => line.heading === heading?.name);
  return heading && line ? { codigo: heading.name, nombre: line.headingName, participacion: heading.percentage } : null;
}

/** The month of the cut, and the months six and twelve months before. A published month without trade is 0. */
function threeMonthsOf(
  cut: string | null,
  lines: readonly TradeLine[],
  rates: Rates,
  isPublished: Published['isPublished'],
): Omit<TradeFlowV1, 'tipo'> {
  const amounts = threePeriods(cut, (month) => (isPublished(month) ? inSoles(linesBetween(lines, month, month), rates) : null));
  return {
    monto_ultimo_periodo: amounts.latest,
    monto_seis_meses_anteriores: amounts.six,
    monto_doce_meses_anteriores: amounts.twelve,
    ...periodDays(amounts),
    variacion_seis_meses: amounts.sinceSix,
    variacion_doce_meses: amounts.sinceTwelve,
  };
}

const windowMonths = 12;

function monthsTo(last: string): string[] {
  return Array.from({ length: windowMonths }, (_, i) => monthsBefore(last, windowMonths - 1 - i));
}

interface Published {
  isPublished: (month: string) => boolean;
  declarationsOf: (from: string, to: string) => number;
}

function declarationsOf(
  raw: CustomsReport<Operation>,
  lines: readonly TradeLine[],
  isPublished: Published['isPublished'],
): Published['declarationsOf'] {
  const counted = raw.declaraciones_del_mes?.map(({ periodo, declaraciones }) => ({ month: periodo, declarations: declaraciones }));
  return (from, to) =>
    (counted ?? lines)
      .filter(({ month }) => from <= month && month <= to && isPublished(month))
      .reduce((sum, { declarations }) => sum + declarations, 0);
}

/** Three consecutive windows of twelve months, newest first. A window without any published month is left out: it is not 0. */
function tradeWindows(cut: string, lines: readonly TradeLine[], rates: Rates, { isPublished, declarationsOf }: Published): TradeWindow[] {
  const windows = ([1, 2, 3] as const).map((ventana) => {
    const hasta = monthsBefore(cut, (ventana - 1) * windowMonths);
    const months = monthsTo(hasta);
    const inWindow = linesBetween(lines, months[0]!, hasta);
    const published = months.filter(isPublished).length;
    return { ventana, desde: months[0]!, hasta, lines: inWindow, published, monto_soles: inSoles(inWindow, rates) };
  });
  const amountOf = (i: number) => (windows[i]?.published === windowMonths ? windows[i].monto_soles : null);
  return windows
    .map(({ ventana, desde, hasta, lines, monto_soles, published }, i) => {
      const country = leader(lines, 'country');
      const window: TradeWindow = {
        ventana,
        desde,
        hasta,
        monto_soles,
        numero_operaciones: declarationsOf(desde, hasta),
        // Two windows can only be compared if both are completely known.
        variacion_porcentaje: percentageChange(amountOf(i), amountOf(i + 1)),
        principal_pais: country?.name ?? null,
        participacion_principal_pais: country?.percentage ?? null,
      };
      return { window, published };
    })
    .filter(({ published }) => published > 0)
    .map(({ window }) => window);
}

function linesBetween(lines: readonly TradeLine[], from: string, to: string): TradeLine[] {
  return lines.filter(({ month }) => from <= month && month <= to);
}

function percentageChange(amount: number | null, base: number | null): number | null {
  if (amount === null || !base) return null;
  // Adding 0 turns -0 into 0.
  return Math.round(((amount - base) / base) * 10_000) / 100 + 0;
}
