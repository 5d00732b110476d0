import { Refusal } from '#gateway/refusal.ts';

/** What would fit the refused request does not fit those after it. The cost in the form says what fits all of them. */
export function ofSeveral(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== 'quota_insufficient') return error;
  const { status, message, code, params, correlationId } = error;
  return new Refusal(status, message, code, { ...params, fittingMonths: 0, fittingProfiles: 0 }, correlationId);
}
