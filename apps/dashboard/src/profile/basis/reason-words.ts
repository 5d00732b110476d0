import type { ScoreReason } from '@vigia/contracts';
import { withSourceNames } from '#language/sources.ts';
import type { es } from '#profile/words.es.ts';

type Words = Pick<typeof es, 'basis' | 'cards'>;

export function moduleName({ module }: Pick<ScoreReason, 'module'>, { basis, cards }: Words): string {
  if (module === null) return basis.together;
  return module === 'identificacion' ? basis.register : cards.alert.module[module];
}

/** The text of a reason where no column names its module: modules without data all have the same one. */
export function textAlone(reason: Pick<ScoreReason, 'module' | 'component' | 'text'>, words: Words): string {
  const text = withSourceNames(reason.text);
  return reason.component === 'sin_datos' ? `${moduleName(reason, words)} · ${text}` : text;
}

const classes = ['Sin alerta', 'Alerta baja', 'Alerta media', 'Alerta alta', 'Alerta crítica'];
const classOf = ({ atLeast }: ScoreReason) => classes.indexOf(atLeast ?? '');
const isVerdict = ({ component }: ScoreReason) => Number(component === 'no_procesado');

/** First that the profile is not classified, then by points, then by the required class; gaps come last. */
export function heaviest(reasons: readonly ScoreReason[]): ScoreReason[] {
  return reasons.toSorted((a, b) => isVerdict(b) - isVerdict(a) || b.points - a.points || classOf(b) - classOf(a));
}
