import { createHmac } from 'node:crypto';
import type { SignatureFinding } from '@vigia/contracts';
import { bodyVariants, diagnoseSignature, type ClaimedSignature, type SecretKeys } from './signature.js';

/** What an attempt was sent with in addition to its body: both are signed. */
export interface Stamp {
  id: string;
  timestamp: string;
}

interface Given extends Omit<ClaimedSignature, 'secretKey'> {
  secretKeys: SecretKeys;
  stamps: readonly Stamp[];
}

/** Tries each valid secret. A signature that is right for either takes precedence over a mistake with the signing one. */
export function diagnose({ secretKeys: [signing, other], ...given }: Given): SignatureFinding {
  const by = (secretKey: string) => diagnoseStandardSignature({ ...given, secretKey }) ?? diagnoseSignature({ ...given, secretKey });
  const finding = by(signing);
  if (other === undefined || finding === 'match') return finding;
  const findingByOther = by(other);
  if (findingByOther === 'match') return 'match_other_secret';
  return finding === 'unknown' || finding === 'other_secret' ? findingByOther : finding;
}

interface Claimed extends ClaimedSignature {
  stamps: readonly Stamp[];
}

/**
 * The same for a Standard Webhooks signature. Undefined if it does not look like one: then the check of `X-Service-Signature` decides
 * whether it was sent. The header may hold several signatures, of which one must be right.
 */
export function diagnoseStandardSignature(given: Claimed): SignatureFinding | undefined {
  const signatures = given.claimed.trim().split(/\s+/);
  const digests = signatures.flatMap((one) => /^(?:v1,)?([A-Za-z0-9+/]{43}=)$/.exec(one)?.[1] ?? []);
  const finding = digests.length > 0 ? findingOf(given, new Set(digests)) : undefined;
  const isMarked = signatures.some((one) => one.startsWith('v1,'));
  if (finding === 'match' && !isMarked) return 'prefix_missing';
  return finding ?? (isMarked ? (digests.length > 0 ? 'unknown' : 'not_a_signature') : undefined);
}

function findingOf(
  { body, secretKey, otherSecretKeys, receivedBody, stamps }: Claimed,
  digests: Set<string>,
): SignatureFinding | undefined {
  const isSigned = (key: Buffer | string, bytes: Buffer | string, contentOf = standardContent) =>
    stamps.some((stamp) => digests.has(createHmac('sha256', key).update(contentOf(stamp)).update(bytes).digest('base64')));
  const key = keyOf(secretKey);
  if (isSigned(key, body)) return 'match';
  const changed = bodyVariants(body).find(([, bytes]) => isSigned(key, bytes));
  if (changed) return changed[0];
  if (isSigned(secretKey, body) || isSigned(bareOf(secretKey), body)) return 'secret_not_decoded';
  if (otherSecretKeys.some((other) => isSigned(keyOf(other), body))) return 'other_secret';
  const wrongContents = [() => '', ({ id }: Stamp) => `${id}.`, ({ timestamp }: Stamp) => `${timestamp}.`];
  if (wrongContents.some((contentOf) => isSigned(key, body, contentOf))) return 'id_or_timestamp_missing';
  return receivedBody && isSigned(key, receivedBody) ? 'body_changed' : undefined;
}

const standardContent = ({ id, timestamp }: Stamp) => `${id}.${timestamp}.`;
const bareOf = (secretKey: string) => secretKey.replace(/^whsec_/, '');
const keyOf = (secretKey: string) => Buffer.from(bareOf(secretKey), 'base64');
