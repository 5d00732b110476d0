/** The broker does not fit or cannot be reached at start; the text says what to change. */
export class BrokerStartError extends Error {
  override readonly name = 'BrokerStartError';
}

/** Nothing was sent, or it is not known whether it was: sending again under the same id is safe. */
export class BrokerUnavailableError extends Error {
  override readonly name = 'BrokerUnavailableError';

  constructor(cause?: unknown) {
    super('the broker cannot be reached', { cause });
  }
}

/** Nobody answered in time. The work may have been done, may be under way, or may never happen. */
export class ReplyUnknownError extends Error {
  override readonly name = 'ReplyUnknownError';

  constructor(message: string) {
    super(`no reply to ${message} came in time`);
  }
}
