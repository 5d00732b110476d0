import {
  appliesTo,
  prerequisitesOf,
  sectionsInUse,
  sourcesFor,
  sourcesIn,
  sourcesOf,
  type DocType,
  type ProfileState,
  type Section,
  type SourceName,
} from '@vigia/contracts';
import type { FailureReason } from './source-answer.js';

/** The standing of one source of a document: its last good answer, and why the last attempt failed, if it did. */
export interface SourceStanding {
  source: SourceName;
  outcome: 'data' | 'empty' | 'not_contracted' | null;
  failure: string | null;
}

export interface DatedStanding extends SourceStanding {
  answeredAt: Date | null;
  complete: boolean;
}

const neverAsked = { outcome: null, failure: null, answeredAt: null, complete: false } as const;

/**
 * The sources that a load must ask: all that are old, incomplete, missing or failed, those that were not contracted and may be now, and
 * those that depend on one of these.
 */
export function sourcesToAsk(
  docType: DocType,
  standings: readonly DatedStanding[],
  notBefore: Date,
  renewed: Partial<Record<SourceName, Date>> = {},
): SourceName[] {
  const isFresh = (source: SourceName) => {
    const { outcome, failure, answeredAt, complete }: Omit<DatedStanding, 'source'> =
      standings.find((standing) => standing.source === source) ?? neverAsked;
    if (outcome === null || failure !== null || !complete || answeredAt === null || answeredAt < notBefore) return false;
    return outcome !== 'not_contracted' || !(renewed[source] && renewed[source] > answeredAt);
  };
  const stale = sourcesFor(docType).filter((source) => !isFresh(source));
  return withDependants(docType, stale);
}

export function withDependants(docType: DocType, asked: readonly SourceName[]): SourceName[] {
  return sourcesFor(docType).filter(
    (source) => asked.includes(source) || prerequisitesOf(source).some((prerequisite) => asked.includes(prerequisite)),
  );
}

const unknownTaxpayer = 'unknown_taxpayer';
const nobodyToScreen = 'nobody_to_screen' satisfies FailureReason;

/**
 * For those who load a profile it is no failure that a taxpayer was never known, or that there was nobody to screen. A profile that was read
 * before lacks both.
 */
export function failedSources(standings: readonly SourceStanding[], wasRead = false): SourceName[] {
  const isUnknown = !wasRead && taxpayerIsUnknown(standings);
  const isFailed = (standing: SourceStanding) =>
    standing.failure !== null && !(isUnknown && (neverKnewTheTaxpayer(standing) || standing.failure === nobodyToScreen));
  return standings.filter(isFailed).map(({ source }) => source);
}

/** The registry, now that it is asked, does not know the taxpayer. If it once did, today's "no" counts as a failed attempt. */
export function taxpayerIsUnknown(standings: readonly SourceStanding[]): boolean {
  return standings.some(neverKnewTheTaxpayer);
}

function neverKnewTheTaxpayer({ source, outcome, failure }: SourceStanding): boolean {
  return source === 'identificacion' && (outcome === null || outcome === 'not_contracted') && failure === unknownTaxpayer;
}

/** It failed and has never said what it holds. */
export function isUnread({ outcome, failure }: SourceStanding): boolean {
  return failure !== null && outcome !== 'data' && outcome !== 'empty';
}

/** What a load comes to: `partial` as soon as one source failed, if there is anything at all to show. */
export function profileState(standings: readonly SourceStanding[]): ProfileState {
  if (taxpayerIsUnknown(standings)) return 'failed';
  if (standings.every(({ failure }) => failure === null)) return 'succeeded';
  return standings.some(({ outcome }) => outcome === 'data' || outcome === 'empty') ? 'partial' : 'failed';
}

type SectionCode = 'SH10' | 'SH11' | 'SH30' | 'SH40' | 'SH50' | 'SH51';

/** The state of a section whose sources are all closed. Earlier answers count: they stay if a newer attempt fails. */
export function sectionCode(section: Section, docType: DocType, standings: readonly SourceStanding[]): SectionCode {
  // The next release may ask about a section that this one has not in use yet, and a worker of this one may answer.
  const isInUse = sectionsInUse().includes(section);
  if (isInUse && !appliesTo(section, docType)) return 'SH40';
  const asked = isInUse ? sourcesIn(section, docType) : sourcesOf(section);
  const own = standings.filter(({ source }) => asked.includes(source));
  const outcomes = own.map(({ outcome }) => outcome);
  if (outcomes.includes('data')) return 'SH10';
  // A failed source is contracted: the section waits for it, whatever others hold nothing or are not contracted.
  const failures = own.filter(isUnread).map(({ failure }) => failure);
  if (failures.length > 0) return failures.every((failure) => failure === 'timeout' || failure === 'deadline') ? 'SH51' : 'SH50';
  // A screening without any name is no screening, and "nothing registered" would look like a clean result.
  if (outcomes.includes('empty')) return section === 'alerta_compliance' ? 'SH50' : 'SH11';
  return outcomes.includes('not_contracted') ? 'SH30' : 'SH50';
}
