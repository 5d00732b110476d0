import { createHash, createHmac } from 'node:crypto';
import type { SignatureFinding } from '@vigia/contracts';
import { bareOf, keyOf } from './signature.js';

export interface ClaimedSignature {
  /** The signature that the receiver computed. */
  claimed: string;
  /** The bytes that we sent. */
  body: Buffer;
  secretKey: string;
  otherSecretKeys: readonly string[];
  /** The bytes over which the receiver says it computed the signature. */
  receivedBody?: Buffer;
}

type Variant = [finding: SignatureFinding, bytes: Buffer | string];

/** Work in steps that each hash a body a few times. The caller lets other work run between them: a body may be large, the steps many. */
export type Steps<Result> = Generator<undefined, Result>;

/** Why a receiver's own signature differs from ours: tries the usual mistakes one by one until one gives the same digest. */
export function* diagnoseSignature(given: ClaimedSignature): Steps<SignatureFinding> {
  const { body, secretKey, receivedBody } = given;
  const claimed = given.claimed.trim();
  const right = hmac(secretKey, body);
  if (claimed === `sha256=${right.toString('hex')}`) return 'match';
  const written = readDigest(claimed);
  if (!written) return 'not_a_signature';
  const is = (digest: Buffer) => digest.equals(written.digest);
  if (is(right)) return written.finding;
  for (const [finding, bytes] of bodyVariants(body)) {
    yield;
    if (is(hmac(secretKey, bytes))) return finding;
  }
  for (const [finding, key] of secretVariants(given)) {
    yield;
    if (is(hmac(key, body))) return finding;
  }
  if (is(createHash('sha256').update(body).digest())) return 'not_keyed';
  if (['sha1', 'sha512'].some((algorithm) => is(createHmac(algorithm, secretKey).update(body).digest()))) return 'other_algorithm';
  return receivedBody && is(hmac(secretKey, receivedBody)) ? 'body_changed' : 'unknown';
}

function hmac(key: Buffer | string, bytes: Buffer | string): Buffer {
  return createHmac('sha256', key).update(bytes).digest();
}

function readDigest(claimed: string): { digest: Buffer; finding: SignatureFinding } | undefined {
  const bare = claimed.replace(/^sha(?:1|256|512)=/i, '');
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i.test(bare)) {
    return { digest: Buffer.from(bare, 'hex'), finding: /[A-F]/.test(bare) ? 'upper_case_hex' : 'prefix_missing' };
  }
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(bare) ? { digest: Buffer.from(bare, 'base64'), finding: 'base64_digest' } : undefined;
}

/** Each is written only when its turn comes. */
export function* bodyVariants(body: Buffer): Generator<[finding: SignatureFinding, bytes: Buffer]> {
  const text = body.toString('utf8');
  yield ['trailing_newline', Buffer.from(`${text}\n`)];
  yield ['trailing_newline', Buffer.from(`${text}\r\n`)];
  yield ['bom_added', Buffer.from(`\ufeff${text}`)];
  for (const other of serializations(JSON.parse(text))) yield ['reserialized_json', Buffer.from(other)];
}

/** The same value as common libraries write it: compact, spaced, indented, with escaped non-ASCII or slashes, with sorted keys. */
function* serializations(value: unknown): Generator<string> {
  const styles = [
    () => JSON.stringify(value),
    () => JSON.stringify(sorted(value)),
    () => pythonStyle(value),
    () => pythonStyle(sorted(value)),
    () => JSON.stringify(value, null, 2),
    () => JSON.stringify(value, null, 4),
  ];
  for (const write of styles) {
    const written = write();
    yield written;
    yield written.replaceAll('/', '\\/');
    const escaped = ascii(written);
    yield escaped;
    yield escaped.replaceAll('/', '\\/');
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

function pythonStyle(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonStyle).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${pythonStyle(one)}`)
    .join(', ')}}`;
}

function ascii(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function secretVariants({ secretKey, otherSecretKeys }: ClaimedSignature): Variant[] {
  return [
    ['secret_with_whitespace', `${secretKey}\n`],
    ['secret_with_whitespace', `${secretKey} `],
    ['secret_decoded', bareOf(secretKey)],
    ['secret_decoded', keyOf(secretKey)],
    ...otherSecretKeys.map((other): Variant => ['other_secret', other]),
  ];
}
