import { isDeepStrictEqual } from 'node:util';
import { sections, v1Name, type Section, type SummaryV2 } from '@vigia/contracts';
import { brokenPeriodRules } from './period-rules.js';
import { hasContent } from './summary-rules.js';

type Content = Record<string, unknown>;

/** Of what v1 calls otherwise, as v1 calls it. */
const scoreNames: Record<string, string> = {
  puntaje_total: 'puntaje_riesgo_total',
  puntaje_maximo: 'puntaje_riesgo_maximo',
  clasificacion: 'clasificacion_riesgo',
};

const scoreClasses: Record<string, string> = {
  'Sin alerta': 'Sin riesgo',
  'Alerta baja': 'Riesgo bajo',
  'Alerta media': 'Riesgo medio',
  'Alerta alta': 'Riesgo alto',
  'Alerta crítica': 'Riesgo crítico',
  'No procesado': 'No procesado',
};

function scoreInV1(score: Content): Content {
  const { clasificacion, ...rest } = score;
  const renamed = { ...rest, clasificacion: scoreClasses[clasificacion as string] };
  return Object.fromEntries(Object.entries(renamed).map(([name, value]) => [scoreNames[name] ?? name, value]));
}

const only = (content: Content, names: string[]) => Object.fromEntries(names.map((name) => [name, content[name]]));

/** What a section of v1 has to say where v2 says `content`. Only some fields of finance and trade are in both. */
function sameInBoth(section: Section, content: Content): unknown {
  if (section === 'alerta_servicio') return scoreInV1(content);
  if (section === 'alerta_compliance') return content.nivel;
  if (section === 'finanzas') return only(content, ['ultima_actualizacion', 'calificaciones_financieras']);
  if (section === 'comercio_exterior')
    return only(
      content,
      Object.keys(content).filter((name) => name.startsWith('ultima_actualizacion')),
    );
  return content;
}

/** Where the summary of v1 does not say what that of v2 says. */
export function versionDifferences(v1: Content, v2: SummaryV2): string[] {
  const root = (['taxId', 'activo'] as const).filter((name) => v1[name] !== v2[name]);
  const differing = sections.filter((section) => {
    const [old, { statusCode, data }] = [v1[v1Name(section)], v2[section]];
    if (!hasContent({ statusCode })) return old !== null;
    const same = sameInBoth(section, data as Content);
    const shown = typeof same === 'object' ? only((old ?? {}) as Content, Object.keys(same as Content)) : old;
    return !isDeepStrictEqual(shown, same);
  });
  return [...root, ...differing].map((name) => `${name} differs between the versions`).concat(brokenPeriodRules(v1));
}
