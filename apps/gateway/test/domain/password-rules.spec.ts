import { describe, expect, it } from '@jest/globals';
import { passwordFault } from '../../src/panel/sign-in/password-store.js';

describe('a chosen password', () => {
  it.each(['una frase bien larga', 'ñandúes 🦙🦙 y más', 'aBcDe1234567', '            abcd'])('may be %j', (password) => {
    expect(passwordFault(password, 'luz.prueba@demo.example')).toBeUndefined();
  });

  it.each([
    ['aBcDe123456', 'at least 12 characters'],
    // Twelve code units, but six characters for a person.
    ['🦙🐑🐐🐄🐎🐖', 'at least 12 characters'],
    ['abcdabcdabcdabcd', 'at least 5 different'],
    ['soy Luz.Prueba y ya', 'the name of its owner'],
  ])('may not be %j', (password, fault) => {
    expect(passwordFault(password, 'luz.prueba@demo.example')).toMatchObject({
      field: 'newPassword',
      detail: expect.stringContaining(fault),
    });
  });

  it('may contain a name that stands in every other word', () => {
    expect(passwordFault('una frase bien larga', 'a@demo.example')).toBeUndefined();
  });
});
