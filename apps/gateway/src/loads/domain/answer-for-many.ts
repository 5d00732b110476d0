import { VigiaError, type DocType } from '@vigia/contracts';
import { loadFailure } from './load-failure.js';
import type { RequestOutcome } from './request-outcome.js';

export type ApiVersion = 'v1' | 'v2';

interface AskedDocuments {
  docType: DocType;
  /** Only the results of v2 count the profiles that could not be monitored. */
  version: ApiVersion;
  /** Every document once. */
  taxIds: string[];
}

/** What a client that asked for a list is told. A document without an item was never sent on: it does not fit its type. */
export function answerForMany({ docType, taxIds, version }: AskedDocuments, outcome: RequestOutcome) {
  const { finished, items, activationFailed } = outcome;
  const itemOf = new Map(items.map((item) => [item.taxId, item]));
  const count = (state: RequestOutcome['items'][number]['state']) => items.filter((item) => item.state === state).length;
  const failed = taxIds.filter((taxId) => (itemOf.get(taxId)?.state ?? 'failed') === 'failed');
  const errors = failed.map((taxId) => {
    const item = itemOf.get(taxId);
    const { message } = item ? loadFailure(item) : VigiaError.of('document_invalid', { docType });
    return { taxId, reason: message };
  });
  const unmonitored = version === 'v2' && activationFailed > 0 && { monitoringActivationFailed: activationFailed };
  const results = { successful: count('loaded'), failed: failed.length, skipped: count('skipped'), errors, ...unmonitored };
  const counts = `${profiles(taxIds.length)}: ${results.successful} loaded, ${results.failed} failed, ${results.skipped} already in your portfolio`;
  if (finished) return { statusCode: 200, message: `${counts}${whatIsNotMonitored(activationFailed)}`, results };
  return { statusCode: 202, message: `${counts}; ${whatGoesOn(count('loading'))}`, results };
}

export function whatIsNotMonitored(activationFailed: number): string {
  if (activationFailed === 0) return '';
  return `; the quota changed meanwhile, so that the monitoring of ${profiles(activationFailed)} expired at once: reactivate it when there is quota`;
}

function whatGoesOn(loading: number): string {
  if (loading === 0) return 'their activation is under way';
  return loading === 1
    ? '1 still loading, its summary will show the result'
    : `${loading} still loading, their summaries will show the result`;
}

function profiles(count: number): string {
  return count === 1 ? '1 profile' : `${count} profiles`;
}
