import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Bulkhead } from '@vigia/dispatch';
import { randomBytes } from 'node:crypto';

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
