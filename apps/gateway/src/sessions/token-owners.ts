import { Injectable } from '@nestjs/common';
import { hashOfToken } from './session-store.js';
import { SessionTokens } from './session-tokens.js';

const mostKnown = 20_000;
export const stranger = Symbol('stranger');

/**
 * Whose limit the calls with a session token count for, as far as this replica knows without a look-up. What it knows stays true: a token
 * has one user, and a session that has ended does not come back.
 */
@Injectable()
export class TokenOwners {
  private readonly known = new Map<string, string | typeof stranger>();

  constructor(private readonly tokens: SessionTokens) {}

  /** The id of the user; undefined if only a look-up tells. */
  of(token: string): string | typeof stranger | undefined {
    return this.tokens.isOurs(token) ? this.known.get(keyOf(token)) : stranger;
  }

  /** The result of a look-up: the id of the user, or none if there is no such session. Invented tokens are not worth the memory. */
  note(token: string, userId: string | undefined): void {
    if (!this.tokens.isOurs(token)) return;
    if (this.known.size >= mostKnown) this.known.clear();
    this.known.set(keyOf(token), userId ?? stranger);
  }
}

function keyOf(token: string): string {
  return hashOfToken(token).toString('base64url');
}
