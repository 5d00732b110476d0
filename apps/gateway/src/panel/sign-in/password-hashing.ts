import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Bulkhead } from '@vigia/dispatch';
import { randomBytes } from 'node:crypto';

/** Argon2id. One hash takes about 30 ms and 19 MiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Half of the process's threads for such work, so that file access and name look-ups can still run. */
const most = { running: 2, waiting: 40 };

@Injectable()
export class PasswordHashing {
  private readonly bulkhead = new Bulkhead(most);
  /** The hash of random bytes, checked if there is no stored hash. */
  private decoy: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return this.bulkhead.run(() => hash(spelled(password), cost));
  }

  /** Does the same work whether or not there is a stored hash. */
  async matches(password: string, stored: string | null | undefined): Promise<boolean> {
    this.decoy ??= hash(randomBytes(32), cost);
    const against = stored ?? (await this.decoy);
    return (await this.bulkhead.run(() => verify(against, spelled(password)))) && Boolean(stored);
  }
}

/** Keyboards encode `ñ` differently. */
function spelled(password: string): string {
  return password.normalize('NFKC');
}
