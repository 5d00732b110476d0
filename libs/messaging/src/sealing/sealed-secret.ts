import { compactDecrypt, CompactEncrypt, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

const algorithm = 'ECDH-ES';

/** `sealTo` is sent with a request. Only this envelope opens the returned secret, so the broker never has it in plain text. */
export interface SecretEnvelope {
  sealTo: string;
  open(sealed: string): Promise<string>;
}

export async function secretEnvelope(): Promise<SecretEnvelope> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { crv: 'X25519' });
  return envelopeOf(publicKey, privateKey);
}

/** The PKCS #8 bytes before the 32 bytes of an X25519 key. */
const pkcs8Head = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** An envelope that every process with the same 32 bytes can open. */
export async function envelopeOfSeed(seed: Uint8Array): Promise<SecretEnvelope> {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
  return envelopeOf(createPublicKey(privateKey), privateKey);
}

async function envelopeOf(publicKey: CryptoKey | KeyObject, privateKey: CryptoKey | KeyObject): Promise<SecretEnvelope> {
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
