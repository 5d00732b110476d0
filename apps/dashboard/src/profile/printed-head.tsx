import { Text } from '@mantine/core';
import { exactInstant } from '#language/instant.ts';
import { styleNonce } from '#theme/nonce.ts';

interface Told {
  docType: string;
  taxId: string;
  at: string;
  sha256: string;
}

/** The heading of every printed page: the profile, the time, and the hash for comparison. */
export function PrintedHead({ told: { docType, taxId, at, sha256 } }: { told: Told }) {
  const of = `Vigía · ${docType} ${taxId} · ${exactInstant(at)}`;
  const hash = `SHA-256 ${sha256}`;
  return (
    <>
      <style
        nonce={styleNonce}
      >{`@page { @top-left { content: "${of}\\a ${hash}"; white-space: pre; font: 7pt sans-serif; color: #4a545e; } }`}</style>
      <Text size="xs" className="only-printed" ff="monospace">
        {hash}
      </Text>
    </>
  );
}
