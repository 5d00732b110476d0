import { overdueBands, type DebtPeriod, type FinanzasSectionV1 } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { exactSum, threePeriods } from '../../domain/periods.js';
import { soles } from '../../domain/register-values.js';

export const balance = Type.Object({
  /** The first four digits give the kind of balance; the third of them is the currency. */
  cuenta: Type.String({ pattern: '^[0-9]{4,}$' }),
  dias_vencidos: Type.Integer({ minimum: 0 }),
  saldo: soles,
});
type Balance = Static<typeof balance>;

/**
 * The first match counts: whatever the earlier lines leave of 14 is another direct debt. Beside what is written off, 81 has the interest in
 * suspense of every overdue debtor, so only the accounts in this table are shown.
 */
const accounts = [
  ['vigente', /^14.1/],
  ['ref_rees', /^14.[34]/],
  ['vencida', /^14.5/],
  ['judicial', /^14.6/],
  ['provisiones', /^14.9/],
  ['otros', /^14/],
  ['indirecta', /^71/],
  ['linea_credito', /^72.5/],
  ['castigada', /^81.3/],
  ['garantias', /^84.4/],
] as const;
type Kind = (typeof accounts)[number][0];

const directKinds: readonly (Kind | undefined)[] = ['vigente', 'ref_rees', 'vencida', 'judicial', 'otros'];

function kindOf({ cuenta }: Balance): Kind | undefined {
  return accounts.find(([, start]) => start.test(cuenta))?.[0];
}

function isDirect(balance: Balance): boolean {
  return directKinds.includes(kindOf(balance));
}

export function debtPeriod(periodo: string, balances: readonly Balance[]): DebtPeriod {
  const reported = (kind: Kind) => balances.filter((balance) => kindOf(balance) === kind).map(({ saldo }) => saldo);
  const sumOf = (kind: Kind) => exactSum(reported(kind));
  const sumIfReported = (kind: Kind) => (reported(kind).length > 0 ? sumOf(kind) : null);
  const direct = {
    vigente: sumOf('vigente'),
    ref_rees: sumOf('ref_rees'),
    vencida: sumOf('vencida'),
    judicial: sumOf('judicial'),
    otros: sumOf('otros'),
  };
  const directa = exactSum(Object.values(direct));
  const indirecta = sumOf('indirecta');
  return {
    periodo,
    ...direct,
    directa,
    indirecta,
    exposicion_total: exactSum([directa, indirecta]),
    linea_credito: sumOf('linea_credito'),
    castigada: sumOf('castigada'),
    garantias: sumIfReported('garantias'),
    provisiones: sumIfReported('provisiones'),
  };
}

type BandVariation = FinanzasSectionV1['variaciones_financieras'][number];

/** The last overdue day of each band except the last. */
const lastDays = [0, 30, 60, 120];

function bandOf({ dias_vencidos }: Balance): number {
  return lastDays.filter((lastDay) => dias_vencidos > lastDay).length;
}

/** Direct debt by days overdue. The bands of a month add up to its `directa`; `balancesOf` returns null for a month without balances. */
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
