import { VigiaError } from '@vigia/contracts';
import type { LoadAnswer } from './load-body.js';
import type { RequestOutcome } from './request-load.js';

/** What a client that asked for one document is told. */
export function answerTo(taxId: string, outcome: RequestOutcome): LoadAnswer {
  const item = outcome.items.find((candidate) => candidate.taxId === taxId);
  if (!outcome.finished || !item)
    return { statusCode: 202, message: `profile ${taxId} is still loading; its summary will show the result` };
  if (item.state === 'loaded') return { statusCode: 200, message: `profile ${taxId} was processed` };
  if (item.state === 'skipped') return { statusCode: 200, message: `profile ${taxId} is already in your portfolio; nothing was changed` };
  throw failure(taxId, item.reason);
}

function failure(taxId: string, reason: string | null): VigiaError {
  if (reason === 'taxpayer_not_found') return VigiaError.of('taxpayer_not_found', { taxId });
  if (reason === 'contract_not_active' || reason === 'all_sources_failed' || reason === 'billing_unavailable') return VigiaError.of(reason);
  throw new Error(`a load item failed for a reason without an answer: ${reason}`);
}
