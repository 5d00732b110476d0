import { expect, it } from '@jest/globals';
import { panelOperations } from '@vigia/contracts';
import { en } from '../src/activity/words.en.ts';
import { es } from '../src/activity/words.es.ts';
import { codeWords, refusalWords } from '../src/gateway/refusal-words.ts';
import { Refusal } from '../src/gateway/refusal.ts';

const codes = [...new Set(panelOperations.filter(({ method }) => method !== 'GET').flatMap(({ errors = [] }) => errors))];

/** Tells the reader what to do, which comes too late in the record. */
const advice = {
  es: /(?:Revise|Pida|Desactive|Revoque|Elimine|elimine|Edite|Vuelva|cambie|cree|cárguelo|Inténtelo|Actívelo|Ingrese|antes debe)/,
  en: /(?:Check|check|Ask|Switch|switch to|Revoke|Remove|Deactivate|Edit|delete|create|load it|Try|Activate|Sign in|there must)/,
};

it.each([
  ['es', es],
  ['en', en],
] as const)(
  'every refusal of an act has words in the page, and words without advice in the record of activity, in %s',
  (language, { reasons }) => {
    const params = { endsOn: '2026-12-31', endedOn: '2026-11-30', months: 1, available: 1, most: 1, taxId: '20990000019' };
    const other = refusalWords(new Refusal(409, ''), language);
    expect(codes.filter((code) => code !== 'conflict' && refusalWords(new Refusal(409, '', code, params), language) === other)).toEqual([]);
    const inRecord = codes.map((code) => ({ code, text: reasons[code] ?? codeWords(code, language) }));
    expect(inRecord.filter(({ code, text }) => text === code)).toEqual([]);
    expect(inRecord.filter(({ text }) => advice[language].test(text))).toEqual([]);
  },
);
