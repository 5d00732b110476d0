import type { Exchange } from '@vigia/outbound-http';
import { overlapAtEnd, replacedAll } from './linear-search.js';

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
  const written = new Set(secrets.flatMap(formsOf).filter(({ length }) => length >= fewestMaskedCharacters));
  // One may be a part of another.
  const longestFirst = [...written].sort((one, other) => other.length - one.length).map(asBytes);
  const text = longestFirst.reduce((shown, secret) => replacedAll(shown, secret, asBytes(mask)), body.toString('latin1'));
  return Buffer.from(isCut ? withoutBeginning(text, longestFirst) : text, 'latin1');
}

/** An answer that was cut may end within a secret. */
function withoutBeginning(text: string, secrets: readonly string[]): string {
  const overlap = Math.max(0, ...secrets.map((secret) => overlapAtEnd(text, secret)));
  return overlap < fewestMaskedCharacters ? text : text.slice(0, -overlap) + asBytes(mask);
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
