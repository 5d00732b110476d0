import { expect, it } from '@jest/globals';
import { refusalWords } from '../src/gateway/refusal-words.ts';
import { Refusal } from '../src/gateway/refusal.ts';

it.each([
  [{}, 'No hay un contrato vigente.'],
  [{ endedOn: null, beginsOn: null }, 'No hay un contrato vigente.'],
  [{ endedOn: '2026-11-29', beginsOn: null }, 'No hay un contrato vigente: el último terminó el 29/11/2026.'],
  [{ endedOn: null, beginsOn: '2026-12-02' }, 'No hay un contrato vigente: el siguiente empieza el 02/12/2026.'],
  [
    { endedOn: '2026-11-29', beginsOn: '2026-12-02' },
    'No hay un contrato vigente: el último terminó el 29/11/2026 y el siguiente empieza el 02/12/2026.',
  ],
])('a refusal without a contract says when the last one ended and the next one begins, as far as %j says so', (days, said) => {
  expect(refusalWords(new Refusal(409, '', 'contract_not_active', days), 'es')).toBe(said);
});

it('a refusal without a contract says the days around it in English', () => {
  const days = { endedOn: '2026-11-29', beginsOn: '2026-12-02' };
  expect(refusalWords(new Refusal(409, '', 'contract_not_active', days), 'en')).toBe(
    'There is no contract in force: the last one ended on 29/11/2026 and the next one begins on 02/12/2026.',
  );
});

it.each([
  ['es', 42, 'Mientras tanto entró en vigencia otra versión (n.º 42). Esta vez no se hizo nada'],
  ['es', null, 'Mientras tanto dejó de haber una versión vigente. Esta vez no se hizo nada'],
  ['en', 42, 'Meanwhile another version (no. 42) has come into force. Nothing was done this time'],
  ['en', null, 'Meanwhile no version is in force any more. Nothing was done this time'],
] as const)('a refusal because of another version in force says in %s which one it is: %j', (language, inForce, said) => {
  const params = { dataset: 'un', version: 41, inForce };
  expect(refusalWords(new Refusal(409, '', 'dataset_changed', params), language)).toContain(`${said}: `);
});

it.each([
  ['es', 'Mientras tanto las descargas se volvieron a pausar'],
  ['en', 'Meanwhile the downloads were paused again'],
] as const)('a refusal because of another pause says in %s that they are still paused', (language, said) => {
  expect(refusalWords(new Refusal(409, '', 'pause_changed', { dataset: 'un', reason: 'x' }), language)).toContain(said);
});
