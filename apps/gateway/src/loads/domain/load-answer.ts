import { type ApiVersion, type DocType, limaMinute, type ReprocessRefusal, VigiaError } from '@vigia/contracts';

export interface RequestOutcome {
  finished: boolean;
  /** Profiles that were loaded but are not monitored, because the quota was used up meanwhile. */
  activationFailed: number;
  /** Why months that the client sent had no effect when the request was accepted. */
  monthsIgnored: 'monthly_plan' | 'query_mode' | null;
  items: RequestItem[];
}

export interface RequestItem {
  taxId: string;
  state: 'loading' | 'loaded' | 'skipped' | 'failed';
  reason: string | null;
  /** If months were refused: the same reason, with its numbers. */
  refusal: ReprocessRefusal | null;
  /** Set for a skipped document of a load. */
  access?: EarlierAccess;
}

/** The access that the corporation had to a document before the load, or that an earlier call of it is about to open. */
export interface EarlierAccess {
  taxId: string;
  state: 'pending' | 'active' | 'expired' | 'failed';
  mode: 'monitoring' | 'query';
  expiresAt: Date | null;
}

/** The outcome of a list without a possible document. */
export const nothingAsked: RequestOutcome = { finished: true, activationFailed: 0, monthsIgnored: null, items: [] };

/**
 * The loader skips a document that an earlier call is loading. It ends as that call does, and until then it is loading here too. If the
 * earlier call has left no access, it was given up before it asked anything; otherwise the loader would have said why it failed.
 */
export function withAccesses(outcome: RequestOutcome, accesses: EarlierAccess[]): RequestOutcome {
  const accessOf = new Map(accesses.map((access) => [access.taxId, access]));
  const items = outcome.items.map((item): RequestItem => {
    if (item.state !== 'skipped') return item;
    const access = accessOf.get(item.taxId);
    if (access?.state === 'pending') return { ...item, state: 'loading', reason: null };
    if (!access || access.state === 'failed') return { ...item, state: 'failed', reason: 'billing_unavailable' };
    return { ...item, access };
  });
  const isLoading = items.some(({ state }) => state === 'loading');
  return { ...outcome, finished: outcome.finished && !isLoading, items };
}

/** What billing still does once every document has loaded. */
const activation = 'the activation is still under way';

const fixed = ['all_sources_failed', 'billing_unavailable'] as const;

/**
 * What the loader's reason for a failed document means for a client: the status of a single load, or the text of an entry in a bulk load.
 */
function loadFailure({ taxId, reason, refusal }: RequestItem): VigiaError {
  if (reason === 'taxpayer_not_found') return VigiaError.of(reason, { taxId });
  const code = fixed.find((one) => one === reason);
  if (code) return VigiaError.of(code);
  if (refusal) return VigiaError.ofRefusal(refusal);
  throw new Error(`a load item failed for a reason without an answer: ${reason}`);
}

interface AskedDocuments {
  docType: DocType;
  /** Only v2 results count the profiles that could not be monitored. */
  version: ApiVersion;
  isMonitoring?: boolean | undefined;
  /** Every document once. */
  taxIds: string[];
}

/** The answer to a client that asked for a list. A document without an item was never sent on, because it does not fit its type. */
export function answerForMany({ docType, taxIds, version, isMonitoring = true }: AskedDocuments, outcome: RequestOutcome) {
  const { finished, items, activationFailed } = outcome;
  const itemOf = new Map(items.map((item) => [item.taxId, item]));
  const failed = taxIds.filter((taxId) => (itemOf.get(taxId)?.state ?? 'failed') === 'failed');
  const errors = failed.map((taxId) => {
    const item = itemOf.get(taxId);
    const { message } = item ? loadFailure(item) : VigiaError.of('document_invalid', { docType });
    return { taxId, reason: message };
  });
  const unmonitored = version === 'v2' && activationFailed > 0 && { monitoringActivationFailed: activationFailed };
  const results = { successful: count(items, 'loaded'), failed: failed.length, skipped: count(items, 'skipped'), errors, ...unmonitored };
  const present = `${results.skipped} already in your portfolio${whatIsMissing(items, isMonitoring)}`;
  const counts = `${profiles(taxIds.length)}: ${results.successful} loaded, ${results.failed} failed, ${present}`;
  if (finished) return { statusCode: 200, message: `${counts}${whatIsNotMonitored(activationFailed)}`, results };
  return { statusCode: 202, message: `${counts}; ${whatGoesOn(count(items, 'loading'), activation)}`, results };
}

