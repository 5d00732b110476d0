/** What went wrong with a server on this machine and what the reader can do about it; the message is meant for a person. */
export class LocalServerError extends Error {
  override readonly name: string = 'LocalServerError';

  /** Keeps an error that already explains itself; wraps one of the operating system. */
  static explaining(error: unknown, failed: string): LocalServerError {
    if (error instanceof LocalServerError) return error;
    return new LocalServerError(`${failed}: ${(error as Error).message}`, { cause: error });
  }
}

export class PortTakenError extends LocalServerError {
  override readonly name = 'PortTakenError';

  constructor(server: string, port: number) {
    super(`${server} cannot listen on 127.0.0.1:${port}: another process has that port. Stop that process or choose another port.`);
  }
}
