import { PlainError } from '@vigia/contracts';

/** The broker does not fit or cannot be reached at start; the text says what to change. */
export class BrokerStartError extends PlainError {
  override readonly name = 'BrokerStartError';
}

/** Nothing was sent, or it is not known whether it was: sending again under the same id is safe. */
export class BrokerUnavailableError extends PlainError {
  override readonly name = 'BrokerUnavailableError';

  constructor(cause?: unknown) {
    super('the broker cannot be reached', { cause });
  }
}

/** The broker is there and does not take what it was given: it would not take it again either. */
export class BrokerRefusedError extends PlainError {
  override readonly name = 'BrokerRefusedError';

  constructor(cause: unknown) {
    super('the broker does not take this message', { cause });
  }
}

/** Nobody answered in time. The work may have been done, may be under way, or may never happen. */
export class ReplyUnknownError extends PlainError {
  override readonly name = 'ReplyUnknownError';

  constructor(message: string) {
    super(`no reply to ${message} came in time`);
  }
}
