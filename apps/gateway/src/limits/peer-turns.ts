import { VigiaError } from '@vigia/contracts';
import { BulkheadByKey } from '@vigia/dispatch';
import { BrokerUnavailableError } from '@vigia/messaging';
import { tooMany } from './limit.js';

/** As many as a corporation has pages open. What waits here holds no slot of the other service. */
const mostWaiting = 100;
/** Over all corporations. Another service reads two at a time and has some ten slots for such reads, also for other replicas of the gateway. */
const mostAtOnce = 3;
/** A service that only has no free slot refuses at once, and may have one for the next. */
const inVainMs = 1_000;
/** The trouble of one corporation, such as a locked account, makes only its own reads wait in vain. */
const mostInVain = 3;

/**
 * Slow reads of another service, which has few slots for them. The reads of each corporation wait in a line of their own, and the lines
 * take turns, so that a corporation waits for one read of each other one.
 */
export class PeerTurns {
  private readonly lines: BulkheadByKey;
  /** The corporations that have waited in vain since the last answer. */
  private readonly inVain = new Set<string>();

  /** Limits for each corporation. */
  constructor({ running = 1, waiting = mostWaiting } = {}) {
    this.lines = new BulkheadByKey(mostAtOnce, { running, waiting, refusal: () => tooMany('reads', 1) });
  }

  /**
   * While the service does not answer a corporation, the reads behind one that has waited in vain are refused too, instead of waiting one after
   * another. While it answers none of three corporations, so are the reads of all.
   */
  take<T>(corporationId: string, read: () => Promise<T>): Promise<T> {
    return this.lines.run(corporationId, async () => {
      const startedAt = performance.now();
      try {
        const answer = await read();
        this.inVain.clear();
        return answer;
      } catch (error) {
        if (isAway(error) && performance.now() - startedAt >= inVainMs) this.refuseBehind(corporationId, error);
        else this.inVain.clear();
        throw error;
      }
    });
  }

  private refuseBehind(corporationId: string, error: Error): void {
    this.inVain.add(corporationId);
    if (this.inVain.size >= mostInVain) this.lines.refuseAll(error);
    else this.lines.refuseWaiting(corporationId, error);
  }
}

/** The service does not answer, or the broker between. */
function isAway(error: unknown): error is Error {
  return error instanceof BrokerUnavailableError || (error instanceof VigiaError && error.code === 'unavailable');
}
