import type { LiveChange } from '@vigia/contracts';
import { waitUntil } from '@vigia/testing';

interface StreamEvent {
  type: string;
  id: string | undefined;
  data: string;
}

/** Reads a stream as a browser does: event by event, remembering the latest id. */
export class EventStream {
  readonly events: StreamEvent[] = [];
  /** When the other side ended it, or broke it off. */
  endedAt: number | undefined;
  private rest = '';

  private constructor(
    readonly response: Response,
    private readonly leaving: AbortController,
  ) {
    void this.read();
  }

  static async open(url: string, cookie: string, lastEventId?: string): Promise<EventStream> {
    const leaving = new AbortController();
    const headers = {
      cookie,
      accept: 'text/event-stream',
      'accept-encoding': 'gzip',
      ...(lastEventId && { 'last-event-id': lastEventId }),
    };
    return new EventStream(await fetch(`${url}/panel/v1/live`, { headers, signal: leaving.signal }), leaving);
  }

  get lastId(): string {
    return this.events.findLast(({ id }) => id !== undefined)?.id ?? '';
  }

  get changes(): LiveChange[] {
    return this.events.filter(({ type }) => type === 'change').map(({ data }) => JSON.parse(data) as LiveChange);
  }

  next(type: string): Promise<StreamEvent> {
    return waitUntil(async () => this.events.find((event) => event.type === type) ?? false, { what: `an event ${type}` });
  }

  change(what: string, id?: string): Promise<LiveChange> {
    const isMeant = (change: LiveChange) => change.what === what && (id === undefined || change.id === id);
    return waitUntil(async () => this.changes.find(isMeant) ?? false, { what: `a change of ${what}` });
  }

  ended(): Promise<number> {
    return waitUntil(async () => this.endedAt ?? false, { what: 'the end of the stream' });
  }

  leave(): void {
    this.leaving.abort();
  }

  private async read(): Promise<void> {
    try {
      for await (const chunk of this.response.body!.pipeThrough(new TextDecoderStream())) this.take(chunk);
    } catch {
      // Either side broke it off.
    }
    this.endedAt = Date.now();
  }

  private take(chunk: string): void {
    const blocks = (this.rest + chunk).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      const type = field('event');
      if (type) this.events.push({ type, id: field('id'), data: field('data') ?? '' });
    }
  }
}
