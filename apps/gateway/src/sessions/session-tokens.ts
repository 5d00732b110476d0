import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '@vigia/service-kit';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { GatewaySettings } from '../settings.js';

const randomPart = 24;
const checkPart = 8;

/** A session is a row. The keyed hash in its token only shows, without a query for the row, that we issued the token. */
@Injectable()
export class SessionTokens {
  /** Newest first. */
  private readonly keys: Buffer[];

  constructor(@Inject(SETTINGS) { jwtKeys }: Pick<GatewaySettings, 'jwtKeys'>) {
    this.keys = [...jwtKeys.keys.values()].map((key) => createHmac('sha256', key).update('tokens of sessions').digest());
  }

  make(): string {
    const random = randomBytes(randomPart);
    return Buffer.concat([random, checkOf(random, this.keys[0]!)]).toString('base64url');
  }

  /** Also false for an older token of ours without a keyed hash, and for one whose key has since been removed. */
  isOurs(token: string): boolean {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== randomPart + checkPart) return false;
    const [random, check] = [bytes.subarray(0, randomPart), bytes.subarray(randomPart)];
    return this.keys.some((key) => timingSafeEqual(check, checkOf(random, key)));
  }
}

function checkOf(random: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(random).digest().subarray(0, checkPart);
}
