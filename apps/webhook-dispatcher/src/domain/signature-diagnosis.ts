import { createHmac } from 'node:crypto';
import type { SignatureFinding } from '@vigia/contracts';
import { bareOf, keyOf, type SecretKeys } from './signature.js';
import { bodyVariants, diagnoseSignature, type ClaimedSignature, type Steps } from './x-service-signature-diagnosis.js';

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
export function* diagnose({ secretKeys: [signing, other], ...given }: Given): Steps<SignatureFinding> {
  const finding = yield* diagnoseBy(signing, given);
  if (other === undefined || finding === 'match') return finding;
  const findingByOther = yield* diagnoseBy(other, given);
  if (findingByOther === 'match') return 'match_other_secret';
  return finding === 'unknown' || finding === 'other_secret' ? findingByOther : finding;
}

function* diagnoseBy(secretKey: string, given: Omit<StampedClaim, 'secretKey'>): Steps<SignatureFinding> {
  return (yield* diagnoseStandardSignature({ ...given, secretKey })) ?? (yield* diagnoseSignature({ ...given, secretKey }));
}

interface StampedClaim extends ClaimedSignature {
  stamps: readonly Stamp[];
}

/**
 * The same for a Standard Webhooks signature. Undefined if it does not look like one: then the check of `X-Service-Signature` decides
 * whether it was sent. The header may hold several signatures, of which one must be right.
 */
export function* diagnoseStandardSignature(given: StampedClaim): Steps<SignatureFinding | undefined> {
  const signatures = given.claimed.trim().split(/\s+/);
  const digests = signatures.flatMap((one) => /^(?:v1,)?([A-Za-z0-9+/]{43}=)$/.exec(one)?.[1] ?? []);
  const finding = digests.length > 0 ? yield* findingOf(given, new Set(digests)) : undefined;
  const isMarked = signatures.some((one) => one.startsWith('v1,'));
  if (finding === 'match' && !isMarked) return 'prefix_missing';
  return finding ?? (isMarked ? (digests.length > 0 ? 'unknown' : 'not_a_signature') : undefined);
}

/** Each mistake that is tried is a step, which hashes the body once per stamp. */
function* findingOf(
  { body, secretKey, otherSecretKeys, receivedBody, stamps }: StampedClaim,
  digests: Set<string>,
): Steps<SignatureFinding | undefined> {
  const isSigned = function* (key: Buffer | string, bytes: Buffer, contentOf = standardContent): Steps<boolean> {
    yield;
    return stamps.some((stamp) => digests.has(createHmac('sha256', key).update(contentOf(stamp)).update(bytes).digest('base64')));
  };
  const key = keyOf(secretKey);
  if (yield* isSigned(key, body)) return 'match';
  for (const [finding, bytes] of bodyVariants(body)) if (yield* isSigned(key, bytes)) return finding;
  for (const undecoded of [secretKey, bareOf(secretKey)]) if (yield* isSigned(undecoded, body)) return 'secret_not_decoded';
  for (const other of otherSecretKeys) if (yield* isSigned(keyOf(other), body)) return 'other_secret';
  for (const contentOf of wrongContents) if (yield* isSigned(key, body, contentOf)) return 'id_or_timestamp_missing';
  return receivedBody && (yield* isSigned(key, receivedBody)) ? 'body_changed' : undefined;
}

const standardContent = ({ id, timestamp }: Stamp) => `${id}.${timestamp}.`;
const wrongContents = [() => '', ({ id }: Stamp) => `${id}.`, ({ timestamp }: Stamp) => `${timestamp}.`];
