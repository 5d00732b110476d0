import { signatureOf, standardHeaders } from '../../src/domain/signature.js';
import type { Receiver } from './receiver.js';

/** Which keys signed the received delivery: the one of `X-Service-Signature`, and those of `webhook-signature` in order. */
export function signers({ headers, body }: Receiver['received'][number], keys: readonly string[]): { plain: string; standard: string[] } {
  const [id, timestamp] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])];
  const standard = (key: string) =>
    standardHeaders(body, { secretKeys: [key], id, sentAt: new Date(timestamp * 1000) })['webhook-signature'];
  const signer = (signature: string, signed: (key: string) => string) => keys.find((key) => signed(key) === signature) ?? 'no known key';
  return {
    plain: signer(String(headers['x-service-signature']), (key) => signatureOf(body, key)),
    standard: String(headers['webhook-signature'])
      .split(' ')
      .map((signature) => signer(signature, standard)),
  };
}
