import { noSuchDocument } from '../../domain/no-such-document.js';
import { loadFailure, type RequestOutcome } from '../../loads/domain/load-answer.js';

/**
 * In the order of the request, every document once. What was skipped is reported like what failed, and counted apart. A number without an
 * item was never sent on: there can be no such document.
 */
export function answerForForcedUpdate(taxIds: string[], { finished, items }: RequestOutcome, note = '') {
  const itemOf = new Map(items.map((item) => [item.taxId, item]));
  const count = (state: RequestOutcome['items'][number]['state']) => items.filter((item) => item.state === state).length;
  const errors = taxIds.flatMap((taxId) => {
    const item = itemOf.get(taxId);
    if (!item) return [{ taxId, reason: noSuchDocument().message }];
    const isReported = item.state === 'failed' || item.state === 'skipped';
    return isReported ? [{ taxId, reason: loadFailure(item).message }] : [];
  });
  const failed = count('failed') + taxIds.length - items.length;
  const results = { successful: count('loaded'), failed, skipped: count('skipped'), errors };
  const profiles = taxIds.length === 1 ? '1 profile' : `${taxIds.length} profiles`;
  const counts = `${profiles}: ${results.successful} updated, ${results.failed} failed, ${results.skipped} not active in your portfolio`;
  const message = finished ? counts : `${counts}; the others are still under way, their summaries will show the result`;
  return { statusCode: finished ? 200 : 202, data: { message: `${message}${note}`, results } };
}
