import { overdueBands, type FinanzasSectionV1 } from '@vigia/contracts';
import { exactSum } from '../../domain/exact-amounts.js';
import { threePeriods } from '../../domain/three-periods.js';
import { isDirect } from './debt-period.js';
import type { Balance } from './raw-answer.js';

type BandVariation = FinanzasSectionV1['variaciones_financieras'][number];

// The last day overdue of every band but the last.
const lastDays = [0, 30, 60, 120];

function bandOf({ dias_vencidos }: Balance): number {
  return lastDays.filter((lastDay) => dias_vencidos > lastDay).length;
}

/** Direct debt by days overdue. The bands of a month add up to its `directa`; `balancesOf` gives null for a month without balances. */
export function bandVariations(latestMonth: string | null, balancesOf: (month: string) => readonly Balance[] | null): BandVariation[] {
  return overdueBands.map((tipo, band) => {
    const isCounted = (balance: Balance) => isDirect(balance) && bandOf(balance) === band;
    const amounts = threePeriods(latestMonth, (month) => {
      const balances = balancesOf(month);
      return balances && exactSum(balances.filter(isCounted).map(({ saldo }) => saldo));
    });
    return {
      tipo,
      monto_ultimo_periodo: amounts.latest,
      monto_seis_meses_anteriores: amounts.six,
      monto_doce_meses_anteriores: amounts.twelve,
      variacion_seis_meses: amounts.sinceSix,
      variacion_doce_meses: amounts.sinceTwelve,
    };
  });
}
