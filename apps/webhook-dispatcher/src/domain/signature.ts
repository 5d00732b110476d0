import { createHmac, randomBytes } from 'node:crypto';

const standardPrefix = 'whsec_';

/** Shown once. Receivers use the whole text as the key of `X-Service-Signature`, and libraries of Standard Webhooks read it as it is. */
export function newSecretKey(): string {
  return `${standardPrefix}${randomBytes(32).toString('base64')}`;
}

export function signatureOf(body: Buffer, secretKey: string): string {
  return `sha256=${createHmac('sha256', secretKey).update(body).digest('hex')}`;
}

/** The three headers of Standard Webhooks. The time is that of the attempt: receivers refuse old ones. */
export function standardHeaders(body: Buffer, { secretKey, id, sentAt }: { secretKey: string; id: string; sentAt: Date }) {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const key = Buffer.from(secretKey.replace(standardPrefix, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
