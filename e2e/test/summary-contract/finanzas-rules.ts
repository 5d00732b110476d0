import { creditRatings, type DebtPeriod, type FinanzasSection } from '@vigia/contracts';
import { monthNumber } from './period-rules.js';

type Direction = FinanzasSection['codeudores_avales']['a_favor'];

const cents = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
const distinct = (texts: readonly string[]) => new Set(texts).size;

/** Every rule between the fields of `finanzas` that does not hold. */
export function brokenFinanzasRules({ situacion, codeudores_avales, ...ratings }: FinanzasSection): string[] {
  const { actual, seis_meses, doce_meses } = situacion ?? { actual: null, seis_meses: null, doce_meses: null };
  const apart = (months: number, before: DebtPeriod | null) =>
    !before || (actual && monthNumber(actual.periodo) - monthNumber(before.periodo) === months);
  const rules: Record<string, unknown> = {
    'six months lie between the periods': apart(6, seis_meses),
    'twelve months lie between the periods': apart(12, doce_meses),
    'the latest period is the last update': !actual || actual.periodo === ratings.ultima_actualizacion,
    ...Object.fromEntries([actual, seis_meses, doce_meses].flatMap((period) => (period ? sums(period) : []))),
    ...ratingRules(ratings),
    ...directionRules('a_favor', codeudores_avales.a_favor),
    ...directionRules('como_garante', codeudores_avales.como_garante),
  };
  return Object.keys(rules).filter((rule) => !rules[rule]);
}

function sums(period: DebtPeriod): [string, boolean][] {
  const { periodo, vigente, ref_rees, vencida, judicial, otros, directa, indirecta, exposicion_total } = period;
  return [
    [`directa of ${periodo} is the sum of its five parts`, cents([directa]) === cents([vigente, ref_rees, vencida, judicial, otros])],
    [`exposicion_total of ${periodo} is directa and indirecta`, cents([exposicion_total]) === cents([directa, indirecta])],
    [`no amount of ${periodo} is negative`, Object.values(period).every((amount) => typeof amount !== 'number' || amount >= 0)],
  ];
}

type Ratings = Omit<FinanzasSection, 'situacion' | 'codeudores_avales'>;

function ratingRules({ peor_calificacion: worst, calificaciones_financieras: shares }: Ratings): Record<string, boolean> {
  const worse = creditRatings.slice(creditRatings.findIndex((rating) => rating === worst?.calificacion) + 1);
  const shareOf = (rating: string) => shares.find(({ calificacion }) => calificacion === rating)?.porcentaje ?? 0;
  const isRated = worst !== null && worst.calificacion !== 'SCAL';
  return {
    'the shares by rating sum to 100': cents(shares.map(({ porcentaje }) => porcentaje)) === (isRated ? 10_000 : 0),
    'each rating has one share': distinct(shares.map(({ calificacion }) => calificacion)) === shares.length,
    'SCAL has no share, every other rating has one': (worst?.porcentaje ?? null) === (isRated ? shareOf(worst.calificacion) : null),
    'nothing is rated worse than the worst rating': !isRated || worse.every((rating) => shareOf(rating) === 0),
  };
}

function directionRules(name: string, direction: Direction): Record<string, boolean> {
  const { total, por_aval, por_codeudor, avales, codeudores, contrapartes, vinculos } = direction;
  const linked = (rol: string) => vinculos.filter((link) => link.rol === rol);
  const amounts = (links: Direction['vinculos']) => cents(links.map(({ monto }) => monto ?? 0));
  const parties = (links: Direction['vinculos']) => distinct(links.map(({ contraparte }) => JSON.stringify(contraparte)));
  return {
    [`${name}: total is the sum of the links`]: cents([total]) === amounts(vinculos),
    [`${name}: total is the sum of both roles`]: cents([total]) === cents([por_aval, por_codeudor]),
    [`${name}: por_aval is the sum of its links`]: cents([por_aval]) === amounts(linked('aval')),
    [`${name}: counterparties are counted once`]:
      avales === parties(linked('aval')) && codeudores === parties(linked('codeudor')) && contrapartes === parties(vinculos),
    [`${name}: one link per counterparty, role and entity`]:
      distinct(vinculos.map(({ rol, contraparte, entidad }) => JSON.stringify([rol, contraparte, entidad]))) === vinculos.length,
    [`${name}: a co-debtor has no rating`]: linked('codeudor').every(({ calificacion }) => calificacion === null),
  };
}
