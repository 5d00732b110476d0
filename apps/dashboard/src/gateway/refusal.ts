import type { ErrorCode, ErrorParams } from '@vigia/contracts';

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

/** Of an act that the page does not ask for again by itself: nobody told whether it was carried out. */
export class MayBeDone extends Refusal {
  constructor({ status, message, code, params, correlationId, retryAfterSeconds }: Refusal) {
    super(status, message, code, params, correlationId, retryAfterSeconds);
  }
}

/** The same call may succeed later. Whether it was carried out is not known where no answer came. */
export function mayPass(error: unknown): error is Refusal {
  return error instanceof Refusal && (error.status === 0 || error.status === 503 || error.status === 429);
}

/** How refusals are told in one language. */
export interface RefusalWords {
  byCode: { [C in ErrorCode]?: (params: ErrorParams<C>) => string };
  byStatus: Record<number, string>;
  mayBeDone: string;
  other: string;
}
