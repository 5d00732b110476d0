import { describe, expect, it } from '@jest/globals';
import { nameTokens } from '../../src/screening/domain/name-words.js';

describe('the words of a name', () => {
  it.each([
    ['COMERCIAL ÑANDÚ S.A.C.', 'comercial nandu'],
    ['Comercial Ñandú Sociedad Anónima Cerrada', 'comercial nandu'],
    ['COMERCIAL NANDU SAC', 'comercial nandu'],
    ['LOS OLIVOS E.I.R.L.', 'los olivos'],
    ['LOS OLIVOS EMPRESA INDIVIDUAL DE RESPONSABILIDAD LIMITADA', 'los olivos'],
    ['LOS OLIVOS S.C.R.L.', 'los olivos'],
    ['LOS OLIVOS S. R. LTDA.', 'los olivos'],
    ['SACO & SALAZAR S.A.A.', 'saco salazar'],
    ['ＬＯＳ ＯＬＩＶＯＳ', 'los olivos'],
    ["D'ANGELO & HIJOS S.R.L.", 'dangelo hijos'],
    ['QUISPE MAMANI, JUAN', 'quispe mamani juan'],
    ['S.A.C.', 's a c'],
    ['', ''],
  ])('of "%s" are "%s"', (name, text) => {
    expect(nameTokens(name)).toEqual({ text, tokens: text.split(' ').filter(Boolean) });
  });
});
