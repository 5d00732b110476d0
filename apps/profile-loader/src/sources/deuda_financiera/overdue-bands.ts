import { overdueBands, type FinanzasSectionV1 } from '@vigia/contracts';
import { isDirect } from './debt-period.js';
import { exactDifference, exactSum } from './exact-amounts.js';
import type { Balance } from './raw-answer.js';

type BandVariation = FinanzasSectionV1['variaciones_financieras'][number];
type Balances = readonly Balance[] | null;

// The last day overdue of every band but the last.
const lastDays = [0, 30, 60, 120];

function bandOf({ dias_vencidos }: Balance): number {
  return lastDays.filter((lastDay) => dias_vencidos > lastDay).length;
}

/** Direct debt by days overdue. The bands of a period add up to its `directa`; null stands for a period without balances. */
export function bandVariations(latest: Balances, sixMonthsBefore: Balances, twelveMonthsBefore: Balances): BandVariation[] {
  return overdueBands.map((tipo, band) => {
    const amountIn = (balances: Balances) =>
      balances && exactSum(balances.filter((balance) => isDirect(balance) && bandOf(balance) === band).map(({ saldo }) => saldo));
    const now = amountIn(latest);
    const [then6, then12] = [amountIn(sixMonthsBefore), amountIn(twelveMonthsBefore)];
    return {
      tipo,
      monto_ultimo_periodo: now,
      monto_seis_meses_anteriores: then6,
      monto_doce_meses_anteriores: then12,
      variacion_seis_meses: exactDifference(now, then6),
      variacion_doce_meses: exactDifference(now, then12),
    };
  });
}
