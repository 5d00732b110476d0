import type { Notice } from '@vigia/contracts';
import { randomUUID } from 'node:crypto';
import { reach, settles, startTimeoutMs } from '../datastore/reach.js';
import type { Datastore, Postbox } from '../datastore/datastore.js';
import { mailCheck, type Mail, type Reply } from '../domain/envelope.js';

const closeTimeoutMs = 2000;

interface Waiter {
  take: (reply: Reply) => void;
  giveUp: () => void;
}

interface ExpectedReply {
  reply: Promise<Reply>;
  forget: () => void;
}

/** The address of one process, at which replies to its requests and notices for it arrive. */
export class ReplyBox {
  private readonly waiting = new Map<string, Set<Waiter>>();
  private readonly noticeListeners = new Set<(notice: Notice) => void>();

  private constructor(private readonly postbox: Postbox) {}

  get address(): string {
    return this.postbox.address;
  }

  static async open(datastore: Datastore, service: string, onTrouble: (error: Error) => void): Promise<ReplyBox> {
    const postbox = datastore.openPostbox(service, `${service}-${randomUUID()}`, onTrouble);
    const box = new ReplyBox(postbox);
    try {
      await reach(
        postbox.open((mail) => box.receive(mail)),
        startTimeoutMs,
      );
      return box;
    } catch (error) {
      await box.close();
      throw error;
    }
  }

  /** Calls the listener when a broker that had lost this process knows it again. */
  onRecovered(listener: () => void): void {
    this.postbox.onRecovered(listener);
  }

  /** Two calls may wait for one id: an event may be delivered again while its first delivery is still open. */
  expect(id: string, timeoutMs: number, late: () => Error): ExpectedReply {
    const waiters = this.waiting.get(id) ?? new Set();
    this.waiting.set(id, waiters);
    let waiter!: Waiter;
    const reply = new Promise<Reply>((resolve, reject) => {
      waiter = { take: resolve, giveUp: () => reject(late()) };
    });
    waiters.add(waiter);
    let unread: NodeJS.Immediate | undefined;
    // As in `within`: a reply that has arrived is in time, even if this process had no time to read it.
    const timer = setTimeout(() => (unread = setImmediate(waiter.giveUp)), timeoutMs);
    const forget = () => {
      clearTimeout(timer);
      clearImmediate(unread);
      waiters.delete(waiter);
      if (waiters.size === 0) {
        this.waiting.delete(id);
      }
    };
    return { reply, forget };
  }

  async post(address: string, mail: Mail): Promise<void> {
    await reach(this.postbox.send(address, mail));
  }

  onNotice(listener: (notice: Notice) => void): () => void {
    this.noticeListeners.add(listener);
    return () => this.noticeListeners.delete(listener);
  }

  async close(): Promise<void> {
    this.waiting.forEach((waiters) => waiters.forEach(({ giveUp }) => giveUp()));
    await settles(this.postbox.close(), closeTimeoutMs);
  }

  private receive(mail: unknown): void {
    if (!mailCheck.Check(mail)) {
      return;
    }
    if (mail.kind === 'notice') {
      this.noticeListeners.forEach((listener) => listener(mail.notice));
    } else {
      this.waiting.get(mail.id)?.forEach(({ take }) => take(mail));
    }
  }
}
