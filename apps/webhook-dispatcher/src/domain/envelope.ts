import { summaryData, type ApiVersion, type ProfileState, type SummaryView } from '@vigia/contracts';

export interface Announced {
  triggerId: string;
  taxId: string;
  view: SummaryView;
  loadState: ProfileState;
  /** Sources whose answers had not come by the time of sending. */
  openSources: string[];
}

/** The body of a delivery. Text, not an object: the stored sections go out as they are, and what is signed is what is sent. */
export function envelopeText(version: ApiVersion, { triggerId, taxId, view, loadState, openSources }: Announced): string {
  const head = `"triggerId":"${triggerId}","taxId":"${taxId}"`;
  const data = `"data":${summaryData(version, taxId, view)}`;
  if (version === 'v2') return `{${head},${data}}`;
  const failedSubhelpers = loadState === 'partial' ? [...new Set([...view.failedSources, ...openSources])] : null;
  return `{${head},"profileLoadStatus":"${loadState}","failedSubhelpers":${JSON.stringify(failedSubhelpers)},${data}}`;
}

/** v1 has no word for a load that still runs after half an hour: part of the profile is there, or nothing is. */
export function loadStateOf(estado: SummaryView['estado'], fragmentsV2: readonly string[]): ProfileState {
  if (estado !== 'loading') return estado;
  return fragmentsV2.some((fragment) => /^"[a-z_]+":{"statusCode":"SH1[01]"/.test(fragment)) ? 'partial' : 'failed';
}
