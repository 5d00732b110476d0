import type { TradeFlow, TradeFlowV1 } from '@vigia/contracts';
import { lastDayOf } from '../../../domain/calendar.js';
import { periodDays, threePeriods } from '../../../domain/three-periods.js';
import type { CustomsReport, Operation } from './customs-report.js';
import { inSoles, leader, tradeLines, type Rates, type TradeLine } from './trade-lines.js';
import { linesBetween, tradeWindows } from './trade-windows.js';

/** What one direction of trade gives to either version of the section. */
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

/** The month of the cut, and the same month six and twelve months before. Customs published them all: one without trade is 0. */
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