/** A load changes nothing of what the corporation has: neither a query, although monitoring is asked for, nor what has expired meanwhile. */
function whatIsMissing(items: RequestItem[], isMonitoring: boolean): string {
  const queries = items.filter(({ access }) => isMonitoring && access?.state === 'active' && access.mode === 'query').length;
  const expired = items.filter(({ access }) => access?.state === 'expired').length;
  const missing = [
    queries > 0 && `${queries} in query, not monitored`,
    expired > 0 && (expired === 1 ? '1 has expired: load it with a new call' : `${expired} have expired: load them with a new call`),
  ].filter(Boolean);
  return missing.length > 0 ? ` (${missing.join('; ')})` : '';
}

function whatIsNotMonitored(activationFailed: number): string {
  if (activationFailed === 0) return '';
  return `; the quota changed during the load, so the monitoring of ${profiles(activationFailed)} expired at once: load again when there is quota`;
}

function whatGoesOn(loading: number, lastStep: string): string {
  if (loading === 0) return lastStep;
  return loading === 1
    ? '1 is still loading; its summary will show the result'
    : `${loading} are still loading; their summaries will show the result`;
}

function count(items: RequestItem[], state: RequestItem['state']): number {
  return items.filter((item) => item.state === state).length;
}

function profiles(count: number): string {
  return count === 1 ? '1 profile' : `${count} profiles`;
}

/** The answer to a client that asked for one document. */
export function answerForOne(taxId: string, outcome: RequestOutcome) {
  const { finished, items, activationFailed } = outcome;
  const item = items.find((candidate) => candidate.taxId === taxId);
  if (!finished && item?.state === 'loaded') return { statusCode: 202, message: `profile ${taxId} was loaded; ${activation}` };
  if (!finished || !item) return { statusCode: 202, message: `profile ${taxId} is still loading; its summary will show the result` };
  if (item.state === 'loaded') return { statusCode: 200, message: `profile ${taxId} was processed${whatIsNotMonitored(activationFailed)}` };
  if (item.access) return { statusCode: 200, message: `profile ${taxId} ${presence(item.access)}` };
  throw loadFailure(item);
}

function presence({ state, mode, expiresAt }: EarlierAccess): string {
  const time = `in ${mode} ${expiresAt ? `until ${limaMinute(expiresAt)} (Lima)` : 'without an end'}; nothing was changed`;
  return state === 'expired' ? `was in your portfolio, ${time}: load it with a new call` : `is already in your portfolio, ${time}`;
}

/** For a number that fits no kind of document. */
export function noSuchDocument(): VigiaError {
  return VigiaError.of('document_invalid', { docType: 'RUC, DNI or CE' });
}

/** A monthly plan does not count months, and a query takes none. A client that sends months anyway is told so. */
export function noteOnMonths({ monthsIgnored }: RequestOutcome): string {
  if (monthsIgnored === null) return '';
  return `; months has no effect ${monthsIgnored === 'monthly_plan' ? 'under a monthly plan' : 'on profiles in query mode'}`;
}

/**
 * In the order of the request, every document once. Skipped documents are reported like failed ones, and counted separately. A number
 * without an item was never sent on, because there can be no such document: it is skipped like every number that is not in the portfolio.
 */
export function answerForForcedUpdate(taxIds: string[], outcome: RequestOutcome) {
  const { finished, items } = outcome;
  const itemOf = new Map(items.map((item) => [item.taxId, item]));
  const errors = taxIds.flatMap((taxId) => {
    const item = itemOf.get(taxId);
    if (!item) return [{ taxId, reason: noSuchDocument().message }];
    const isReported = item.state === 'failed' || item.state === 'skipped';
    return isReported ? [{ taxId, reason: loadFailure(item).message }] : [];
  });
  const skipped = count(items, 'skipped') + taxIds.length - items.length;
  const results = { successful: count(items, 'loaded'), failed: count(items, 'failed'), skipped, errors };
  const counts = `${profiles(taxIds.length)}: ${results.successful} updated, ${results.failed} failed, ${results.skipped} not active in your portfolio`;
  const message = finished ? counts : `${counts}; ${whatGoesOn(count(items, 'loading'), 'the update is still being settled')}`;
  return { statusCode: finished ? 200 : 202, data: { message: `${message}${noteOnMonths(outcome)}`, results } };
}
