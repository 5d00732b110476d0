import { isDeepStrictEqual } from 'node:util';
import { sections, v1Name, type FinanzasSection, type FinanzasSectionV1, type SummaryV2 } from '@vigia/contracts';
import { brokenPeriodRules } from './period-rules.js';
import { repeatedInV1 } from './repeated-in-v1.js';
import { hasContent } from './summary-rules.js';

/** Where the summary of v1 does not say what that of v2 says. */
export function versionDifferences(v1: Record<string, unknown>, v2: SummaryV2): string[] {
  const root = (['taxId', 'activo'] as const).filter((name) => v1[name] !== v2[name]);
  const differing = sections.filter((section) => {
    const [old, { statusCode, data }] = [v1[v1Name(section)], v2[section]];
    if (!hasContent({ statusCode })) return old !== null;
    const repeated = repeatedInV1(section, data);
    return !isDeepStrictEqual(typeof repeated === 'object' ? sameFields(old, repeated) : old, repeated);
  });
  const debts = v1.finanzas ? unlikeBands(v1.finanzas as FinanzasSectionV1, v2.finanzas.data as FinanzasSection) : [];
  return [...[...root, ...debts, ...differing].map((name) => `${name} differs between the versions`), ...brokenPeriodRules(v1)];
}

function sameFields(old: unknown, repeated: object | null): object {
  return Object.fromEntries(Object.keys(repeated ?? {}).map((name) => [name, (old as Record<string, unknown> | null)?.[name]]));
}

/** The debt that v1 splits by days overdue is the one that v2 splits by situation. */
function unlikeBands({ variaciones_financieras }: FinanzasSectionV1, { situacion }: FinanzasSection): string[] {
  const periods = [
    ['monto_ultimo_periodo', situacion?.actual],
    ['monto_seis_meses_anteriores', situacion?.seis_meses],
    ['monto_doce_meses_anteriores', situacion?.doce_meses],
  ] as const;
  return periods.flatMap(([column, period]) => {
    const amounts = variaciones_financieras.flatMap((band) => band[column] ?? []);
    const sum = amounts.reduce((total, amount) => total + Math.round(amount * 100), 0);
    return sum === Math.round((period?.directa ?? 0) * 100) ? [] : `variaciones_financieras.${column}`;
  });
}
