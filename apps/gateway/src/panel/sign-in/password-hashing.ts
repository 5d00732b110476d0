import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { VigiaError } from '@vigia/contracts';
import { randomBytes } from 'node:crypto';

/**
 * Lets a few pieces of work run and a few more wait; the next is refused. The bulkhead of cockatiel frees a slot before it takes the
 * next work from its queue: new work can take the slot in between, and work that was allowed to wait is then refused.
 */
export class Bulkhead {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: { running: number; waiting: number }) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.most.running) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= this.most.waiting) throw VigiaError.of('unavailable');
    await new Promise<void>((enter) => this.waiting.push(enter));
  }

  /** A slot goes straight to the work that waits longest, without becoming free in between. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}

/** Argon2id. One takes some 30 ms and 19 MiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Half of the threads that the process has for all such work, so that files and names are still looked up meanwhile. */
const most = { running: 2, waiting: 40 };

@Injectable()
export class PasswordHashing {
  private readonly bulkhead = new Bulkhead(most);
  /** The hash of random bytes, checked in place of one that does not exist. */
  private decoy: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return this.bulkhead.run(() => hash(spelled(password), cost));
  }

  /** The same work whether there is a stored hash or not. */
  async matches(password: string, stored: string | null | undefined): Promise<boolean> {
    this.decoy ??= hash(randomBytes(32), cost);
    const against = stored ?? (await this.decoy);
    return (await this.bulkhead.run(() => verify(against, spelled(password)))) && Boolean(stored);
  }
}

/** Keyboards differ in how they compose `ñ`. */
function spelled(password: string): string {
  return password.normalize('NFKC');
}
