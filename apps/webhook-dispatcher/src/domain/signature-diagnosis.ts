import type { SignatureFinding } from '@vigia/contracts';
import { diagnoseSignature, type ClaimedSignature, type SecretKeys } from './signature.js';
import { diagnoseStandardSignature, type Stamp } from './standard-signature.js';

interface Claimed extends Omit<ClaimedSignature, 'secretKey'> {
  secretKeys: SecretKeys;
  stamps: readonly Stamp[];
}

/** Tries each valid secret. A signature that is right for either takes precedence over a mistake with the signing one. */
export function diagnose({ secretKeys: [signing, other], ...given }: Claimed): SignatureFinding {
  const by = (secretKey: string) => diagnoseStandardSignature({ ...given, secretKey }) ?? diagnoseSignature({ ...given, secretKey });
  const finding = by(signing);
  if (other === undefined || finding === 'match') return finding;
  const findingByOther = by(other);
  if (findingByOther === 'match') return 'match_other_secret';
  return finding === 'unknown' || finding === 'other_secret' ? findingByOther : finding;
}
