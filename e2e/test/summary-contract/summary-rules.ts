import {
  sections,
  sourceNames,
  sourcesOf,
  type AlertaServicioSection,
  type ComercioExteriorSection,
  type FinanzasSection,
  type LaboralSection,
  type LegalSection,
  type Section,
  type SummaryV2,
} from '@vigia/contracts';
import { brokenFinanzasRules } from './finanzas-rules.js';
import { brokenPeriodRules } from './period-rules.js';
import { brokenTradeRules } from './trade-rules.js';

type Rules = (content: never) => string[];

const sectionRules: Partial<Record<Section, Rules>> = {
  finanzas: (content: FinanzasSection) => brokenFinanzasRules(content),
  comercio_exterior: (content: ComercioExteriorSection) => brokenTradeRules(content),
  legal: (content: LegalSection) => broken(legalRules(content)),
  laboral: (content: LaboralSection) => broken(laboralRules(content)),
  alerta_servicio: (content: AlertaServicioSection) => broken(scoreRules(content)),
};

export function hasContent({ statusCode }: { statusCode: string }): boolean {
  return statusCode === 'SH10' || statusCode === 'SH11';
}

/** Every rule between the fields of a summary of v2 that does not hold; the load is over. */
export function brokenRules(summary: SummaryV2): string[] {
  const inSections = sections.flatMap((section) => {
    const { statusCode, data } = summary[section];
    const full = Object.keys(data).length > 0;
    if (full !== hasContent({ statusCode })) return [`${section}: ${full ? 'content' : 'no content'} with ${statusCode}`];
    return full ? [...(sectionRules[section]?.(data as never) ?? []), ...brokenPeriodRules(data)].map((rule) => `${section}: ${rule}`) : [];
  });
  return [...broken(rootRules(summary)), ...inSections];
}

function broken(rules: Record<string, boolean>): string[] {
  return Object.keys(rules).filter((rule) => !rules[rule]);
}

function rootRules(summary: SummaryV2): Record<string, boolean> {
  const { estado, subhelpers_fallidos } = summary;
  const known: readonly string[] = sourceNames;
  return {
    'the load is over': estado !== 'loading' && sections.every((section) => summary[section].statusCode !== 'SH20'),
    'only sources fail': subhelpers_fallidos.every((name) => known.includes(name)),
    'a source failed exactly when the state says so': estado === 'failed' || (estado === 'partial') === subhelpers_fallidos.length > 0,
    'a failed load has data from no source':
      estado !== 'failed' || sections.every((section) => sourcesOf(section).length === 0 || summary[section].statusCode !== 'SH10'),
  };
}

function legalRules({ representantes_legales, ultima_actualizacion }: LegalSection): Record<string, boolean> {
  const beginnings = representantes_legales.flatMap(({ fecha_inicio }) => fecha_inicio ?? []);
  return { 'the last update is the youngest position': ultima_actualizacion === (beginnings.toSorted().at(-1) ?? null) };
}

function laboralRules({ datos_trabajadores }: LaboralSection): Record<string, boolean> {
  const [total, ...parts] = datos_trabajadores;
  const columns = ['cantidad_ultimo_periodo', 'cantidad_seis_meses_anteriores', 'cantidad_doce_meses_anteriores'] as const;
  const isSum = (column: (typeof columns)[number]) => {
    const amounts = parts.map((part) => part[column]).filter((amount) => amount !== null);
    return total?.[column] === (amounts.length > 0 ? amounts.reduce((sum, amount) => sum + amount) : null);
  };
  return {
    'the total comes first, then its parts':
      datos_trabajadores.map(({ tipo }) => tipo).join() === 'Total,Trabajadores,Pensionistas,Prestadores',
    'the total is the sum of its parts': columns.every(isSum),
  };
}

function scoreRules(score: AlertaServicioSection): Record<string, boolean> {
  const modules = ['finanzas', 'judicial', 'laboral', 'boletin'] as const;
  const included = modules.filter((module) => score.modulos_incluidos.includes(module));
  const sum = (numbers: (number | null)[]) => numbers.reduce<number>((total, number) => total + (number ?? 0), 0);
  return {
    'the total is the sum of the modules': score.puntaje_total === sum(modules.map((module) => score[`puntaje_${module}`])),
    'the maximum is that of the included modules':
      score.puntaje_maximo === sum(included.map((module) => score[`puntaje_maximo_${module}`])),
    'exactly the included modules have points': modules.every(
      (module) => included.includes(module) === (score[`puntaje_${module}`] !== null),
    ),
    'nothing is without alert unless everything was read':
      score.clasificacion !== 'Sin alerta' || (included.length === modules.length && score.omisiones_tributarias === false),
    'no module is above its maximum': modules.every((module) => (score[`puntaje_${module}`] ?? 0) <= score[`puntaje_maximo_${module}`]),
  };
}
