import type { Section, SummaryData } from './api.js';

export function sectionsOf(summary: SummaryData): [string, Section][] {
  return Object.entries(summary).filter(
    (entry): entry is [string, Section] => typeof (entry[1] as Section | null)?.statusCode === 'string',
  );
}

/** How far a load is, in the words of its sections. */
export function describeSections(summary: SummaryData): string {
  const sections = sectionsOf(summary);
  const arrived = sections.filter(([, { statusCode }]) => statusCode !== 'SH20');
  return `${arrived.length} of ${sections.length} sections`;
}
