import type { ErrorCode, ErrorParams, ReprocessRefusal } from '@vigia/contracts';

/** Any answer other than the requested one. `status` 0: no answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    message: string,
    readonly code?: ErrorCode,
    readonly params: Record<string, unknown> = {},
    readonly correlationId: string | null = null,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }

  static async of(response: Response): Promise<Refusal> {
    const body = (await response.json().catch(() => ({}))) as { message?: string; code?: ErrorCode; params?: Record<string, unknown> };
    const after = Number(response.headers.get('retry-after') ?? NaN);
    return new Refusal(
      response.status,
      body.message ?? response.statusText,
      body.code,
      body.params ?? {},
      response.headers.get('x-correlation-id'),
      Number.isFinite(after) ? after : undefined,
    );
  }
}

/** For an act that the page does not retry, or no longer retries, on its own: it is unknown whether it was carried out. */
export class MayBeDone extends Refusal {
  constructor({ status, message, code, params, correlationId, retryAfterSeconds }: Refusal) {
    super(status, message, code, params, correlationId, retryAfterSeconds);
  }
}

/**
 * The same call may succeed later. A load balancer that reaches no gateway answers in its place, without a code; a request that did not
 * arrive completely has no code either.
 */
export function mayPass(error: unknown): error is Refusal {
  if (!(error instanceof Refusal)) return false;
  const { status, code } = error;
  return status === 0 || status === 429 || status === 503 || ((status === 408 || status === 502 || status === 504) && code === undefined);
}

/** The two errors which state that nothing was done. */
const withoutEffect: ErrorCode[] = ['all_sources_failed', 'billing_unavailable'];

/**
 * It is unknown whether the act was carried out: there was no answer, an error in its place, or an answer without a code, which no
 * operation of the gateway gives.
 */
export function isUnanswered(error: unknown): error is Refusal {
  if (!(error instanceof Refusal)) return false;
  const { status, code } = error;
  return status !== 429 && (code === undefined || (status >= 500 && !withoutEffect.includes(code)));
}

type Words<C extends ErrorCode> = { [Code in C]: (params: ErrorParams<Code>) => string };

/**
 * The texts of refusals in one language. Refusals because of the quota or the profile have their own texts, never those of their status.
 */
export interface RefusalWords {
  byCode: Partial<Words<ErrorCode>> & Words<ReprocessRefusal['reason']>;
  byStatus: Record<number, string>;
  mayBeDone: string;
  other: string;
}
