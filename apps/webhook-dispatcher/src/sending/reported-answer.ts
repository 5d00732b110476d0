import type { Exchange } from '@vigia/outbound-http';

const mostKeptBytes = 4 * 1024;
/** A shorter value is rarely a secret, and an answer may have its characters by chance. */
const fewestMaskedCharacters = 8;
export const mask = '••••';

/** What is stored of an answer. A receiver may repeat what it was sent, so secrets of the request are masked. */
export function reportedAnswer(
  { status, remoteAddress, timings, body, truncated }: Exchange,
  { keepsAnswers, secrets }: { keepsAnswers: boolean; secrets: readonly string[] },
) {
  const reported = { status, remoteAddress, ...timings };
  if (!keepsAnswers) return reported;
  const shown = withoutSecrets(body, secrets, truncated);
  return {
    ...reported,
    responseBody: shown.subarray(0, mostKeptBytes),
    responseTruncated: truncated || shown.length > mostKeptBytes,
  };
}

/** In latin1 every byte is one character, so bytes of any encoding stay as they are. */
function withoutSecrets(body: Buffer, secrets: readonly string[], isCut: boolean): Buffer {
  const written = secrets.flatMap(formsOf).filter(({ length }) => length >= fewestMaskedCharacters);
  // One may be a part of another.
  const longestFirst = written.toSorted((one, other) => other.length - one.length).map(asBytes);
  const text = longestFirst.reduce((shown, secret) => shown.replaceAll(secret, asBytes(mask)), body.toString('latin1'));
  return Buffer.from(isCut ? withoutBeginning(text, longestFirst) : text, 'latin1');
}

/** An answer that was cut may end within a secret. */
function withoutBeginning(text: string, secrets: readonly string[]): string {
  for (const secret of secrets)
    for (let length = secret.length - 1; length >= fewestMaskedCharacters; length -= 1)
      if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + asBytes(mask);
  return text;
}

/** As it was sent, in JSON as different languages escape it, and as credentials without their scheme. */
function formsOf(secret: string): string[] {
  const sent = secret.trim();
  const last = sent.slice(sent.lastIndexOf(' ') + 1);
  return [sent, last].flatMap((form) => {
    const inJson = JSON.stringify(form).slice(1, -1);
    return [form, inJson, inJson.replaceAll('/', String.raw`\/`), inJson.replaceAll(/[<>&\u0080-\uffff]/g, escaped)];
  });
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}
