import { sourcesOf, type ProfileState, type Section, type SourceName } from '@vigia/contracts';

/** How a task of a load ended. */
export type ClosedState = 'data' | 'empty' | 'not_contracted' | 'unknown_taxpayer' | 'failed';

export interface ClosedTask {
  source: SourceName;
  state: ClosedState;
  failure: string | null;
}

/** An answer that an earlier load brought, kept while newer attempts fail. */
export interface KeptAnswer {
  source: SourceName;
  outcome: 'data' | 'empty' | 'not_contracted';
}

export function failedSources(tasks: ClosedTask[]): SourceName[] {
  return tasks.filter(({ state }) => state === 'failed').map(({ source }) => source);
}

export function taxpayerIsUnknown(tasks: ClosedTask[]): boolean {
  return tasks.some(({ source, state }) => source === 'identificacion' && state === 'unknown_taxpayer');
}

/** `partial` as soon as one source failed, as long as there is anything at all to show. */
export function profileState(tasks: ClosedTask[], kept: KeptAnswer[]): ProfileState {
  if (taxpayerIsUnknown(tasks)) return 'failed';
  const failed = failedSources(tasks).length;
  if (failed === 0) return 'succeeded';
  return kept.length === 0 ? 'failed' : 'partial';
}

export type SectionCode = 'SH10' | 'SH11' | 'SH20' | 'SH30' | 'SH50' | 'SH51';

/** The state of one section once all of its sources are closed. Earlier answers count: they stay when a refresh fails. */
export function sectionCode(section: Section, tasks: ClosedTask[], kept: KeptAnswer[]): SectionCode {
  const sources = sourcesOf(section);
  if (sources.length === 0) return 'SH20';
  const outcomes = kept.filter(({ source }) => sources.includes(source)).map(({ outcome }) => outcome);
  if (outcomes.includes('data')) return 'SH10';
  if (outcomes.includes('empty')) return 'SH11';
  if (outcomes.includes('not_contracted')) return 'SH30';
  const failures = tasks.filter(({ source }) => sources.includes(source)).map(({ failure }) => failure);
  return failures.length > 0 && failures.every((failure) => failure === 'timeout' || failure === 'deadline') ? 'SH51' : 'SH50';
}
