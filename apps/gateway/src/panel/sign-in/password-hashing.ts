import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { BulkheadByKey } from '@vigia/dispatch';
import { randomBytes } from 'node:crypto';
import { tooMany } from '../../limits/limit.js';
import { networkOf } from '../../limits/network-of.js';

/** Argon2id. One hash takes about 30 ms and 19 MiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One at a time in each line: half of the process's threads for such work, so that file access and name look-ups can still run. */
const mostAtOnce = 1;
const mostOfNetwork = { running: 1, waiting: 9, refusal: () => tooMany('hashing', 1) };
const mostInLine = 100;

/** Where the owner of an email signed in before, or has just proved to be the owner. */
interface Asker {
  address: string;
  isWhereOwnerWas: boolean;
}

/**
 * Networks take turns, so that a crowd in one holds up no other. Somebody who has enough of them fills the line of guesses, but not the line
 * of owners: an attempt waits there only if the owner of its email was at its address.
 */
@Injectable()
export class PasswordHashing {
  private readonly owners = new BulkheadByKey(mostAtOnce, mostOfNetwork, mostInLine);
  private readonly guesses = new BulkheadByKey(mostAtOnce, mostOfNetwork, mostInLine);
  /** The hash of random bytes, checked if there is no stored hash. */
  private decoy: Promise<string> | undefined;

  hash(password: string, from: Asker): Promise<string> {
    return this.inLine(from, () => hash(spelled(password), cost));
  }

  /** Does the same work whether or not there is a stored hash. */
  async matches(password: string, stored: string | null | undefined, from: Asker): Promise<boolean> {
    this.decoy ??= hash(randomBytes(32), cost);
    const against = stored ?? (await this.decoy);
    return (await this.inLine(from, () => verify(against, spelled(password)))) && Boolean(stored);
  }

  private inLine<T>({ address, isWhereOwnerWas }: Asker, work: () => Promise<T>): Promise<T> {
    return (isWhereOwnerWas ? this.owners : this.guesses).run(networkOf(address), work);
  }
}

/** Keyboards encode `ñ` differently. */
function spelled(password: string): string {
  return password.normalize('NFKC');
}
