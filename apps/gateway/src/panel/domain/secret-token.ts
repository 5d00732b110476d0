import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;

export interface SecretToken {
  /** Goes to its owner and is kept nowhere. */
  token: string;
  hash: Buffer;
}

export function newSecretToken(): SecretToken {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

/** 256 random bits cannot be guessed, so a plain hash keeps them as well as a slow one. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
