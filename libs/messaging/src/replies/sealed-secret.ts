import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';

const algorithm = 'ECDH-ES';

/** What an asker keeps to itself, and what it sends so that a secret can come back over the broker unread. */
export interface SecretEnvelope {
  sealTo: string;
  open(sealed: string): Promise<string>;
}

export async function secretEnvelope(): Promise<SecretEnvelope> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { crv: 'X25519' });
  return {
    sealTo: JSON.stringify(await exportJWK(publicKey)),
    async open(sealed) {
      const { plaintext } = await compactDecrypt(sealed, privateKey);
      return new TextDecoder().decode(plaintext);
    },
  };
}

export async function sealSecret(secret: string, sealTo: string): Promise<string> {
  const key = await importJWK(JSON.parse(sealTo) as JWK, algorithm);
  return new CompactEncrypt(new TextEncoder().encode(secret)).setProtectedHeader({ alg: algorithm, enc: 'A256GCM' }).encrypt(key);
}
