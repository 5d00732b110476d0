import type { DebtPeriod } from '@vigia/contracts';
import { exactSum } from '../../domain/exact-amounts.js';
import type { Balance } from './raw-answer.js';

/** By the beginning of the account; its third digit is the currency. The first that fits, so that what is left of 14 is another direct situation. */
const accounts = [
  ['vigente', /^14.1/],
  ['ref_rees', /^14.[34]/],
  ['vencida', /^14.5/],
  ['judicial', /^14.6/],
  ['provisiones', /^14.9/],
  ['otros', /^14/],
  ['indirecta', /^71/],
  ['linea_credito', /^72/],
  ['castigada', /^81/],
  ['garantias', /^84/],
] as const;
type Kind = (typeof accounts)[number][0];

const directKinds: readonly (Kind | undefined)[] = ['vigente', 'ref_rees', 'vencida', 'judicial', 'otros'];

function kindOf({ cuenta }: Balance): Kind | undefined {
  return accounts.find(([, start]) => start.test(cuenta))?.[0];
}

export function isDirect(balance: Balance): boolean {
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
