import { describe, expect, it } from '@jest/globals';
import { passwordFault } from '../../src/panel/sign-in/password-store.js';

describe('a chosen password', () => {
  it.each(['una frase bien larga', 'ñandúes 🦙🦙 y más', 'aBcDe1234567', '            abcd'])('may be %j', (password) => {
    expect(passwordFault(password, 'luz.prueba@demo.example')).toBeUndefined();
  });

  it.each([
    ['aBcDe123456', 'at least 12 characters'],
    // Twelve UTF-16 units, but six characters.
    ['🦙🐑🐐🐄🐎🐖', 'at least 12 characters'],
    ['abcdabcdabcdabcd', 'at least 5 different'],
    ['soy Luz.Prueba y ya', 'the name of its owner'],
  ])('may not be %j', (password, fault) => {
    expect(passwordFault(password, 'luz.prueba@demo.example')).toMatchObject({
      field: 'newPassword',
      detail: expect.stringContaining(fault),
    });
  });

  it('may contain the name of its owner if that is one letter', () => {
    expect(passwordFault('una frase bien larga', 'a@demo.example')).toBeUndefined();
  });
});
