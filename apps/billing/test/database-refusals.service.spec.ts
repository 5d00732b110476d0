import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { lastDayOf, monthOf } from '../src/domain/months.js';

const account = '(contract_id, head_seq, granted, available, held, consumed)';
const columns = `(contract_id, seq, kind, months, rule, command_id, actor, granted_before, available_before, held_before, consumed_before,
  granted, available, held, consumed)`;
/** The index of January 2026. */
const january = 24_312;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database?.drop());

describe('the database', () => {
  let contractId: string;
  let corporationId: string;

  const run = (sql: string) => database.query(`BEGIN; ${sql}; COMMIT`);
  const entry = (seq: number, kind: string, before: number[], after: number[], id = randomUUID()) =>
    `INSERT INTO billing.quota_entry ${columns} VALUES ('${contractId}', ${seq}, '${kind}', 1, 'x', '${id}', 'test', ${before.join()}, ${after.join()})`;
  const head = (seq: number, balances: number[]) =>
    `UPDATE billing.quota_account SET (head_seq, granted, available, held, consumed) = (${seq}, ${balances.join()}) WHERE contract_id = '${contractId}'`;
  const monitoring = ({ startedOn = '2026-01-10', lastMonth = january + 5, contractEndsOn = '2026-09-15' } = {}) => `
    INSERT INTO billing.monitoring (id, corporation_id, doc_type, tax_id, contract_id, contract_ends_on, started_on, last_month, command_id)
    VALUES ('${randomUUID()}', '${corporationId}', 'RUC', '20990000019', '${contractId}', '${contractEndsOn}', '${startedOn}', ${lastMonth}, '${contractId}')`;

  const granted = [12, 12, 0, 0];
  const oneHeld = [12, 11, 1, 0];

  beforeEach(async () => {
    [contractId, corporationId] = [randomUUID(), randomUUID()];
    await run(`
      INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months)
      VALUES ('${contractId}', '${corporationId}', 'one_time', '2026-01-01', '2026-09-15', 12);
      ${entry(1, 'grant', [0, 0, 0, 0], granted)};
      INSERT INTO billing.quota_account ${account} VALUES ('${contractId}', 1, ${granted.join()})`);
  });

  it('accepts an ordinary posting', async () => {
    await run(`${entry(2, 'hold', granted, oneHeld)}; ${head(2, oneHeld)}`);
    expect(await database.query('SELECT head_seq FROM billing.quota_account WHERE contract_id = $1', [contractId])).toEqual([
      { head_seq: '2' },
    ]);
  });

  it.each<[string, () => string, RegExp]>([
    ['a negative balance', () => `${entry(2, 'hold', granted, [12, -1, 13, 0])}; ${head(2, [12, -1, 13, 0])}`, /check constraint/],
    [
      'a negative balance by hand',
      () => `UPDATE billing.quota_account SET available = -1, held = 13 WHERE contract_id = '${contractId}'`,
      /restrict|go back/,
    ],
    ['a balance without its entry', () => head(2, oneHeld), /account_is_newest_entry/],
    [
      'a balance that is not that of its entry',
      () => `${entry(2, 'hold', granted, oneHeld)}; ${head(2, [12, 10, 2, 0])}`,
      /account_is_newest_entry/,
    ],
    ['an entry without its balance', () => entry(2, 'hold', granted, oneHeld), /is not in its account/],
    ['a gap between entries', () => `${entry(3, 'hold', granted, oneHeld)}; ${head(3, oneHeld)}`, /entry_continues/],
    [
      'an entry that does not continue the one before it',
      () => `${entry(2, 'hold', [12, 5, 7, 0], oneHeld)}; ${head(2, oneHeld)}`,
      /entry_continues/,
    ],
    ['a second first entry', () => entry(1, 'grant', [0, 0, 0, 0], granted), /duplicate key/],
    ['an entry that creates months', () => `${entry(2, 'void', granted, [12, 13, 0, 0])}; ${head(2, [12, 13, 0, 0])}`, /entry_balanced/],
    [
      'an update of an entry',
      () => `UPDATE billing.quota_entry SET reason = 'x' WHERE contract_id = '${contractId}'`,
      /UPDATE of quota_entry is never done/,
    ],
    [
      'a deletion of an entry',
      () => `DELETE FROM billing.quota_entry WHERE contract_id = '${contractId}'`,
      /DELETE of quota_entry is never done/,
    ],
    ['a truncation of the ledger', () => 'TRUNCATE billing.quota_entry CASCADE', /is never done/],
    ['a deletion of an account', () => `DELETE FROM billing.quota_account WHERE contract_id = '${contractId}'`, /never done/],
    ['two live monitorings of one profile', () => `${monitoring()}; ${monitoring({ startedOn: '2026-03-01' })}`, /one_live_monitoring/],
    ['a month past the contract', () => monitoring({ lastMonth: january + 9 }), /month_within_contract/],
    [
      'a wrong end of the contract',
      () => monitoring({ contractEndsOn: '2026-12-31', lastMonth: january + 9 }),
      /does not end on 2026-12-31/,
    ],
    [
      'an expiry that is written instead of computed',
      () => `${monitoring()}; UPDATE billing.monitoring SET expires_on = '2027-01-01'`,
      /can only be updated to DEFAULT/,
    ],
    [
      'a shorter contract before its months are returned',
      () => `${monitoring({ lastMonth: january + 8 })}; UPDATE billing.contract SET ends_on = '2026-06-30' WHERE id = '${contractId}'`,
      /month_within_contract/,
    ],
    [
      'the return of the current month',
      () => `${monitoring()}; UPDATE billing.monitoring SET state = 'cancelled', cancelled_on = '2026-03-05', returned_months = 4`,
      /current_month_stays_paid/,
    ],
    ['a negative price', () => `UPDATE billing.contract SET document_price_cents = -1 WHERE id = '${contractId}'`, /check constraint/],
  ])('refuses %s', async (_what, sql, refusal) => {
    await expect(run(sql())).rejects.toThrow(refusal);
  });

  it('refuses one leg of a command a second time', async () => {
    const command = randomUUID();
    await run(`${entry(2, 'hold', granted, oneHeld, command)}; ${head(2, oneHeld)}`);
    const again = [12, 10, 2, 0];
    await expect(run(`${entry(3, 'hold', oneHeld, again, command)}; ${head(3, again)}`)).rejects.toThrow('entry_once');
  });

  it('refuses to move an account back to an earlier entry, even with the balances of that entry', async () => {
    await run(`${entry(2, 'hold', granted, oneHeld)}; ${head(2, oneHeld)}`);
    await expect(run(head(1, granted))).rejects.toThrow('does not go back');
  });

  it('refuses a second charge of a document, and an update or deletion of a charge', async () => {
    const charge = `INSERT INTO billing.platform_document (tax_id, doc_type, corporation_id, price_cents) VALUES ('${randomUUID()}', 'RUC', '${corporationId}', 150)`;
    await run(charge);
    await expect(run(charge)).rejects.toThrow('platform_document_pkey');
    await expect(run('UPDATE billing.platform_document SET price_cents = 1')).rejects.toThrow('never done');
    await expect(run('DELETE FROM billing.platform_document')).rejects.toThrow('never done');
  });

  it('denies the service the right to rewrite what it wrote', async () => {
    const rights = await database.query<{ can: boolean }>(
      `SELECT has_table_privilege('vigia_billing', t, p) AS can FROM unnest(ARRAY['billing.quota_entry', 'billing.platform_document']) AS t,
         unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS p`,
    );
    expect(rights).toEqual(Array.from({ length: 6 }, () => ({ can: false })));
  });

  it('accepts a change of the contract end that the paid months allow, and moves the expiry with it', async () => {
    await run(monitoring({ lastMonth: january + 8 }));
    const expiry = async () =>
      (
        await database.query<{ day: string }>('SELECT expires_on::text AS day FROM billing.monitoring WHERE contract_id = $1', [contractId])
      )[0]!.day;
    expect(await expiry()).toBe('2026-09-15');
    await run(`UPDATE billing.contract SET ends_on = '2026-12-31' WHERE id = '${contractId}'`);
    expect(await expiry()).toBe('2026-09-30');
    await run(`UPDATE billing.contract SET ends_on = '2026-09-01' WHERE id = '${contractId}'`);
    expect(await expiry()).toBe('2026-09-01');
  });
});

describe('the calendar of the database constraints', () => {
  it('matches the calendar of the domain on every day from 1900 to 2200', async () => {
    const days = await database.query<{ day: string; month: number; lastDay: string }>(
      `SELECT day::text, billing.month_of(day) AS month, billing.last_day_of(billing.month_of(day))::text AS "lastDay"
       FROM (SELECT day::date FROM generate_series('1900-01-01'::date, '2200-12-31', '1 day') AS day) AS days`,
    );
    const different = days.filter(({ day, month, lastDay }) => month !== monthOf(day) || lastDay !== lastDayOf(month));
    expect(different).toEqual([]);
    expect(days).toHaveLength(109_938);
  });
});
