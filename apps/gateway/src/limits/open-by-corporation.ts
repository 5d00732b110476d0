import { VigiaError } from '@vigia/contracts';
import type { FastifyRequest } from 'fastify';
import type { Readable, Writable } from 'node:stream';

const tryAgainSeconds = 10;

type Identified = FastifyRequest & { caller?: { corporationId: string }; signedIn?: { corporationId: string | null } };

/** Counts what holds memory for as long as its client likes: otherwise a corporation could use up the memory of the process. */
export class OpenByCorporation {
  private readonly open = new Map<string, number>();

  constructor(private readonly most: number) {}

  /**
   * Counts the stream until it closes. The stream of a client that has already left is not counted: it has closed, and would be counted for
   * ever.
   */
  count({ caller, signedIn }: Identified, stream: Readable | Writable): void {
    if (stream.destroyed) return;
    const corporation = caller?.corporationId ?? signedIn?.corporationId ?? 'operators';
    const before = this.open.get(corporation) ?? 0;
    if (before >= this.most) throw VigiaError.of('too_many_requests', { seconds: tryAgainSeconds });
    this.open.set(corporation, before + 1);
    stream.once('close', () => {
      const left = this.open.get(corporation)! - 1;
      if (left > 0) this.open.set(corporation, left);
      else this.open.delete(corporation);
    });
  }
}
