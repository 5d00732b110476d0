import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { call } from '#gateway/call.ts';
import type { AnswerTo, Given } from '#gateway/operations.ts';
import { type Asking, asOne } from '#gateway/queries.ts';
import type { Refusal } from '#gateway/refusal.ts';
import { useSession } from '#session/session.ts';

type Documents<K extends PreviewKey> = AnswerTo<K>['documents'][number];
/** Only the preview of a load says which right a document has that would stay as it is. */
export type Previewed = Documents<'POST /panel/v1/updates/preview'> & Partial<Pick<Documents<'POST /panel/v1/loads/preview'>, 'access'>>;
export type Preview = Omit<AnswerTo<'POST /panel/v1/updates/preview'>, 'documents'> & { documents: Previewed[] };
type PreviewKey = 'POST /panel/v1/loads/preview' | 'POST /panel/v1/updates/preview' | 'POST /panel/v1/monitoring/preview';

type BodyOf<K extends PreviewKey> = Given<K> extends { body: infer Body extends object } ? Body : never;

export interface Cost extends Asking<Preview> {
  isPending: boolean;
  /** The act sets no months aside, so it is possible even while billing is away. */
  isFree: boolean;
  isMonitoring: boolean;
  /** A long list is sent in parts, and without a number of months each part would take as many as fit. */
  takesAllInParts: boolean;
}

const typingMs = 350;

let last: Promise<unknown> = Promise.resolve();

/**
 * Asks one after another: of one corporation, billing computes one preview at a time and the gateway reads its portfolio once at a time. Both
 * refuse a further one when some are already waiting.
 */
export function inTurn<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  const answer = last.then(() => {
    signal.throwIfAborted();
    return ask();
  });
  last = answer.catch(() => undefined);
  return answer;
}

/** What an act would cost, asked again when a person has stopped changing it. Several requests are added up. */
export function useCost<K extends PreviewKey>(key: K, bodies: BodyOf<K>[]): Cost {
  const { contract } = useSession();
  const [asked] = useDebouncedValue(JSON.stringify(bodies), typingMs);
  const given = JSON.parse(asked) as BodyOf<K>[];
  const isChanging = asked !== JSON.stringify(bodies);
  return useQueries({
    queries: given.map((body) =>
      queryOptions<Preview, Refusal>({
        queryKey: [key, body],
        queryFn: ({ signal }) => inTurn(signal, () => call(key, { body } as Given<K>, { signal }) as Promise<Preview>),
      }),
    ),
    combine: (answers) => ({
      ...asOne(answers, sum),
      // What failed before the change says nothing about what is asked next.
      ...(isChanging && { failureReason: null }),
      isPending: isChanging || answers.some(({ isPending }) => isPending),
      isFree: key !== 'POST /panel/v1/monitoring/preview' && (contract?.kind === 'monthly' || bodies.every(isQuery)),
      isMonitoring: !bodies.every(isQuery),
      takesAllInParts: bodies.length > 1 && bodies.every((body) => !('months' in body)),
    }),
  });
}

const isQuery = (body: object) => 'isMonitoring' in body && body.isMonitoring === false;

/** Each preview was computed separately, so the rest after all of them is the initial balance less the cost of each. */
export function sum([first, ...others]: Preview[]): Preview | undefined {
  if (!first || others.length === 0) return first;
  const whole = others.reduce<Preview>(
    (all, one) => ({
      ...all,
      refusal: all.refusal ?? one.refusal,
      documents: [...all.documents, ...one.documents],
      returned: all.returned + one.returned,
      deducted: all.deducted + one.deducted,
      availableAfter: all.availableAfter + one.availableAfter - one.availableBefore,
      documentChargesAtMost: {
        documents: all.documentChargesAtMost.documents + one.documentChargesAtMost.documents,
        cents: all.documentChargesAtMost.cents + one.documentChargesAtMost.cents,
      },
    }),
    first,
  );
  return { ...whole, refusal: ofAll(whole) };
}

/** A request is refused for its own documents: the months that fit all of them are too many for the whole list. */
function ofAll({ refusal, documents }: Preview): Preview['refusal'] {
  if (refusal?.reason !== 'quota_insufficient') return refusal;
  const profiles = documents.filter(({ action }) => action !== 'keep').length;
  return { ...refusal, profiles, fittingMonths: Math.min(refusal.fittingMonths, Math.floor(refusal.available / profiles)) };
}

/** False if nothing would be done, or the months do not suffice. Also false until that is known, unless billing is away and not needed. */
export function canBegin({ data: preview, isPending, isFree, failureReason }: Cost): boolean {
  if (!preview || isPending) return isFree && failureReason?.status === 503;
  return preview.refusal === null && preview.availableAfter >= 0 && preview.documents.some(({ action }) => action !== 'none');
}

/** False for profiles that are all monitored already, too. */
export function canActivate(cost: Cost): boolean {
  return canBegin(cost) && cost.data!.documents.some(({ action }) => action === 'activate');
}

/** What the preview does not say itself: after a conflict it is asked again, and then gives the reason. */
export function saidBeside({ data: preview }: Cost, error: Refusal | null): Refusal | null {
  return preview?.refusal && error?.status === 409 ? null : error;
}
