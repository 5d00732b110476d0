/** Its message tells a person what went wrong with a server on this machine and what to do about it. */
export class LocalServerError extends Error {
  override readonly name: string = 'LocalServerError';

  /** Wraps an error of the operating system; one that already explains itself stays as it is. */
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
