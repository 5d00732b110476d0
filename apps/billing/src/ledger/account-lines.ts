import { Inject, Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { isLockTimeout } from '@vigia/database';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';

interface Work {
  /** The caller loses nothing if it cannot be done now, and may ask again. */
  isRepeatable?: boolean;
}

interface Line {
  /** How many pieces of work are running or waiting. */
  length: number;
  /** How many of them are repeatable. */
  repeatable: number;
  /** Resolves, and never rejects, when the last of them is done. */
  end: Promise<void>;
  /** The last one gave up waiting for the lock of the account. */
  isLocked: boolean;
}

/** The maximum of repeatable work in the line of a corporation, because each piece holds a message slot that all corporations share. */
const mostRepeatable = 4;
/** The maximum of locked accounts that are tried at a time, each with one connection. */
const mostTries = 2;
/** How long after its last try a locked account is treated like any other again. */
const rememberedMs = 10_000;

/**
 * Work on an account waits here, in one line per corporation, instead of in the database: so a corporation holds one connection, however
 * much it asks for. While an account is locked, one request at a time tries it, and all others are told at once to retry.
 */
@Injectable()
export class AccountLines {
  private readonly lines = new Map<string, Line>();
  private tries = 0;

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  get size(): number {
    return this.lines.size;
  }

  async turn<T>(corporationId: string, work: () => Promise<T>, { isRepeatable = false }: Work = {}): Promise<T> {
    const line = this.lines.get(corporationId) ?? { length: 0, repeatable: 0, end: Promise.resolve(), isLocked: false };
    if (isRepeatable && line.repeatable >= mostRepeatable) throw VigiaError.of('too_many_requests', { seconds: 1 });
    const isFirst = line.length === 0;
    const tries = line.isLocked ? 1 : 0;
    const repeatable = isRepeatable ? 1 : 0;
    if (line.isLocked && !(isFirst && this.tries < mostTries)) throw VigiaError.of('unavailable');
    this.lines.set(corporationId, line);
    line.length += 1;
    line.repeatable += repeatable;
    this.tries += tries;
    const done = line.end.then(() => {
      if (line.isLocked && !isFirst) throw VigiaError.of('unavailable');
      return this.run(corporationId, line, work);
    });
    const leave = () => {
      this.tries -= tries;
      line.repeatable -= repeatable;
      this.leave(corporationId, line);
    };
    line.end = done.then(leave, leave);
    return done;
  }

  private async run<T>(corporationId: string, line: Line, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      line.isLocked = false;
      return result;
    } catch (error) {
      line.isLocked = isLockTimeout(error);
      if (!line.isLocked) throw error;
      this.logger.warn({ err: error, corporationId }, 'the account stayed locked, so the request was refused');
      throw VigiaError.of('unavailable');
    }
  }

  private leave(corporationId: string, line: Line): void {
    line.length -= 1;
    const forget = () => {
      if (line.length === 0 && this.lines.get(corporationId) === line) this.lines.delete(corporationId);
    };
    if (line.isLocked) setTimeout(forget, rememberedMs).unref();
    else forget();
  }
}
