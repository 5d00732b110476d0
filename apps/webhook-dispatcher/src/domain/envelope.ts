import { type ApiVersion, type ProfileState, summaryData, type SummaryView } from '@vigia/contracts';

/** The same request always has the same event: a client that repeats it finds the event of the first call. */
export function triggerIdOf(requestId: string): string {
  return `trg_${requestId.replaceAll('-', '')}`;
}

/** Samples and previews have no event. */
export const noTriggerId = triggerIdOf('00000000-0000-0000-0000-000000000000');

export interface Announced {
  triggerId: string;
  taxId: string;
  view: SummaryView;
  loadState: ProfileState;
  /** Sources that had not answered by the time of sending. */
  openSources: string[];
}

/**
 * The body of a delivery. It is text instead of an object: stored sections are sent unchanged, and the signature covers exactly what is
 * sent.
 */
export function envelopeText(version: ApiVersion, { triggerId, taxId, view, loadState, openSources }: Announced): string {
  const head = `"triggerId":"${triggerId}","taxId":"${taxId}"`;
  const data = `"data":${summaryData(version, taxId, view)}`;
  if (version === 'v2') return `{${head},${data}}`;
  const failedSubhelpers = loadState === 'partial' ? [...new Set([...view.failedSources, ...openSources])] : null;
  return `{${head},"profileLoadStatus":"${loadState}","failedSubhelpers":${JSON.stringify(failedSubhelpers)},${data}}`;
}

/** v1 has no state for a load that still runs after half an hour: it is `partial` if any section exists, otherwise `failed`. */
export function loadStateOf(estado: SummaryView['estado'], fragmentsV2: readonly string[]): ProfileState {
  if (estado !== 'loading') return estado;
  return fragmentsV2.some((fragment) => /^"[a-z_]+":{"statusCode":"SH1[01]"/.test(fragment)) ? 'partial' : 'failed';
}
