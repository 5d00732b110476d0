import type { ComercioExteriorSection, TradeFlow } from '@vigia/contracts';
import { monthNumber } from './period-rules.js';

type Trade = ComercioExteriorSection;

/** Every rule between the fields of `comercio_exterior` that does not hold. */
export function brokenTradeRules(trade: Trade): string[] {
  const [imports, exports] = trade.resumen as [TradeFlow, TradeFlow];
  const { es_importador, es_exportador, pendiente_de_calculo, corte_publicacion } = trade;
  const rules: Record<string, boolean> = {
    'imports at CIF come first, then exports at FOB':
      trade.resumen.map(({ tipo, valor }) => `${tipo} ${valor}`).join() === 'Importaciones CIF,Exportaciones FOB',
    'what is not computed is not told':
      !pendiente_de_calculo ||
      (es_importador === null && es_exportador === null && trade.resumen.every(({ ventanas }) => ventanas.length === 0)),
    ...flowRules(imports, corte_publicacion.importaciones, es_importador, pendiente_de_calculo),
    ...flowRules(exports, corte_publicacion.exportaciones, es_exportador, pendiente_de_calculo),
  };
  return Object.keys(rules).filter((rule) => !rules[rule]);
}

function flowRules({ tipo, ventanas, principal_partida }: TradeFlow, cut: string | null, active: boolean | null, pending: boolean) {
  const isShare = (share: number | null) => share === null || (share > 0 && share <= 100);
  return {
    [`${tipo}: three windows, or none without a cut`]:
      ventanas.map(({ ventana }) => ventana).join() === (cut === null || pending ? '' : '1,2,3'),
    [`${tipo}: the windows follow each other, twelve months each, from the cut back`]: ventanas.every(
      ({ desde, hasta }, i) => monthNumber(hasta) === monthNumber(cut) - 12 * i && monthNumber(hasta) - monthNumber(desde) === 11,
    ),
    [`${tipo}: active is who has operations in the current window`]: active === (ventanas[0] ? ventanas[0].numero_operaciones > 0 : null),
    [`${tipo}: the change is to the window before, null without a base`]: ventanas.every(
      ({ monto_soles, variacion_porcentaje }, i) => variacion_porcentaje === change(monto_soles, ventanas[i + 1]?.monto_soles ?? null),
    ),
    [`${tipo}: a country and its share come together`]: ventanas.every(
      ({ principal_pais, participacion_principal_pais: share }) => (principal_pais === null) === (share === null) && isShare(share),
    ),
    [`${tipo}: the main heading has a share`]: isShare(principal_partida?.participacion ?? null),
  };
}

function change(amount: number | null, base: number | null): number | null {
  if (amount === null || base === null || base === 0) return null;
  return Math.round(((amount - base) / base) * 10_000) / 100 + 0;
}
