import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { refusalWords } from '../src/gateway/refusal-words.ts';
import { Refusal } from '../src/gateway/refusal.ts';
import { en } from '../src/webhooks/words.en.ts';
import { es } from '../src/webhooks/words.es.ts';

const oldRows = new URL('../../webhook-dispatcher/src/upkeep/old-rows.ts', import.meta.url);

describe.each([
  ['es', es, 'una por una'],
  ['en', en, 'one by one'],
] as const)('what can be sent again, in %s', (language, words, each) => {
  it('is refused with the time for which bodies are kept', () => {
    const days = /bodiesAreKept = sql`interval '(\d+) days'/.exec(readFileSync(oldRows, 'utf8'))?.[1];
    expect(refusalWords(new Refusal(409, '', 'payload_purged'), language)).toMatch(new RegExp(`\\b${days} (?:días|days)\\.`));
  });

  it('are the skipped deliveries of a webhook that was switched off only one by one, not by its recovery', () => {
    expect(words.offText).toMatch(new RegExp(`${each}\\. [«“]${words.recover}[»”]`));
  });
});
