import { VigiaError } from '@vigia/contracts';
import type { FastifyRequest } from 'fastify';
import type { Readable, Writable } from 'node:stream';

const tryAgainSeconds = 10;

/** Counts what holds memory for as long as its client likes: otherwise a corporation could use up the memory of the process. */
export class OpenByCorporation {
  private readonly open = new Map<string, number>();

  constructor(private readonly most: number) {}

  /**
   * Counts the stream until it closes, as one or as its bytes. The stream of a client that has already left is not counted: it has closed, and
   * would be counted for ever.
   */
  count({ caller, signedIn }: Pick<FastifyRequest, 'caller' | 'signedIn'>, stream: Readable | Writable, amount = 1): void {
    if (stream.destroyed) return;
    const corporation = caller?.corporationId ?? signedIn?.corporationId ?? 'operators';
    const before = this.open.get(corporation) ?? 0;
    if (before >= this.most) throw VigiaError.of('too_many_requests', { seconds: tryAgainSeconds });
    this.open.set(corporation, before + amount);
    stream.once('close', () => {
      const left = this.open.get(corporation)! - amount;
      if (left > 0) this.open.set(corporation, left);
      else this.open.delete(corporation);
    });
  }
}
