import { describe, expect, it } from '@jest/globals';
import { limaDay } from '@vigia/contracts';
import { statementCsvExample, statementFile } from '../src/quota/statement-csv.js';

const today = limaDay(new Date());
const contractId = '5f0c2a1e-8d0b-4a52-9d0e-2f6c1b7a9e10';
const current = { contractId, startsOn: '2026-01-01' };
const future = { contractId, startsOn: '2199-01-01' };

describe('the file of a statement', () => {
  it.each([
    ['of a contract from its first day on', current, {}, `2026-01-01-${today}`],
    ['of the asked days', current, { from: '2026-02-01', to: '2026-02-28' }, '2026-02-01-2026-02-28'],
    ['of days before the contract', current, { to: '2025-12-31' }, '2025-12-31-2025-12-31'],
    ['of days that lie ahead', current, { from: '2199-02-01' }, '2199-02-01-2199-02-01'],
    ['of a future contract', future, {}, `${today}-${today}`],
    ['of a future contract until a day after its first', future, { to: '2199-01-31' }, '2199-01-01-2199-01-31'],
  ])('%s is named after the contract and these days, in order', (_, contract, period, days) => {
    expect(statementFile(contract, period).name).toBe(`vigia-estado-de-cuenta-5f0c2a1e-${days}`);
  });

  it('has the contract in the last column of every row', () => {
    const [header, ...rows] = statementCsvExample.trimEnd().split('\r\n');
    expect(header).toMatch(/,idempotency_key,contrato$/);
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row.endsWith(`,${contractId}`)).toBe(true);
  });
});
