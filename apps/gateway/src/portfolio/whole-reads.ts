import { Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { Bulkhead } from '../limits/bulkhead.js';

/** Of ten connections, on which it is also said who calls and whether this replica is ready. */
const mostAtOnce = { running: 2, waiting: 100 };
const mostOfOne = { running: 1, waiting: 20 };

/**
 * Reads that may go through all profiles of a corporation. Each corporation has one at a time, and all of them two: whatever one of them
 * asks for, another waits for a read or two at most. What is under way for a corporation keeps its next read behind those of others.
 */
@Injectable()
export class WholeReads {
  private readonly all = new Bulkhead(mostAtOnce);
  private readonly lines = new Map<string, Bulkhead>();
  private readonly unbegun = new Map<string, Promise<unknown>>();

  /** `hasBegun`: of a file whose first page was sent. */
  async turn<T>(corporationId: string, read: () => Promise<T>, { hasBegun = false } = {}): Promise<T> {
    const line = this.lines.get(corporationId) ?? new Bulkhead(mostOfOne, () => VigiaError.of('too_many_requests', { seconds: 1 }));
    this.lines.set(corporationId, line);
    try {
      return await line.run(() => this.all.run(read, { hasBegun }), { hasBegun });
    } finally {
      if (line.isIdle) this.lines.delete(corporationId);
    }
  }

  /** Those who ask for the same get one answer if its read begins after all of them have asked: none of them misses what it knows of. */
  shared<T>(corporationId: string, what: unknown, read: () => Promise<T>): Promise<T> {
    const key = JSON.stringify([corporationId, what]);
    const unbegun = this.unbegun.get(key);
    if (unbegun) return unbegun as Promise<T>;
    const forget = () => void (this.unbegun.get(key) === answer && this.unbegun.delete(key));
    const answer = this.turn(corporationId, () => {
      forget();
      return read();
    }).finally(forget);
    this.unbegun.set(key, answer);
    return answer;
  }
}
