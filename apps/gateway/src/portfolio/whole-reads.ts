import { Injectable } from '@nestjs/common';
import { BulkheadByKey } from '@vigia/dispatch';

/** Of ten connections, on which it is also said who calls and whether this replica is ready. */
const mostAtOnce = 2;
const mostOfOne = { running: 1, waiting: 20 };

/** Reads that may go through all profiles of a corporation. Each corporation has one at a time, and all of them two. */
@Injectable()
export class WholeReads {
  private readonly bulkhead = new BulkheadByKey(mostAtOnce, mostOfOne);
  private readonly unbegun = new Map<string, Promise<unknown>>();

  /** `hasBegun`: of a file whose first page was sent. */
  turn<T>(corporationId: string, read: () => Promise<T>, { hasBegun = false } = {}): Promise<T> {
    return this.bulkhead.run(corporationId, read, { hasBegun });
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
