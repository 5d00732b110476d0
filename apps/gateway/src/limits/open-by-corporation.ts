import type { FastifyRequest } from 'fastify';
import type { Readable, Writable } from 'node:stream';
import { type Limit, tooMany } from './limit.js';

const tryAgainSeconds = 10;

type Call = Pick<FastifyRequest, 'caller' | 'signedIn' | 'raw'>;
type Connection = Call['raw']['socket'];

/** Counts what holds memory for as long as its client likes: otherwise a corporation could use up the memory of the process. */
export class OpenByCorporation {
  private readonly open = new Map<string, number>();
  private readonly heldBy = new WeakMap<Connection, Set<() => void>>();

  constructor(
    private readonly limit: Limit,
    private readonly most: number,
  ) {}

  /**
   * Counts the stream until it closes, as one or as its bytes. The stream of a client that has already left is not counted: it has closed, and
   * would be counted for ever.
   */
  count({ caller, signedIn, raw: { socket } }: Call, stream: Readable | Writable, amount = 1): void {
    if (stream.destroyed || socket.destroyed) return;
    const corporation = caller?.corporationId ?? signedIn?.corporationId ?? 'operators';
    const before = this.open.get(corporation) ?? 0;
    if (before >= this.most) throw tooMany(this.limit, tryAgainSeconds);
    this.open.set(corporation, before + amount);
    const held = this.heldUntilClosed(socket);
    const release = () => {
      if (!held.delete(release)) return;
      const left = this.open.get(corporation)! - amount;
      if (left > 0) this.open.set(corporation, left);
      else this.open.delete(corporation);
    };
    held.add(release);
    stream.once('close', release);
  }

  /** In Node 20, an answer that waits for those before it does not close when their connection does. */
  private heldUntilClosed(socket: Connection): Set<() => void> {
    const known = this.heldBy.get(socket);
    if (known) return known;
    const held = new Set<() => void>();
    this.heldBy.set(socket, held);
    socket.once('close', () => held.forEach((release) => release()));
    return held;
  }
}
