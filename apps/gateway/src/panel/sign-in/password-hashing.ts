import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { FewAtOnce } from '../domain/few-at-once.js';

/** Argon2id. One takes some 30 ms and 19 MiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Half of the threads that the process has for all such work, so that files and names are still looked up meanwhile. */
const most = { running: 2, waiting: 40 };

@Injectable()
export class PasswordHashing {
  private readonly places = new FewAtOnce(most);
  /** Of a password that nobody has. */
  private nobody: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return this.places.run(() => hash(spelled(password), cost));
  }

  /** The same work whether there is a stored hash or not. */
  async matches(password: string, stored: string | null | undefined): Promise<boolean> {
    this.nobody ??= hash(randomBytes(32), cost);
    const against = stored ?? (await this.nobody);
    return (await this.places.run(() => verify(against, spelled(password)))) && Boolean(stored);
  }
}

/** Keyboards differ in how they compose `ñ`. */
function spelled(password: string): string {
  return password.normalize('NFKC');
}
