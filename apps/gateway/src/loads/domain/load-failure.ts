import { VigiaError } from '@vigia/contracts';

const fixed = [
  'contract_not_active',
  'quota_insufficient',
  'all_sources_failed',
  'billing_unavailable',
  'monitoring_expired',
  'not_active',
] as const;

/** What the loader's reason for a failed document means for a client: the status of a single load, the text of an entry in a bulk. */
export function loadFailure(taxId: string, reason: string | null, fittingMonths: number | null): VigiaError {
  if (reason === 'taxpayer_not_found') return VigiaError.of(reason, { taxId });
  if (reason === 'months_exceed_contract') return VigiaError.of(reason, { fittingMonths: fittingMonths ?? 0 });
  const code = fixed.find((one) => one === reason);
  if (!code) throw new Error(`a load item failed for a reason without an answer: ${reason}`);
  return VigiaError.of(code);
}
