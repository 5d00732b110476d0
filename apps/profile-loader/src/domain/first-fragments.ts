import { awaitedFragments, sections, sectionsInUse, type DocType } from '@vigia/contracts';

/**
 * What a profile has before any source has answered. New sections that are not in use yet stay missing, so that the release that asks their
 * sources reads them as awaited.
 */
export function firstFragments(docType: DocType): { v1: string[]; v2: string[] } {
  const { v1, v2 } = awaitedFragments(docType);
  const stored = sections.indexOf(sectionsInUse().at(-1)!) + 1;
  return { v1: v1.slice(0, stored), v2: v2.slice(0, stored) };
}
