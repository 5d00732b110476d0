import { scoredSources, type Section, type SectionBasis, sourcesOf } from '@vigia/contracts';
import type { Basis } from './basis.tsx';

type Answer = Basis['latest'][number] | SectionBasis['sources'][number];

/**
 * The answer of a source that tells its origin: the latest one, because an unchanged answer is not kept again; for a past day, the kept
 * one.
 */
export function answerOf({ sections, latest }: Basis, name: string): Answer | undefined {
  return latest.find(({ source }) => source === name) ?? sections.flatMap(({ sources }) => sources).find(({ source }) => source === name);
}

/** Whether a section depends on simulated answers. */
export function isInvented(basis: Basis, section: Section): boolean {
  const names = section === 'alerta_servicio' ? scoredSources : sourcesOf(section);
  return names.some((name) => answerOf(basis, name)?.simulated === true);
}
