import { createHmac, randomBytes } from 'node:crypto';

/** The valid secrets. The first one signs; the other is the next or the previous one. */
export type SecretKeys = readonly [signing: string, other?: string];

const standardPrefix = 'whsec_';

/** Receivers use the whole text as the key of `X-Service-Signature`; Standard Webhooks libraries accept it unchanged. */
export function newSecretKey(): string {
  return `${standardPrefix}${randomBytes(32).toString('base64')}`;
}

export const bareOf = (secretKey: string) => secretKey.replace(standardPrefix, '');
/** The bytes that libraries of Standard Webhooks take from a secret key. */
export const keyOf = (secretKey: string) => Buffer.from(bareOf(secretKey), 'base64');

export function signatureOf(body: Buffer, secretKey: string): string {
  return `sha256=${createHmac('sha256', secretKey).update(body).digest('hex')}`;
}

/**
 * The three headers of Standard Webhooks. They carry the time of the attempt because receivers refuse old ones, and one signature per key,
 * so that a receiver that knows either key accepts them.
 */
export function standardHeaders(body: Buffer, { secretKeys, id, sentAt }: { secretKeys: SecretKeys; id: string; sentAt: Date }) {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secretKeys.map(
    (secretKey) => `v1,${createHmac('sha256', keyOf(secretKey!)).update(`${id}.${timestamp}.`).update(body).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
