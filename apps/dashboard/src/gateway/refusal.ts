import type { ErrorCode, ErrorParams, ReprocessRefusal } from '@vigia/contracts';

/** An answer other than the one that was asked for. `status` 0: there was none. */
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

/** Of an act that the page does not ask for again, or no more, by itself: nobody told whether it was carried out. */
export class MayBeDone extends Refusal {
  constructor({ status, message, code, params, correlationId, retryAfterSeconds }: Refusal) {
    super(status, message, code, params, correlationId, retryAfterSeconds);
  }
}

/** The same call may succeed later. A balancer that reaches no gateway answers for it, and knows no code; a request that did not arrive whole has none either. */
export function mayPass(error: unknown): error is Refusal {
  if (!(error instanceof Refusal)) return false;
  const { status, code } = error;
  return status === 0 || status === 429 || status === 503 || ((status === 408 || status === 502 || status === 504) && code === undefined);
}

/** The two faults that say themselves that nothing was done. */
const withoutEffect: ErrorCode[] = ['all_sources_failed', 'billing_unavailable'];

/** Nobody told whether it was carried out: no answer came, a fault in its place, or one without a code, which no operation of the gateway gives. */
export function isUnanswered(error: unknown): error is Refusal {
  if (!(error instanceof Refusal)) return false;
  const { status, code } = error;
  return status !== 429 && (code === undefined || (status >= 500 && !withoutEffect.includes(code)));
}

type Words<C extends ErrorCode> = { [Code in C]: (params: ErrorParams<Code>) => string };

/** How refusals are told in one language. What is refused for reasons of the quota or of the profile is told in its own words, never by its status. */
export interface RefusalWords {
  byCode: Partial<Words<ErrorCode>> & Words<ReprocessRefusal['reason']>;
  byStatus: Record<number, string>;
  mayBeDone: string;
  other: string;
}
