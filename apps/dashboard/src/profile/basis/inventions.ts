import { type Section, type SectionBasis, type SourceName, sourcesOf } from '@vigia/contracts';
import type { Basis } from './basis.tsx';

type Answer = Basis['latest'][number] | SectionBasis['sources'][number];

/** What the alert of the service is worked out of. */
const scored: readonly Section[] = ['identificacion', 'finanzas', 'judicial', 'laboral', 'boletin'];

/** How an answer came about: without news only the latest one says so, and of a day that has passed only the one that was kept. */
export function answerOf({ sections, latest }: Basis, name: SourceName): Answer | undefined {
  return latest.find(({ source }) => source === name) ?? sections.flatMap(({ sources }) => sources).find(({ source }) => source === name);
}

/** Whether a section rests on what the simulator invents. */
export function isInvented(basis: Basis, section: Section): boolean {
  const names = section === 'alerta_servicio' ? scored.flatMap(sourcesOf) : sourcesOf(section);
  return names.some((name) => answerOf(basis, name)?.simulated === true);
}
