import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { overdueKinds, sourceNames } from '@vigia/contracts';
import { signedIn, type PanelClient, type TestUser } from '@vigia/testing';
import { openPanel, type Panel } from './open-panel.js';

const year = { startsOn: '2026-01-01', endsOn: '2099-12-31' };
const oneTime = { kind: 'one_time', ...year, quotaMonths: 60 };
const unknown = 'f1e2d3c4-0000-4000-8000-000000000000';

describe('an operator', () => {
  let panel: Panel;
  let operator: TestUser;
  let page: PanelClient;

  beforeAll(async () => {
    panel = await openPanel();
    await panel.gateways.startLoading();
    operator = await panel.newUser(null, 'operator');
    page = await signedIn(panel.url, operator);
  });

  afterAll(() => panel?.stop());

  const make = async (name = 'Corporación Nueva S.A.C.'): Promise<string> =>
    (await page.call('POST', '/operator/corporations', { body: { name } })).body.corporation.corporationId;
  const contractOf = async (corporationId: string): Promise<string> =>
    (await page.call('POST', `/operator/corporations/${corporationId}/contracts`, { body: oneTime })).body.contract.contractId;
  const entriesOf = (corporationId: string | null) =>
    panel.gateways.database.query(
      `SELECT actor, action, subject, made, outcome, reason FROM identity.audit_entry LEFT JOIN identity.audit_outcome USING (position)
       WHERE corporation_id IS NOT DISTINCT FROM $1 ORDER BY position`,
      [corporationId],
    );

  describe('who manages corporations', () => {
    it('creates one without any content, and finds it by any part of its name', async () => {
      const corporationId = await make('Minería Ñandú del Perú S.A.');
      for (const q of ['ñandu', 'MINERIA', 'del perú', 'del Perú'.normalize('NFD'), corporationId]) {
        const { corporations } = (await page.get(`/operator/corporations?q=${encodeURIComponent(q)}`)).body;
        expect(corporations).toMatchObject([{ corporationId, status: 'active', contract: null, users: 0, credentials: 0 }]);
      }
      expect((await page.get('/operator/corporations?q=100%25')).body.corporations).toEqual([]);
      expect(await entriesOf(null)).toContainEqual(
        expect.objectContaining({ actor: operator.email, action: 'corporation.create', made: corporationId, outcome: 'done' }),
      );
    });

    it('reads all of them in pages without gaps or repetitions', async () => {
      for (let made = 0; made < 3; made += 1) await make(`Página ${made}`);
      const all = (await page.get('/operator/corporations?limit=50')).body.corporations;
      const first = (await page.get('/operator/corporations?limit=2')).body;
      const read = [...first.corporations];
      for (let { older } = first; older !== null;) {
        const next = (await page.get(`/operator/corporations?limit=2&before=${older}`)).body;
        read.push(...next.corporations);
        ({ older } = next);
      }
      expect(read).toEqual(all);
      expect(all.length).toBeGreaterThan(3);
      expect((await page.get(`/operator/corporations?after=${first.newer}`)).body.corporations).toEqual([]);
    });

    it('suspends one, which ends the sessions of its users', async () => {
      const corporationId = await make();
      const user = await panel.newPage(corporationId);
      const change = async (status: string) =>
        (await page.call('PATCH', `/operator/corporations/${corporationId}`, { body: { status } })).body.corporation;
      expect(await change('suspended')).toMatchObject({ status: 'suspended', users: 1 });
      expect((await user.page.get('/session')).status).toBe(401);
      expect((await page.get('/operator/corporations?status=suspended')).body.corporations).toMatchObject([{ corporationId }]);
      expect(await change('active')).toMatchObject({ status: 'active' });
      const by = { actor: operator.email, outcome: 'done' };
      expect(await entriesOf(corporationId)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ ...by, action: 'corporation.suspend' }),
          expect.objectContaining({ ...by, action: 'corporation.resume' }),
        ]),
      );
    });
  });

  describe('who manages contracts', () => {
    it('creates one whose months are granted in the name of the operator', async () => {
      const corporationId = await make();
      const contractId = await contractOf(corporationId);
      expect((await page.get(`/operator/corporations/${corporationId}`)).body.corporation).toMatchObject({
        contract: { kind: 'one_time', endsOn: '2099-12-31' },
      });
      const { contracts } = (await page.get(`/operator/corporations/${corporationId}/contracts`)).body;
      expect(contracts).toMatchObject([{ contractId, phase: 'in_force', quota: { granted: 60, available: 60 } }]);
      const { lines } = (await page.get(`/operator/corporations/${corporationId}/contracts/${contractId}/statement`)).body;
      expect(lines).toMatchObject([{ kind: 'grant', months: 60, actor: `operator ${operator.email}` }]);
      const { entries } = (await page.get(`/operator/audit?subject=${contractId}`)).body;
      expect(entries).toMatchObject([{ action: 'contract.create', subject: contractId, outcome: 'done' }]);
    });

    it('is refused two on the same day with a code', async () => {
      const corporationId = await make();
      await contractOf(corporationId);
      const { status, body } = await page.call('POST', `/operator/corporations/${corporationId}/contracts`, { body: oneTime });
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'contract_overlap' });
      expect((await entriesOf(corporationId)).at(-1)).toMatchObject({
        action: 'contract.create',
        made: null,
        outcome: 'refused',
        reason: 'contract_overlap',
      });
    });

    it('gives months once per idempotency key, and takes back only available months', async () => {
      const corporationId = await make();
      const contractId = await contractOf(corporationId);
      const adjust = (body: object, key: string = randomUUID()) =>
        page.call('POST', `/operator/corporations/${corporationId}/contracts/${contractId}/adjustments`, {
          body,
          headers: { 'idempotency-key': key },
        });
      const gift = { months: 6, reason: 'cortesía' };
      for (let time = 0; time < 2; time += 1) expect((await adjust(gift, 'abono 1')).body.contract.quota).toMatchObject({ available: 66 });
      expect((await adjust({ ...gift, months: 7 }, 'abono 1')).body.code).toBe('idempotency_key_reused');
      const { entries } = (await page.get(`/operator/audit?subject=${contractId}&action=quota`)).body;
      expect(entries).toMatchObject([{ action: 'quota.adjust', detail: gift, outcome: 'done' }]);
      for (const reason of ['   ', '\u202e']) expect((await adjust({ ...gift, reason })).status).toBe(400);
      const taken = await adjust({ months: -100, reason: 'error' });
      expect({ status: taken.status, message: taken.body.message }).toEqual({ status: 409, message: 'only 66 months are available' });
      expect((await adjust({ months: -16, reason: 'error' })).body.contract.quota).toMatchObject({
        available: 50,
      });
      const first = (await page.get(`/operator/corporations/${corporationId}/contracts/${contractId}/statement?upToSeq=1`)).body;
      expect(first.lines).toHaveLength(1);
      const rest = (await page.get(`/operator/corporations/${corporationId}/contracts/${contractId}/statement?afterSeq=1`)).body;
      expect(rest.lines).toMatchObject([
        { months: 6, reason: 'cortesía', actor: `operator ${operator.email}` },
        { months: 16, reason: 'error' },
      ]);
    });

    it('gives months once, even if the call is repeated at a replica that keeps no keys of operators', async () => {
      const corporationId = await make();
      const contractId = await contractOf(corporationId);
      const adjust = () =>
        page.call('POST', `/operator/corporations/${corporationId}/contracts/${contractId}/adjustments`, {
          body: { months: 6, reason: 'cortesía' },
          headers: { 'idempotency-key': 'abono de un reemplazo' },
        });
      const first = await adjust();
      await panel.gateways.database.query('DELETE FROM identity.idempotency_key WHERE corporation_id = $1', [corporationId]);
      const second = await adjust();
      expect(second.body.contract.quota).toEqual(first.body.contract.quota);
      expect(second.headers.get('x-request-id')).toBe(first.headers.get('x-request-id'));
    });

    it('moves the end of a contract', async () => {
      const corporationId = await make();
      const contractId = await contractOf(corporationId);
      const amend = (endsOn: string) =>
        page.call('PATCH', `/operator/corporations/${corporationId}/contracts/${contractId}`, { body: { endsOn, reason: 'adenda' } });
      expect((await amend('2098-06-30')).body.contract).toMatchObject({ endsOn: '2098-06-30' });
      expect((await amend('2026-01-02')).body.message).toBe('the last day of a contract must not be before today');
      expect((await amend('2025-01-02')).body.message).toBe('the last day of a contract must not be before its first');
    });

    it('does not move an end that a colleague has moved meanwhile, and accepts a repetition', async () => {
      const corporationId = await make();
      const contractId = await contractOf(corporationId);
      const amend = (expectedEndsOn: string, endsOn: string) =>
        page.call('PATCH', `/operator/corporations/${corporationId}/contracts/${contractId}`, {
          body: { endsOn, expectedEndsOn, reason: 'adenda' },
        });
      for (let time = 0; time < 2; time += 1) expect((await amend('2099-12-31', '2098-06-30')).body.contract.endsOn).toBe('2098-06-30');
      const late = await amend('2099-12-31', '2097-06-30');
      expect({ status: late.status, code: late.body.code, params: late.body.params }).toEqual({
        status: 409,
        code: 'contract_end_moved',
        params: { endsOn: '2098-06-30' },
      });
      const { contracts } = (await page.get(`/operator/corporations/${corporationId}/contracts`)).body;
      expect(contracts).toMatchObject([{ endsOn: '2098-06-30' }]);
      const { entries } = (await page.get(`/operator/audit?subject=${contractId}&action=contract.amend`)).body;
      expect(entries.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['refused', 'done', 'done']);
    });

    it('finds no contract under another or an unknown corporation', async () => {
      const contractId = await contractOf(await make());
      const other = await make();
      const body = { months: 6, reason: 'cortesía' };
      for (const corporationId of [other, unknown]) {
        const place = `/operator/corporations/${corporationId}/contracts/${contractId}`;
        const answers = [await page.get(`${place}/statement`), await page.call('POST', `${place}/adjustments`, { body })];
        expect(answers.map(({ status }) => status)).toEqual([404, 404]);
      }
      expect(await entriesOf(other)).toEqual([]);
      expect((await page.call('POST', `/operator/corporations/${unknown}/contracts`, { body: oneTime })).status).toBe(404);
    });
  });

  describe('who runs the platform', () => {
    it('sees the measures of every source, and pauses one with a reason', async () => {
      const { sources } = (await page.get('/operator/sources')).body;
      expect(sources.map(({ source }: { source: string }) => source)).toEqual(sourceNames);
      expect(sources[0]).toMatchObject({ pause: null, hour: { asked: 0, p95Ms: null }, circuits: { open: 0, of: 1 } });
      const paused = await page.call('PUT', '/operator/sources/protestos/pause', { body: { reason: 'mantenimiento' } });
      expect(paused.body.source).toMatchObject({ source: 'protestos', pause: { reason: 'mantenimiento' } });
      expect(await panel.gateways.database.query('SELECT paused_by FROM profiles.source_pause')).toEqual([{ paused_by: operator.email }]);
      expect((await page.call('DELETE', '/operator/sources/protestos/pause')).body.source).toMatchObject({ pause: null });
      expect((await entriesOf(null)).slice(-2)).toMatchObject([
        { actor: operator.email, action: 'source.pause', subject: 'protestos', outcome: 'done' },
        { actor: operator.email, action: 'source.resume', subject: 'protestos', outcome: 'done' },
      ]);
    });

    it('sees what is overdue by kind, and since when', async () => {
      const late = async () => {
        const { overdue } = (await page.get('/operator/queues')).body as {
          overdue: { kind: string; rows: number; oldestAt: string | null }[];
        };
        expect(new Set([...overdue.map(({ kind }) => kind), 'portfolio_check'])).toEqual(new Set(overdueKinds));
        return overdue.filter(({ rows }) => rows > 0);
      };
      expect(await late()).toEqual([]);
      await panel.gateways.database.query(
        `INSERT INTO billing.outbox (id, message, payload, correlation_id, due_at, created_at)
         VALUES (gen_random_uuid(), 'profiles.monitored', '{}', 'x', now() + interval '1 hour', '2026-11-21T15:00:00Z')`,
      );
      expect(await late()).toEqual([{ kind: 'billing_event', rows: 1, oldestAt: '2026-11-21T15:00:00.000Z' }]);
      await panel.gateways.database.query('DELETE FROM billing.outbox');
      // While no portfolio is overdue, there is no row for them. The lease keeps the loader from checking this one meanwhile.
      await panel.gateways.database.query(
        `INSERT INTO profiles.portfolio_check (corporation_id, due_at, leased_until)
         VALUES (gen_random_uuid(), '2026-11-21T15:00:00Z', now() + interval '1 hour')`,
      );
      expect(await late()).toEqual([{ kind: 'portfolio_check', rows: 1, oldestAt: '2026-11-21T15:00:00.000Z' }]);
      await panel.gateways.database.query(`DELETE FROM profiles.portfolio_check WHERE due_at = '2026-11-21T15:00:00Z'`);
    });

    it('sees the other overdue work, and the queues, when the rows of one service cannot be counted', async () => {
      const { database } = panel.gateways;
      await database.query('ALTER VIEW webhooks.overdue RENAME TO overdue_elsewhere');
      try {
        const { overdue, queues } = (await page.get('/operator/queues')).body;
        const unknown = ['event_start', 'event_deadline', 'delivery'];
        const known = overdueKinds.filter((kind) => !unknown.includes(kind));
        expect(overdue.filter(({ rows }: { rows: number | null }) => rows === null)).toEqual(
          unknown.map((kind) => ({ kind, rows: null, oldestAt: null })),
        );
        expect(new Set(overdue.flatMap(({ kind, rows }: { kind: string; rows: number | null }) => (rows === 0 ? [kind] : [])))).toEqual(
          new Set(known),
        );
        expect(queues.length).toBeGreaterThan(20);
      } finally {
        await database.query('ALTER VIEW webhooks.overdue_elsewhere RENAME TO overdue');
      }
    });

    it('sees what waits in every queue, and refused messages without their content', async () => {
      await panel.gateways.operator.refuse({
        queue: 'billing-requests',
        name: 'quota.reserve',
        reason: 'payload: no',
        data: { taxId: '20990000019' },
      });
      const { queues, refused } = (await page.get('/operator/queues')).body;
      const names = queues.map(({ queue }: { queue: string }) => queue);
      expect(names).toEqual(expect.arrayContaining(['source-protestos', 'delivery-first', 'gateway-requests', 'billing-events']));
      expect(queues[0]).toEqual({ queue: expect.any(String), waiting: expect.any(Number), active: expect.any(Number) });
      expect(refused).toMatchObject([{ queue: 'billing-requests', name: 'quota.reserve', reason: 'payload: no', correlationId: null }]);
      expect(JSON.stringify(refused)).not.toContain('20990000019');
    });

    it('sees the lists in force, and whether the ledgers agree', async () => {
      const { lists } = (await page.get('/operator/lists')).body;
      expect(lists.length).toBeGreaterThan(0);
      for (const list of lists) expect(list.entities).toBeGreaterThan(0);
      await panel.gateways.database.query(
        `INSERT INTO profiles.list (name, version, topic, imported_at) SELECT name, '1', 'pep', now() FROM unnest('{world_bank,otra}'::text[]) AS name`,
      );
      expect((await page.get('/operator/lists')).body.lists).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ name: 'world_bank', topic: 'inhabilitacion' }),
          expect.objectContaining({ name: 'otra', topic: 'pep' }),
        ]),
      );
      await panel.gateways.database.query("DELETE FROM profiles.list WHERE name IN ('world_bank', 'otra')");
      const { contracts, drifts } = (await page.call('POST', '/operator/verifications/ledgers')).body;
      expect(contracts).toBeGreaterThan(0);
      expect(drifts).toEqual([]);
      const compared = (await page.call('POST', '/operator/verifications/portfolios')).body;
      expect(compared).toEqual({ corporations: expect.any(Number), healed: 0, drifts: [] });
    });

    it('sees how many portfolio entries differed in each corporation, without documents', async () => {
      const corporationId = await make();
      await panel.gateways.database.query(
        `WITH checked AS (INSERT INTO profiles.portfolio_check (corporation_id, due_at) VALUES ($1, now() + interval '1 day'))
         INSERT INTO profiles.portfolio_entry (corporation_id, tax_id, doc_type, mode)
         SELECT $1, tax_id, 'RUC', 'monitoring' FROM unnest($2::text[]) AS tax_id`,
        [corporationId, ['20990000019', '20990000027']],
      );
      const { body } = await page.call('POST', '/operator/verifications/portfolios');
      expect(body).toEqual({
        corporations: expect.any(Number),
        healed: 2,
        drifts: [{ corporationId, what: 'without_access', entries: 2 }],
      });
    });
  });
});
