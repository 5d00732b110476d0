import type { ServerResponse } from 'node:http';
import { Inject, Injectable, type MessageEvent, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type LiveEnd, type UserRole } from '@vigia/contracts';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { Loop } from '@vigia/dispatch';
import { Gauge } from 'prom-client';
import { Observable, type Subscriber } from 'rxjs';
import { tooMany } from '../../limits/limit.js';
import { SessionStore, type SignedIn } from '../../sessions/session-store.js';
import { changesBetween, changesSince, idOf, type Heads, LiveHeads } from './live-heads.js';

interface Stream {
  sessionId: string;
  role: UserRole;
  corporationId: string | null;
  lastEventId: string | undefined;
  heads?: Heads;
  subscriber: Subscriber<MessageEvent>;
  response: ServerResponse;
}

const lookMs = 1_000;
const beatMs = 15_000;
/** As many as a user has tabs open, and few enough for a replica with many users. */
const mostOfSession = 5;
/** Each holds a connection of the load balancer. A page without a stream reads everything every few seconds. */
export const mostOfCorporation = 500;
const tryAgainSeconds = 30;
/** Time for the last messages of a stream to leave. A client that reads takes them at once. */
const leavingMs = 5_000;
const retryMs = { shortest: 2_000, jitter: 1_000 };

const open = new Gauge({ name: 'vigia_live_streams', help: 'Streams of live changes that this replica holds' });

/**
 * Streams that tell pages what has changed. Each replica reads the database for the corporations that it has streams for. So any replica
 * reports what another has done, and a change costs nothing extra.
 */
@Injectable()
export class LiveStreams implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly streams = new Set<Stream>();
  private readonly looking: Loop;
  private readonly beating: Loop;
  private isStopping = false;

  constructor(
    private readonly liveHeads: LiveHeads,
    private readonly sessionStore: SessionStore,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.looking = new Loop({ name: 'live changes', intervalMs: lookMs, step: () => this.look(), logger });
    this.beating = new Loop({ name: 'live streams', intervalMs: beatMs, step: () => this.beat(), logger });
  }

  onApplicationBootstrap(): void {
    this.looking.start();
    this.beating.start();
  }

  /** Runs before the server stops: an open stream would keep the process alive until its client leaves. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    for (const stream of this.streams) end(stream, 'stopping');
    await Promise.all([this.looking.stop(), this.beating.stop()]);
  }

  open({ sessionId, role, corporationId }: SignedIn, lastEventId: string | undefined, response: ServerResponse): Observable<MessageEvent> {
    const ofCorporation = [...this.streams].filter((one) => one.corporationId === corporationId);
    if (ofCorporation.length >= mostOfCorporation) throw tooMany('streams', tryAgainSeconds);
    return new Observable((subscriber) => {
      const stream: Stream = { sessionId, role, corporationId, lastEventId, subscriber, response };
      this.streams.add(stream);
      open.set(this.streams.size);
      subscriber.add(() => this.release(stream));
      const [oldest, ...others] = [...this.streams].filter((one) => one.sessionId === sessionId && !one.subscriber.closed);
      if (oldest && others.length >= mostOfSession) end(oldest, 'replaced');
      const retry = retryMs.shortest + Math.round(Math.random() * retryMs.jitter);
      send(stream, { type: 'open', retry });
      if (this.isStopping) end(stream, 'stopping');
      else this.looking.kick();
    });
  }

  /** A stream counts until its response has closed. Until then it holds a connection, and the messages that its client has not read. */
  private release(stream: Stream): void {
    const { response } = stream;
    const forget = () => {
      clearTimeout(breakingOff);
      this.streams.delete(stream);
      open.set(this.streams.size);
    };
    const breakingOff = setTimeout(() => {
      response.req.socket.destroy();
      forget();
    }, leavingMs);
    if (response.closed) forget();
    else response.once('close', forget);
  }

  private async look(): Promise<void> {
    const watching = [...this.streams].filter(({ corporationId }) => corporationId !== null);
    if (watching.length === 0) return;
    const heads = await this.liveHeads.read([...new Set(watching.map(({ corporationId }) => corporationId!))]);
    for (const stream of watching) tell(stream, heads.get(stream.corporationId!)!);
  }

  /** A stream is not a call, so this checks whether its session is still valid, without counting as activity. */
  private async beat(): Promise<void> {
    const streams = [...this.streams];
    if (streams.length === 0) return;
    const roles = await this.sessionStore.rolesOf([...new Set(streams.map(({ sessionId }) => sessionId))]);
    for (const stream of streams) {
      if (roles.get(stream.sessionId) !== stream.role) end(stream, 'session');
      // A page takes the first beat for the point from which on it hears every change: that is the first look, which may be slow.
      else if (stream.heads || stream.corporationId === null) send(stream, { type: 'beat' });
    }
  }
}

/**
 * A new stream has no heads to compare with, but it may name the point at which the previous stream ended. Only the last message has the new
 * id: if the stream breaks before it, the next one reports all of these changes again.
 */
function tell(stream: Stream, now: Heads): void {
  const { heads, lastEventId } = stream;
  const at = new Date();
  const missed = lastEventId === undefined ? [] : changesSince(lastEventId, now, at);
  const changes = heads ? changesBetween(heads, now, at) : missed;
  const messages: MessageEvent[] = changes.map((data) => ({ type: 'change', data }));
  if (!heads) messages.push({ type: 'beat' });
  stream.heads = now;
  messages.forEach((message, i) => {
    if (i === messages.length - 1) stream.lastEventId = idOf(now);
    send(stream, message);
  });
}

function end(stream: Stream, reason: LiveEnd['reason']): void {
  send(stream, { type: 'end', data: { reason } satisfies LiveEnd });
  stream.subscriber.complete();
}

/** Nest numbers a message without an id, and the browser would name that number when it reconnects. An empty id means that no heads are known. */
function send({ lastEventId = '', subscriber }: Stream, message: MessageEvent): void {
  subscriber.next({ data: '', ...message, id: lastEventId });
}
