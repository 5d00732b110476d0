import { Injectable } from '@nestjs/common';
import { BulkheadByKey } from '@vigia/dispatch';
import { tooMany } from './limit.js';

/** Out of ten connections, which authentication and the readiness check also use. */
const mostAtOnce = 2;
const mostOfOne = { running: 1, waiting: 20, refusal: () => tooMany('reads', 1) };

/**
 * Reads that may scan all profiles of a corporation, or its whole record of acts. Each corporation runs one at a time, and all corporations
 * together two.
 */
@Injectable()
export class WholeReads {
  private readonly bulkhead = new BulkheadByKey(mostAtOnce, mostOfOne);
  private readonly unbegun = new Map<string, Promise<unknown>>();

  /** `hasBegun`: for a file whose first page was sent. */
  turn<T>(corporationId: string, read: () => Promise<T>, { hasBegun = false } = {}): Promise<T> {
    return this.bulkhead.run(corporationId, read, { hasBegun });
  }

  /**
   * Callers with the same question share one answer if its read begins after all of them have asked: none of them misses a change that it
   * knows of.
   */
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
