import { isErrorCode, VigiaError } from '@vigia/contracts';
import type { RequestItem } from './request-outcome.js';

const fixed = ['all_sources_failed', 'billing_unavailable', 'not_active'] as const;

/** What the loader's reason for a failed document means for a client: the status of a single load, the text of an entry in a bulk. */
export function loadFailure({ taxId, reason, refusal }: RequestItem): VigiaError {
  if (reason === 'taxpayer_not_found') return VigiaError.of(reason, { taxId });
  const code = fixed.find((one) => one === reason);
  if (code) return VigiaError.of(code);
  if (refusal) return VigiaError.ofRefusal(refusal);
  if (!reason || !isErrorCode(reason)) throw new Error(`a load item failed for a reason without an answer: ${reason}`);
  // A request from before the numbers behind a refusal were kept.
  return VigiaError.of('conflict', { detail: 'the request was refused; ask again to be told why' });
}
