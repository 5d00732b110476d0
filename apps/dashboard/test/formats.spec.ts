import { describe, expect, it } from '@jest/globals';
import { day, daysBetween, firstDayAfter, momentsOf, month } from '../src/language/day.ts';
import { canBeTyped, typedDocument } from '../src/language/document.ts';
import { ago, dayOf, exactInstant, happened, instant } from '../src/language/instant.ts';
import { change, count, percent, shortSoles, soles } from '../src/language/money.ts';
import { nullWords, orWord } from '../src/language/null-words.ts';
import { datasetName, editionOf, publicationOf, publishedIn } from '../src/language/published.ts';
import { cards as en } from '../src/profile/cards/words.en.ts';
import { cards as es } from '../src/profile/cards/words.es.ts';
import { shareText } from '../src/profile/sections/share-text.ts';

/** The formatter chooses the space between symbol and number. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('money', () => {
  it('is written as in Peru', () => {
    expect(plain(soles(1_284_530.4))).toBe('S/ 1,284,530.40');
    expect(plain(soles(0))).toBe('S/ 0.00');
    expect(plain(soles(-1_200.5))).toMatch(/^-\s?S\/ 1,200\.50$|^S\/ -1,200\.50$/);
    expect(plain(shortSoles(1_284_530.4))).toBe('S/ 1.3 M');
    expect(plain(shortSoles(3_290_100_000))).toBe('S/ 3,290.1 M');
    expect(plain(shortSoles(25_000_000_000))).toBe('S/ 25,000.0 M');
    expect(plain(shortSoles(1_284.5))).toBe('S/ 1,285');
    expect([0, 0.4, 0.75, 9.5, 10.4].map((amount) => plain(shortSoles(amount)))).toEqual([
      'S/ 0',
      'S/ 0.40',
      'S/ 0.75',
      'S/ 9.50',
      'S/ 10',
    ]);
    expect(count(1_284)).toBe('1,284');
  });

  it('has percentages with two decimals at most, and changes with a sign', () => {
    expect([percent(12.34), percent(90), percent(0.04)]).toEqual(['12.34%', '90%', '0.04%']);
    expect([change(18.2), change(-3), change(0), change(-0.001)]).toEqual(['+18.2%', '-3%', '0%', '-0.01%']);
  });

  it('never shows a part as nothing or as the whole', () => {
    expect([percent(0), percent(0.0004), percent(99.9996), percent(100)]).toEqual(['0%', '0.01%', '99.99%', '100%']);
  });
});

it('the share of the worst rating of a debt is never nothing', () => {
  expect([0, 0.01, 60].map((share) => es.exposure.worstOf('PER', share))).toEqual([
    'PER en menos del 0.01% de la deuda',
    'PER en el 0.01% de la deuda',
    'PER en el 60% de la deuda',
  ]);
  expect(en.exposure.worstOf('PER', 0)).toBe('PER in less than 0.01% of the debt');
  const share = (calificacion: 'NOR' | 'PER', porcentaje: number) =>
    shareText({ calificacion, porcentaje }, { calificacion: 'PER', porcentaje: 0 });
  expect([share('NOR', 100), share('NOR', 0), share('PER', 0), share('PER', 0.01)]).toEqual(['100%', '0%', '<0.01%', '0.01%']);
});

describe('days', () => {
  it('do not depend on the time zone', () => {
    expect([day('2026-11-20'), day('2026-01-01')]).toEqual(['20/11/2026', '01/01/2026']);
    expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1);
    expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1);
  });

  it('have the month names of Peru', () => {
    expect([month('2026-09', 'es'), month('2026-09-30', 'es'), month('2026-09', 'en')]).toEqual(['set 2026', 'set 2026', 'Sep 2026']);
  });

  it('of the next month follow a month, also in the next year', () => {
    expect([firstDayAfter('2026-09'), firstDayAfter('2026-12')]).toEqual(['2026-10-01', '2027-01-01']);
  });
});

describe('a range of days in Lima', () => {
  it('begins at the start of the first day and ends before the day after the last', () => {
    expect(momentsOf({ from: '2026-02-28', to: '2026-02-28' })).toEqual({
      from: '2026-02-28T00:00:00-05:00',
      to: '2026-03-01T00:00:00-05:00',
    });
  });

  it('has no end if its last day is the last possible one, and ignores an invalid day', () => {
    expect(momentsOf({ from: '1900-01-01', to: '2200-12-31' })).toEqual({ from: '1900-01-01T00:00:00-05:00' });
    expect([momentsOf({}), momentsOf({ from: '0202-11-20', to: 'nunca' }), momentsOf({ to: '2026-02-30' })]).toEqual([{}, {}, {}]);
  });
});

describe('instants', () => {
  it('are shown in Lima time, with four digits of the year and 24 hours', () => {
    expect(instant('2026-11-15T02:12:40Z')).toBe('14/11/2026, 21:12');
    expect(exactInstant('2026-11-15T05:00:07Z')).toBe('15/11/2026, 00:00:07');
    expect(dayOf('2026-11-15T04:59:59Z')).toBe('2026-11-14');
  });

  it('are shown relative to now', () => {
    const now = Date.parse('2026-11-15T12:00:00Z');
    expect(ago('2026-11-15T11:59:54Z', now, 'es')).toBe('hace 6 segundos');
    expect(ago('2026-11-15T10:00:00Z', now, 'es')).toBe('hace 2 horas');
    expect(ago('2026-11-18T12:00:00Z', now, 'en')).toBe('in 3 days');
    expect([ago(now, now, 'es'), ago(now + 400, now, 'en')]).toEqual(['ahora', 'now']);
    expect([happened('2026-11-15T11:00:00Z', now, 'es'), happened('2026-11-15T12:00:08Z', now, 'es')]).toEqual(['hace 1 hora', 'ahora']);
  });

  it('are shown by elapsed time, not by calendar days or years', () => {
    expect(ago('2026-11-18T03:00:00Z', Date.parse('2026-11-19T14:00:00Z'), 'es')).toBe('hace 1 día');
    expect(ago('2026-01-04T15:00:00Z', Date.parse('2026-12-30T15:00:00Z'), 'es')).toBe('hace 1 año');
    expect(ago('2026-11-20T03:00:00Z', Date.parse('2026-11-19T03:00:00Z'), 'en')).toBe('in 1 day');
  });
});

describe('documents', () => {
  it('lose separators between their digits', () => {
    expect(typedDocument(' 20.612.345-679\n')).toEqual({ taxId: '20612345679' });
    expect(typedDocument('ce001 abc')).toEqual({ taxId: 'CE001ABC' });
    expect(typedDocument('\u200e20\u2011990000\u2212051\u200b')).toEqual({ taxId: '20990000051' });
  });

  it('may have their kind before the number, as the page writes them', () => {
    expect(typedDocument('RUC 20990000051')).toEqual({ kind: 'RUC', taxId: '20990000051' });
    expect(typedDocument(' dni: 4000-0001')).toEqual({ kind: 'DNI', taxId: '40000001' });
    expect(typedDocument('ce 001 abc 123')).toEqual({ kind: 'CE', taxId: '001ABC123' });
    expect(typedDocument('RUC ')).toEqual({ taxId: 'RUC' });
    for (const sign of ['N°', 'Nº ', 'N.º ', 'NRO. ', 'No. ', 'número: '])
      expect(typedDocument(`RUC ${sign}20990000051`)).toEqual({ kind: 'RUC', taxId: '20990000051' });
    expect(typedDocument('CE NO1234567')).toEqual({ kind: 'CE', taxId: 'NO1234567' });
  });

  it('can be typed unless a program has given a CE small letters', () => {
    expect(['20990000051', 'SIM000001', 'CE001ABC', 'sim000001', 'SIM00000x'].map(canBeTyped)).toEqual([true, true, true, false, false]);
  });
});

describe('a value that may be null', () => {
  it('is shown as a word if it is null, and as a number if it is zero', () => {
    const words = nullWords.es;
    expect(plain(orWord(0, soles, words.noInformation))).toBe('S/ 0.00');
    expect(orWord(null, soles, words.noInformation)).toBe('Sin información');
    expect(orWord<number>(undefined, soles, words.notReported)).toBe('No reportado');
  });
});

describe('the version of an answer', () => {
  it('is shown as the day of its register, if it has one', () => {
    expect(publishedIn('padron 2026-11-20 3f9a41c2', 'es')).toBe('según padrón del 20/11/2026');
    expect(publishedIn('un_register 2026-11-20 3f9a41c2', 'en')).toBe('as of un register 20/11/2026');
    expect([publishedIn('sim-v1/2026-11', 'es'), publishedIn('OFAC 2026-11-20, UN 2026-11-19', 'es')]).toEqual([null, null]);
    expect([publicationOf('ciiu 2026-01-15 3f9a41c2', 'es'), publicationOf('perudevs', 'es')]).toEqual([
      'CIIU, revisión 4 del 15/01/2026',
      'perudevs',
    ]);
    expect(publishedIn('PEP 2, un un 2026-02-27 66b392a4', 'es')).toBe('según PEP 2; Naciones Unidas del 27/02/2026');
    expect([datasetName('uk', 'en'), datasetName('ssco', 'en'), datasetName('PEP-X', 'es')]).toEqual([
      'United Kingdom',
      'sujetos sin capacidad operativa (SSCO)',
      'PEP-X',
    ]);
    expect([editionOf('un 2026-02-27 66b392a4'), editionOf('inventada-2')]).toEqual(['27/02/2026, 66b392a4', 'inventada-2']);
  });
});
