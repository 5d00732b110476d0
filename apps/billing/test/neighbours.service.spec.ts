import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { PayloadOf } from '@vigia/contracts';
import { holdLock, lockAccountOf, waitUntil, withinLockPatience, type HeldLock, testOrigin } from '@vigia/testing';
import { QuotaClient, ruc } from './quota-client.js';
import { startBilling, type RunningBilling } from './running-billing.js';

/** As many as this process takes from its queue at once. */
const everySlot = 20;
const unwelcome = ruc(99);
const always = { from: '2020-01-01', to: '2030-01-01' };
const rejected = (code: unknown) => ({ status: 'rejected', reason: expect.objectContaining({ code }) });
const unavailable = rejected('unavailable');
const tooMany = rejected('too_many_requests');

describe('a corporation beside a busy or locked one', () => {
  let billing: RunningBilling;
  const locks: HeldLock[] = [];

  beforeAll(async () => {
    billing = await startBilling({ VIGIA_ABANDONED_AFTER_MS: '600000' });
    await billing.itIs('2026-03-10T17:00:00Z');
    await billing.database.query(`ALTER TABLE billing.access ADD CONSTRAINT welcome CHECK (tax_id <> '${unwelcome}')`);
  });
  afterEach(() => Promise.all(locks.splice(0).map((lock) => lock.release())));
  afterAll(() => billing?.stop());

  const lock = async ({ corporationId }: QuotaClient) => {
    const held = await lockAccountOf(billing.database, corporationId);
    locks.push(held);
    return held;
  };

  /** The highest number of connections that wait for a row at once, until the promise settles. */
  const mostWaiting = async (until: Promise<unknown>) => {
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event IN ('transactionid', 'tuple')`;
    let [most, isOver] = [0, false];
    void until.then(() => (isOver = true));
    const look = async () => {
      most = Math.max(most, (await billing.database.query(waiting)).length);
      return isOver;
    };
    await waitUntil(look, { what: 'every call has its answer' });
    return most;
  };

  const previewOf = ({ corporationId }: QuotaClient): PayloadOf<'quota.preview'> => ({
    operation: 'load',
    corporationId,
    docType: 'RUC',
    taxIds: [ruc(3)],
    mode: 'monitoring',
    months: 1,
  });

  it('reserves while another account is locked, whose reservations fail as unavailable and succeed later', async () => {
    const [locked, quiet] = [await QuotaClient.of(billing, 100), await QuotaClient.of(billing, 100)];
    const held = await lock(locked);
    const wanted = Array.from({ length: everySlot }, (_, i) => locked.reservation([ruc(i)], 1));
    const asked = Promise.allSettled(wanted.map((one) => billing.reserve(one)));
    await Promise.race([held.untilWaitedFor(), asked]);
    expect(await billing.reserve(quiet.reservation([ruc(1)], 2))).toMatchObject({ outcome: 'reserved' });
    expect(await asked).toEqual(wanted.map(() => unavailable));
    await held.release();
    for (const one of wanted) expect(await billing.reserve(one)).toMatchObject({ outcome: 'reserved', months: 1, present: [] });
    expect(await locked.quota()).toEqual({ granted: 100, available: 80, held: 20, consumed: 0 });
    expect([await locked.drifts(), await quiet.drifts()]).toEqual([[], []]);
  });

  it('loads, updates and previews while many calls for another corporation wait for its locked account', async () => {
    const [locked, quiet] = [await QuotaClient.of(billing, 100), await QuotaClient.of(billing, 100)];
    await locked.load([ruc(1)], 1);
    const reserved = locked.reservation([ruc(2)], 1);
    await billing.reserve(reserved);
    const held = await lock(locked);
    const { corporationId } = locked;
    const preview = previewOf(locked);
    const waiting = Promise.allSettled([
      ...Array.from({ length: 8 }, () => billing.ask('quota.preview', preview)),
      ...Array.from({ length: 8 }, () =>
        billing.ask('reprocess.reserve', { requestId: randomUUID(), corporationId, origin: testOrigin, taxIds: [ruc(1)], months: 1 }),
      ),
      ...Array.from({ length: everySlot }, () => billing.settle(locked.settlement(reserved))),
      ...Array.from({ length: 4 }, () => locked.activate([ruc(1)], 1)),
      ...Array.from({ length: 4 }, () => locked.adjust(1)),
      ...Array.from({ length: 4 }, () => locked.amend('2026-11-30')),
    ]);
    const most = mostWaiting(waiting);
    await Promise.race([held.untilWaitedFor(), waiting]);
    expect(await quiet.load([ruc(1)], 2)).toEqual({ activationFailed: 0, present: [] });
    expect((await quiet.forcedUpdate([ruc(1)], 3)).refused).toEqual([]);
    expect(await billing.ask('quota.preview', previewOf(quiet))).toMatchObject({ refusal: null });
    // Previews and activations beyond four are refused because their own corporation sends too many.
    for (const one of await waiting) expect(one).toEqual(rejected(expect.stringMatching(/^(unavailable|too_many_requests)$/)));
    expect(await most).toBeLessThanOrEqual(1);
    await held.release();
    expect(await billing.settle(locked.settlement(reserved))).toEqual({ activationFailed: 0, present: [] });
    expect(await locked.quota()).toEqual({ granted: 100, available: 98, held: 0, consumed: 2 });
    expect([await locked.drifts(), await quiet.drifts()]).toEqual([[], []]);
  });

  it('reserves before most of 200 large previews of another corporation are computed', async () => {
    const [busy, quiet] = [await QuotaClient.of(billing, 10_000), await QuotaClient.of(billing, 100)];
    const large = { ...previewOf(busy), taxIds: Array.from({ length: 100 }, (_, i) => ruc(100 + i)) };
    let reckoned = 0;
    const ask = () => billing.ask('quota.preview', large).then(() => (reckoned += 1));
    const asked = Promise.allSettled(Array.from({ length: 200 }, ask));
    expect(await billing.reserve(quiet.reservation([ruc(1)], 2))).toMatchObject({ outcome: 'reserved' });
    expect(reckoned).toBeLessThan(100);
    for (const one of await asked) expect(one).toMatchObject(one.status === 'rejected' ? tooMany : {});
    expect(await billing.ask('quota.preview', large)).toMatchObject({ refusal: null, deducted: 100 });
  });

  it.each<[string, string, (client: QuotaClient) => Promise<unknown>]>([
    ['totals of charges', 'platform_document', ({ corporationId }) => billing.ask('charges.total', { corporationId, ...always })],
    ['alerts', 'quota_alert', ({ corporationId }) => billing.ask('quota.alerts', { corporationId })],
    ['forecasts', 'monitoring', ({ corporationId }) => billing.ask('quota.forecast', { corporationId })],
  ])('reserves while few of 60 requests of another for %s are taken up; the other can ask again later', async (_what, table, report) => {
    const [busy, quiet] = [await QuotaClient.of(billing, 100), await QuotaClient.of(billing, 100)];
    const held = await holdLock(billing.database, `LOCK TABLE billing.${table} IN ACCESS EXCLUSIVE MODE`);
    locks.push(held);
    let taken = 0;
    const ask = () => report(busy).catch((error: { code: string }) => error.code === 'too_many_requests' || (taken += 1));
    const asked = Promise.all(Array.from({ length: 60 }, ask));
    await Promise.race([held.untilWaitedFor(), asked]);
    expect(await billing.reserve(quiet.reservation([ruc(1)], 2))).toMatchObject({ outcome: 'reserved' });
    // A request that is taken up gives up waiting for the table sooner or later, however slow the machine is.
    expect(taken).toBeLessThan(10);
    await held.release();
    expect(await asked).toContain(true);
    expect(await report(busy)).toEqual(expect.any(Object));
  });

  it('reserves while reports of many others are slow, of which most are refused at once', async () => {
    const others = await Promise.all(Array.from({ length: 8 }, () => QuotaClient.of(billing, 10)));
    const quiet = await QuotaClient.of(billing, 100);
    const held = await holdLock(billing.database, 'LOCK TABLE billing.monitoring IN ACCESS EXCLUSIVE MODE');
    locks.push(held);
    let refused = 0;
    const ask = ({ corporationId }: QuotaClient) => billing.ask('quota.forecast', { corporationId }).catch(() => (refused += 1));
    const asked = Promise.all([...others, ...others, ...others].map(ask));
    await Promise.race([held.untilWaitedFor(), asked]);
    expect(await billing.reserve(quiet.reservation([ruc(1)], 2))).toMatchObject({ outcome: 'reserved' });
    // If all of them held slots, the reservation would wait until the first few give up waiting for the table.
    expect(refused).toBeGreaterThan(others.length);
    await held.release();
    await asked;
  });

  it('reserves while more accounts of others are locked than there are connections', async () => {
    const scene = async () => {
      const others = await Promise.all(Array.from({ length: 12 }, () => QuotaClient.of(billing, 10)));
      const quiet = await QuotaClient.of(billing, 100);
      for (const other of others) await lock(other);
      const asked = Promise.allSettled(others.map((other) => billing.reserve(other.reservation([ruc(1)], 1))));
      const [reserved] = await Promise.allSettled([billing.reserve(quiet.reservation([ruc(1)], 2))]);
      expect(await asked).toEqual(others.map(() => unavailable));
      if (reserved.status === 'rejected') throw reserved.reason;
      return reserved.value;
    };
    expect(await withinLockPatience(scene)).toMatchObject({ outcome: 'reserved' });
  });

  it('gets its abandoned months back even if those of a locked account come first', async () => {
    const clients = [await QuotaClient.of(billing, 10), await QuotaClient.of(billing, 10)];
    const [locked, quiet] = clients.toSorted((a, b) => (a.contractId < b.contractId ? -1 : 1)) as [QuotaClient, QuotaClient];
    for (const client of clients) await billing.reserve(client.reservation([ruc(1)], 1));
    const held = await lock(locked);
    const ids = clients.map(({ contractId }) => contractId);
    await billing.database.query('UPDATE billing.quota_hold SET expires_at = now() WHERE contract_id = ANY($1)', [ids]);
    await waitUntil(async () => (await quiet.quota()).held === 0, { what: 'the months of the unlocked account come back' });
    expect((await locked.quota()).held).toBe(1);
    await held.release();
    await waitUntil(async () => (await locked.quota()).held === 0, { what: 'the months of the locked account come back' });
  });

  it.each([
    ['a reservation under an id used before', (bad: QuotaClient) => bad.reservation([ruc(90)], 7), 'conflict'],
    ['a reservation that the database refuses', (bad: QuotaClient) => bad.reservation([unwelcome], 1), 'internal'],
  ])('reserves though it is decided in one batch with %s', async (_what, badOne, code) => {
    const together = async () => {
      const [one, other] = [await QuotaClient.of(billing, 100), await QuotaClient.of(billing, 100)];
      const used = one.reservation([ruc(90)], 1);
      await billing.reserve(used);
      const bad = { ...badOne(one), ...(code === 'conflict' && { requestId: used.requestId }) };
      const held = await lock(one);
      const first = billing.reserve(one.reservation([ruc(80)], 1));
      const asked = [first];
      await Promise.race([held.untilWaitedFor(), Promise.allSettled(asked)]);
      asked.push(billing.reserve(bad), ...[one, other, one, other].map((client, i) => billing.reserve(client.reservation([ruc(i)], 1))));
      const told = Promise.allSettled(asked);
      await Promise.race([billing.untilUnderWay(2), told]);
      await held.release();
      const [headOfLine] = await Promise.allSettled([first]);
      // A command that waits for an account gives up after two seconds: on a busy machine, before all of them have arrived.
      const cameTogether = headOfLine!.status === 'fulfilled';
      return cameTogether && { told: await told, drifts: [await one.drifts(), await other.drifts()] };
    };
    const { told, drifts } = await waitUntil(together, { timeoutMs: 120_000, what: 'the reservations are decided together' });
    const [first, guilty, ...innocents] = told;
    expect(guilty).toMatchObject({ status: 'rejected', reason: { code } });
    for (const reply of [first, ...innocents]) expect(reply).toMatchObject({ value: { outcome: 'reserved', months: 1 } });
    expect(drifts).toEqual([[], []]);
  });

  it('has its accesses ended in time even if an access of another is locked', async () => {
    const [locked, quiet] = [await QuotaClient.of(billing, 10), await QuotaClient.of(billing, 10)];
    for (const client of [locked, quiet]) await client.load([ruc(1)], 1);
    const state = async ({ corporationId }: QuotaClient) => (await billing.accesses(corporationId))[0]?.state;
    const held = await holdLock(billing.database, 'SELECT 1 FROM billing.access WHERE corporation_id = $1 FOR UPDATE', [
      locked.corporationId,
    ]);
    locks.push(held);
    await billing.itIs('2026-06-10T17:00:00Z');
    await waitUntil(async () => (await state(quiet)) === 'expired', { what: 'the unlocked access has expired' });
    expect(await state(locked)).toBe('active');
    await held.release();
    await waitUntil(async () => (await state(locked)) === 'expired', { what: 'the locked access expires too' });
  });
});
