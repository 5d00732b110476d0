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
  /** What the value of an operation is made of. */
  amounts: (operation: O) => number[];
}

export function tradePiece<O extends Operation>({ tipo, valor, amounts }: Direction<O>, raw: CustomsReport<O> | null): TradePiece {
  const pending = raw?.pendiente_de_calculo ?? false;
  const corte = raw?.corte ?? null;
  const cut = pending ? null : corte;
  const lines = raw ? tradeLines(raw, amounts) : [];
  const rates = new Map(raw?.tipos_cambio.map(({ periodo, promedio }) => [periodo, promedio]));
  const ventanas = cut ? tradeWindows(cut, lines, rates) : [];
  const current = ventanas[0];
  return {
    pendiente_de_calculo: pending,
    con_actividad: current ? current.numero_operaciones > 0 : null,
    corte_publicacion: corte,
    resumen: {
      tipo,
      valor,
      ventanas,
      principal_partida: current ? mainHeading(linesBetween(lines, current.desde, current.hasta)) : null,
    },
    resumen_v1: { tipo, ...threeMonthsOf(cut, lines, rates) },
    ultima_actualizacion: corte && lastDayOf(corte),
  };
}

function mainHeading(lines: readonly TradeLine[]): TradeFlow['principal_partida'] {
  const heading = leader(lines, 'heading');
  const line = lines.find((line) => line.heading === heading?.name);
  return heading && line ? { codigo: heading.name, nombre: line.headingName, participacion: heading.percentage } : null;
}

/** The month of the cut, and the same month six and twelve months before. Customs has published all three: one without trade is 0. */
function threeMonthsOf(cut: string | null, lines: readonly TradeLine[], rates: Rates): Omit<TradeFlowV1, 'tipo'> {
  const amounts = threePeriods(cut, (month) => inSoles(linesBetween(lines, month, month), rates));
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

/** Three consecutive windows of twelve months, the most recent one first. */
function tradeWindows(cut: string, lines: readonly TradeLine[], rates: Rates): TradeWindow[] {
  const windows = ([1, 2, 3] as const).map((ventana) => {
    const hasta = monthsBefore(cut, (ventana - 1) * windowMonths);
    const desde = monthsBefore(hasta, windowMonths - 1);
    const inWindow = linesBetween(lines, desde, hasta);
    return { ventana, desde, hasta, lines: inWindow, monto_soles: inSoles(inWindow, rates) };
  });
  return windows.map(({ ventana, desde, hasta, lines, monto_soles }, i) => {
    const country = leader(lines, 'country');
    return {
      ventana,
      desde,
      hasta,
      monto_soles,
      numero_operaciones: lines.reduce((sum, { declarations }) => sum + declarations, 0),
      variacion_porcentaje: percentageChange(monto_soles, windows[i + 1]?.monto_soles ?? null),
      principal_pais: country?.name ?? null,
      participacion_principal_pais: country?.percentage ?? null,
    };
  });
}

function linesBetween(lines: readonly TradeLine[], from: string, to: string): TradeLine[] {
  return lines.filter(({ month }) => from <= month && month <= to);
}

function percentageChange(amount: number | null, base: number | null): number | null {
  if (amount === null || !base) return null;
  // Adding 0 turns -0 into 0.
  return Math.round(((amount - base) / base) * 10_000) / 100 + 0;
}
