import { describe, expect, it } from '@jest/globals';
import { groundText } from '../src/profile/basis/ground-text.ts';
import { basis as en } from '../src/profile/basis/words.en.ts';
import { basis as es } from '../src/profile/basis/words.es.ts';

const kind = { fact: 'kind', speaks: 'against', asked: 'person', listed: 'vessel' } as const;

describe('what speaks for or against a hit', () => {
  it('is said in words instead of codes', () => {
    expect(groundText(kind, es, 'es')).toBe('Otra clase de registro: persona ≠ nave');
    expect(groundText(kind, en, 'en')).toBe('Entry of a different type: person ≠ vessel');
    expect(groundText({ ...kind, listed: 'of a later release' }, es, 'es')).toBe('Otra clase de registro: persona ≠ of a later release');
  });

  it('has the days of births as they are written in Peru, also beside years', () => {
    const birth = { fact: 'birth', speaks: 'against', asked: '1970-05-01', listed: '1971-12-31, 1980–1982 aprox.' } as const;
    expect(groundText(birth, es, 'es')).toBe('Fecha de nacimiento distinta: 01/05/1970 ≠ 31/12/1971, 1980–1982 aprox.');
    expect(groundText({ ...birth, speaks: 'for', listed: '1970-05-01' }, es, 'es')).toBe('Coincide la fecha de nacimiento: 01/05/1970');
  });

  it('keeps names and documents as they are', () => {
    const document = { fact: 'document', speaks: 'against', asked: 'DNI 99990001', listed: 'DNI 1970-05-01' } as const;
    expect(groundText(document, es, 'es')).toBe('Documento distinto: DNI 99990001 ≠ DNI 1970-05-01');
  });
});

it('a verdict has the operator of Vigía as its author, not the code that the command line sends', () => {
  expect(es.decided('operator', '20/11/2026, 10:00', 'Homónimo')).toBe('el operador de Vigía, 20/11/2026, 10:00: Homónimo');
  expect(en.decided('operator', '20/11/2026, 10:00', 'Homonym')).toBe('the operator of Vigía, 20/11/2026, 10:00: Homonym');
  expect(es.decided('ana@banco.pe', '20/11/2026, 10:00', 'Homónimo')).toBe('ana@banco.pe, 20/11/2026, 10:00: Homónimo');
});
