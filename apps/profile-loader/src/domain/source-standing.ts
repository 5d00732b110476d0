import { prerequisitesOf, sourcesFor, sourcesOf, type DocType, type ProfileState, type Section, type SourceName } from '@vigia/contracts';
import type { FailureReason } from './source-answer.js';

/** How one source of a document stands: its last good answer, and why the last attempt failed, if it did. */
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
 * The sources that a load has to ask: whatever is old, incomplete, missing or failed, whatever was not contracted and may be by now, and
 * whatever builds on one of those.
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

/** That a taxpayer has never been known is no failure, and neither is that nobody could be screened then. */
export function failedSources(standings: readonly SourceStanding[]): SourceName[] {
  const isUnknown = taxpayerIsUnknown(standings);
  const isFailed = (standing: SourceStanding) =>
    standing.failure !== null && !neverKnewTheTaxpayer(standing) && !(isUnknown && standing.failure === nobodyToScreen);
  return standings.filter(isFailed).map(({ source }) => source);
}

/** The registry has never known the taxpayer. Where it once did, its "no" of today counts as a failed attempt. */
export function taxpayerIsUnknown(standings: readonly SourceStanding[]): boolean {
  return standings.some(neverKnewTheTaxpayer);
}

function neverKnewTheTaxpayer({ source, outcome, failure }: SourceStanding): boolean {
  return source === 'identificacion' && outcome === null && failure === unknownTaxpayer;
}

/** `partial` as soon as one source failed, as long as there is anything at all to show. */
export function profileState(standings: readonly SourceStanding[]): ProfileState {
  if (taxpayerIsUnknown(standings)) return 'failed';
  if (standings.every(({ failure }) => failure === null)) return 'succeeded';
  return standings.some(({ outcome }) => outcome === 'data' || outcome === 'empty') ? 'partial' : 'failed';
}

type SectionCode = 'SH10' | 'SH11' | 'SH30' | 'SH40' | 'SH50' | 'SH51';

/** The state of a section whose sources are all closed. Earlier answers count: they stay when a newer attempt fails. */
export function sectionCode(section: Section, docType: DocType, standings: readonly SourceStanding[]): SectionCode {
  const sources = sourcesOf(section).filter((source) => sourcesFor(docType).includes(source));
  if (sources.length === 0) return 'SH40';
  const own = standings.filter(({ source }) => sources.includes(source));
  const outcomes = own.map(({ outcome }) => outcome);
  if (outcomes.includes('data')) return 'SH10';
  // A screening without anybody's name is none, and nothing registered about it would read as clean.
  if (outcomes.includes('empty')) return section === 'alerta_compliance' ? 'SH50' : 'SH11';
  const failures = own.flatMap(({ failure }) => failure ?? []);
  // One that failed is contracted: the section waits for it, whatever else nobody has contracted.
  if (failures.length === 0) return outcomes.includes('not_contracted') ? 'SH30' : 'SH50';
  return failures.every((failure) => failure === 'timeout' || failure === 'deadline') ? 'SH51' : 'SH50';
}

export function hasContent(statusCode: string): boolean {
  return statusCode === 'SH10' || statusCode === 'SH11';
}
