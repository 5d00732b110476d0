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
