import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate, openDatabase, type Transaction } from '@vigia/database';
import { createLogger } from '@vigia/observability';
import { freshRuc, isDoneInTime, waitUntil, withinLockPatience, testOrigin } from '@vigia/testing';
import { renewEntries } from '../src/portfolio/entries.js';
import { healEntries } from '../src/portfolio/keep-entries.js';
import { PortfolioCheck } from '../src/portfolio/portfolio-check.js';
import { queryOf, startLoader, type RunningLoader } from './running-loader.js';

const high = '20990000043';
const clean = '20990000019';
const unknown = '20990000094';
const timeoutMs = 30_000;

interface Entry {
  standing: string;
  estado: string;
  name: string;
  search: string;
  alert: number;
  alertCode: string | null;
  debtCode: string | null;
  exposureCents: string | null;
  compliance: number;
  loadedAt: Date;
  changedAt: Date;
}

describe('a portfolio entry', () => {
  let loader: RunningLoader;

  beforeAll(async () => {
    loader = await startLoader();
  });

  afterAll(() => loader?.stop());

  const entryOf = async (corporationId: string, taxId: string): Promise<Entry | undefined> => {
    const [entry] = await loader.database.query<Entry>(
      `SELECT standing, estado, name, search, alert, alert_code AS "alertCode", debt_code AS "debtCode", exposure_cents AS "exposureCents",
         compliance, loaded_at AS "loadedAt", changed_at AS "changedAt" FROM profiles.portfolio_entry WHERE corporation_id = $1 AND tax_id = $2`,
      [corporationId, taxId],
    );
    return entry;
  };
  const becomes = (corporationId: string, taxId: string, standing: string) =>
    waitUntil(
      async () => {
        const entry = await entryOf(corporationId, taxId);
        return entry?.standing === standing && entry;
      },
      { what: `${taxId} is ${standing}` },
    );
  const verify = () => loader.messages.request('portfolio.verify', {}, { timeoutMs });
  const end = (corporationId: string, taxId: string) =>
    loader.database.query(
      `WITH ended AS (UPDATE billing.access SET expires_at = now() WHERE corporation_id = $1 AND tax_id = $2 RETURNING corporation_id, tax_id)
       UPDATE billing.access_period AS period SET ends_at = now() FROM ended WHERE period.corporation_id = ended.corporation_id AND period.tax_id = ended.tax_id`,
      [corporationId, taxId],
    );
  const query = async (taxId: string, corporationId: string) => {
    const command = queryOf(corporationId, taxId);
    await loader.command(command);
    await loader.untilFinished(command.requestId);
  };
  /** A forced update for a corporation that monitors the document, so that the test waits for no schedule. */
  const refresh = async (taxId: string, corporationId: string, months?: number) => {
    const requestId = randomUUID();
    await loader.messages.request(
      'reprocess.start',
      { requestId, corporationId, origin: testOrigin, taxIds: [taxId], ...(months && { months }) },
      { timeoutMs },
    );
    await loader.untilFinished(requestId);
  };

  it('exists from the acceptance of the request, and agrees with the summary once the load is settled', async () => {
    const corporationId = await loader.createCorporation();
    const { requestId } = await loader.holding('protestos', async () => {
      const started = await loader.start(high, corporationId);
      expect(await entryOf(corporationId, high)).toMatchObject({ standing: 'loading', name: '', alert: 0, alertCode: 'SH20' });
      return started;
    });
    await loader.untilFinished(requestId);
    const { identificacion, alerta_servicio, finanzas } = (await loader.sections(high)) as Record<string, { data: Record<string, any> }>;
    const entry = await becomes(corporationId, high, 'active');
    expect(entry).toMatchObject({
      estado: 'succeeded',
      name: identificacion!.data.razon_social,
      alert: 4,
      alertCode: 'SH10',
      debtCode: 'SH10',
    });
    expect(alerta_servicio!.data.clasificacion).toBe('Alerta alta');
    expect(Number(entry.exposureCents) / 100).toBe(finanzas!.data.situacion.actual.exposicion_total);
    expect(entry.search).toMatch(/^[a-z0-9 ]+$/);
  });

  it('has no data of a section that the plan excludes', async () => {
    const corporationId = randomUUID();
    const contract = { corporationId, kind: 'monthly', startsOn: '2020-01-01', endsOn: '2099-12-31', quotaMonths: 0 } as const;
    await loader.messages.request('contracts.create', { ...contract, excludedSections: ['finanzas', 'alerta_compliance'] }, { timeoutMs });
    await loader.load(high, corporationId);
    expect(await becomes(corporationId, high, 'active')).toMatchObject({ debtCode: 'SH30', exposureCents: null, compliance: 0, alert: 4 });
  });

  it('shows a section once the plan contains it', async () => {
    const corporationId = randomUUID();
    const contract = { corporationId, kind: 'monthly', startsOn: '2020-01-01', endsOn: '2099-12-31', quotaMonths: 0 } as const;
    await loader.messages.request('contracts.create', { ...contract, excludedSections: ['finanzas'] }, { timeoutMs });
    await loader.load(high, corporationId);
    expect(await becomes(corporationId, high, 'active')).toMatchObject({ debtCode: 'SH30' });
    await loader.database.query(`UPDATE billing.contract SET excluded_sections = '{}' WHERE corporation_id = $1`, [corporationId]);
    await waitUntil(async () => (await entryOf(corporationId, high))!.debtCode === 'SH10', { what: 'the debt is shown' });
  });

  it('keeps its data when the monitoring ends, while the profile changes for others', async () => {
    const [ours, theirs, taxId] = [await loader.createCorporation(), await loader.createCorporation(), freshRuc()];
    await loader.load(taxId, ours);
    await loader.load(taxId, theirs);
    const before = await becomes(ours, taxId, 'active');
    await end(ours, taxId);
    const ended = await becomes(ours, taxId, 'expired');
    expect(ended).toMatchObject({ name: before.name, alert: before.alert, exposureCents: before.exposureCents });
    await loader.database.query(
      `UPDATE profiles.profile SET fragments_v2[1] = replace(fragments_v2[1], $2, 'OTRO NOMBRE') WHERE tax_id = $1`,
      [taxId, before.name],
    );
    await loader.simulator.lay('identificacion', taxId, { outcome: 'malformed' });
    await refresh(taxId, theirs);
    expect(await becomes(theirs, taxId, 'active')).toMatchObject({ estado: 'partial' });
    expect(await entryOf(ours, taxId)).toMatchObject({ standing: 'expired', name: before.name, estado: 'succeeded' });
    await loader.simulator.lay('identificacion', taxId, { outcome: 'ok' });
  });

  it('has no data after the end of a query and after a first load that failed', async () => {
    const corporationId = await loader.createCorporation();
    await query(clean, corporationId);
    expect((await becomes(corporationId, clean, 'active')).name).not.toBe('');
    await end(corporationId, clean);
    const nothing = { name: '', search: '', alert: 0, debtCode: null, exposureCents: null, compliance: 0 };
    expect(await becomes(corporationId, clean, 'ended')).toMatchObject({ ...nothing, alertCode: null });
    await loader.load(unknown, corporationId);
    expect(await becomes(corporationId, unknown, 'failed')).toMatchObject({ ...nothing, debtCode: 'SH50', alertCode: 'SH50' });
  });

  it('keeps its time of change after a load without changes, and records a change of its alert class', async () => {
    const [corporationId, taxId] = [await loader.createCorporation(), freshRuc()];
    await loader.load(taxId, corporationId);
    const before = await becomes(corporationId, taxId, 'active');
    await refresh(taxId, corporationId);
    expect((await entryOf(corporationId, taxId))!.changedAt).toEqual(before.changedAt);
    await loader.database.query(
      `UPDATE profiles.portfolio_entry SET alert = (alert + 1) % 6, alert_code = 'SH10' WHERE corporation_id = $1 AND tax_id = $2`,
      [corporationId, taxId],
    );
    await refresh(taxId, corporationId);
    const moved = await loader.database.query('SELECT from_alert, to_alert FROM profiles.portfolio_move WHERE corporation_id = $1', [
      corporationId,
    ]);
    expect(moved).toEqual([{ from_alert: (before.alert + 1) % 6, to_alert: before.alert }]);
    expect((await entryOf(corporationId, taxId))!.changedAt.getTime()).toBeGreaterThan(before.changedAt.getTime());
  });

  it('has the time of the last load for its corporation, not for others', async () => {
    const [first, second, late] = [await loader.createCorporation(), await loader.createCorporation(), await loader.createCorporation()];
    const taxId = freshRuc();
    const loadedAt = async (corporationId: string) => (await entryOf(corporationId, taxId))!.loadedAt;
    const ends = async () => (await loader.loads(taxId)).map((load) => load.closed_at);
    const requests = await loader.holding('protestos', async () => [await loader.start(taxId, first), await loader.start(taxId, second)]);
    for (const { requestId } of requests) await loader.untilFinished(requestId);
    const [together] = await ends();
    expect([await loadedAt(first), await loadedAt(second)]).toEqual([together, together]);
    await query(taxId, late);
    const [asked] = await loader.database.query<{ at: Date }>(
      'SELECT created_at AS at FROM profiles.load_request WHERE corporation_id = $1',
      [late],
    );
    expect(await loadedAt(late)).toEqual(asked!.at);
    await refresh(taxId, first);
    expect(await ends()).toEqual([together, await loadedAt(first)]);
    expect([await loadedAt(second), await loadedAt(late)]).toEqual([together, asked!.at]);
    expect(await verify()).toMatchObject({ healed: 0, drifts: [] });
  });

  it('gets the time of the last load for its corporation from the migration, whatever was stored before', async () => {
    const told = () =>
      loader.database.query(
        'SELECT corporation_id, tax_id, standing, loaded_at FROM profiles.portfolio_entry ORDER BY corporation_id, tax_id',
      );
    const before = await told();
    await loader.database.query(`UPDATE profiles.portfolio_entry SET loaded_at = now() WHERE standing IN ('active', 'expired')`);
    // The later ones replace a function of the first again.
    await loader.database.query(
      `DELETE FROM public.migration
       WHERE name IN ('LoadedForWhom1763600000086', 'UpdatesOfTheirKind1763600000119', 'HitsThatFit1763600000151')`,
    );
    await migrate(loader.database.url);
    expect(await told()).toEqual(before);
  });

  it('is locked in the order of documents, whatever the order in a forced update', async () => {
    const requestId = await withinLockPatience(async () => {
      const [first, second] = [freshRuc(), freshRuc()].toSorted() as [string, string];
      const corporationId = await loader.createCorporation();
      for (const taxId of [first, second]) {
        await loader.load(taxId, corporationId);
        await becomes(corporationId, taxId, 'active');
      }
      const update = { requestId: randomUUID(), corporationId, origin: testOrigin, taxIds: [second, first] };
      const other = await openDatabase({ url: loader.database.url, poolSize: 1 });
      const lock = (tx: Transaction, taxId: string) =>
        tx.rows('SELECT FROM profiles.portfolio_entry WHERE corporation_id = $1 AND tax_id = $2 FOR UPDATE NOWAIT', [corporationId, taxId]);
      try {
        const [accepted] = await other.transaction(async (tx) => {
          const [{ pid }] = (await tx.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
          await lock(tx, first);
          let isOver = false;
          const asked = loader.messages.request('reprocess.start', update, { timeoutMs });
          void Promise.allSettled([asked]).then(() => (isOver = true));
          const waiting = () => loader.database.query('SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))', [pid]);
          await waitUntil(async () => isOver || (await waiting()).length > 0, { what: 'the forced update waits for the first entry' });
          await lock(tx, second);
          return [asked] as const;
        });
        await accepted;
      } finally {
        await other.close();
      }
      return update.requestId;
    });
    expect(await loader.untilFinished(requestId)).toMatchObject([{ state: 'loaded' }, { state: 'loaded' }]);
  });

  it('shows the newest access after two concurrent events', async () => {
    const [first, second] = [freshRuc(), freshRuc()].toSorted() as [string, string];
    const corporationId = await loader.createCorporation();
    for (const taxId of [first, second]) {
      await loader.load(taxId, corporationId);
      await becomes(corporationId, taxId, 'active');
    }
    const tell = (taxIds: string[]) => {
      const documents = taxIds.map((taxId) => ({ docType: 'RUC' as const, taxId }));
      return loader.messages.deliver('accesses.changed', { corporationId, documents }, { id: randomUUID(), timeoutMs });
    };
    const other = await openDatabase({ url: loader.database.url, poolSize: 1 });
    try {
      const [early] = await other.transaction(async (tx) => {
        const [{ pid }] = (await tx.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
        await tx.rows('SELECT FROM profiles.portfolio_entry WHERE corporation_id = $1 AND tax_id = $2 FOR UPDATE', [corporationId, first]);
        // On a slow machine the event may give up waiting for the lock, and has then written nothing.
        let isOver = false;
        const told = isDoneInTime(tell([first, second]));
        void Promise.allSettled([told]).then(() => (isOver = true));
        const waiting = () => loader.database.query('SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))', [pid]);
        await waitUntil(async () => isOver || (await waiting()).length > 0, { what: 'the event waits for the first entry' });
        await loader.database.query(
          `UPDATE billing.access SET expires_at = now() + interval '1 day' WHERE corporation_id = $1 AND tax_id = $2`,
          [corporationId, second],
        );
        // The first event may hold the schedule of the second document until it gives up.
        await waitUntil(() => isDoneInTime(tell([second])), { what: 'the second event is written' });
        return [told];
      });
      await early;
    } finally {
      await other.close();
    }
    const shown = await loader.database.query(
      `SELECT entry.expires_at = access.expires_at AS newest FROM profiles.portfolio_entry AS entry JOIN billing.current_access AS access
         USING (corporation_id, tax_id, doc_type) WHERE corporation_id = $1 AND tax_id = $2`,
      [corporationId, second],
    );
    expect(shown).toEqual([{ newest: true }]);
  });

  it('follows an event that names its document twice', async () => {
    const [corporationId, taxId] = [await loader.createCorporation(), freshRuc()];
    await loader.load(taxId, corporationId);
    await becomes(corporationId, taxId, 'active');
    await loader.database.query(`UPDATE billing.access SET state = 'expired' WHERE corporation_id = $1`, [corporationId]);
    const documents = [1, 2].map(() => ({ docType: 'RUC' as const, taxId }));
    await loader.messages.deliver('accesses.changed', { corporationId, documents }, { id: randomUUID(), timeoutMs });
    expect((await entryOf(corporationId, taxId))!.standing).toBe('expired');
  });

  it('tells open pages when its monitoring ends, is active again, and is loaded again', async () => {
    const [corporationId, taxId] = [await loader.createCorporation(), freshRuc()];
    await loader.load(taxId, corporationId);
    await becomes(corporationId, taxId, 'active');
    const told = async () => {
      const [entry] = await loader.database.query<{ at: Date | null }>(
        'SELECT access_changed_at AS at FROM profiles.portfolio_entry WHERE corporation_id = $1',
        [corporationId],
      );
      return entry!.at?.getTime() ?? 0;
    };
    const marks = [await told()];
    await end(corporationId, taxId);
    await becomes(corporationId, taxId, 'expired');
    marks.push(await told());
    await loader.database.query(`UPDATE billing.access SET state = 'active', expires_at = '2099-01-01' WHERE corporation_id = $1`, [
      corporationId,
    ]);
    const documents = [{ docType: 'RUC' as const, taxId }];
    await loader.messages.deliver('accesses.changed', { corporationId, documents }, { id: randomUUID(), timeoutMs });
    await becomes(corporationId, taxId, 'active');
    marks.push(await told());
    await end(corporationId, taxId);
    await becomes(corporationId, taxId, 'expired');
    marks.push(await told());
    await loader.holding('protestos', async () => {
      await loader.start(taxId, corporationId);
      expect((await entryOf(corporationId, taxId))!.standing).toBe('loading');
      marks.push(await told());
    });
    expect(marks).toEqual([...new Set(marks)].toSorted((one, other) => one - other));
  });

  it('has nothing of an ended query while its document is loaded again, although its end was not written yet', async () => {
    const [corporationId, taxId] = [await loader.createCorporation(), freshRuc()];
    await loader.simulator.lay('protestos', taxId, { outcome: 'malformed' });
    await query(taxId, corporationId);
    await becomes(corporationId, taxId, 'active');
    await loader.database.query(
      `UPDATE profiles.portfolio_entry SET hits = 3, expires_at = now() WHERE corporation_id = $1 AND failed_sources = 1 AND partial_since IS NOT NULL`,
      [corporationId],
    );
    await end(corporationId, taxId);
    await loader.holding('protestos', async () => {
      const command = queryOf(corporationId, taxId);
      await loader.command(command);
      const shown = await loader.database.query(
        `SELECT standing, hits, failed_sources, partial_since, loaded_at = '-infinity' AS is_new FROM profiles.portfolio_entry WHERE corporation_id = $1`,
        [corporationId],
      );
      expect(shown).toEqual([{ standing: 'loading', hits: null, failed_sources: 0, partial_since: null, is_new: true }]);
    });
    await loader.simulator.lay('protestos', taxId, { outcome: 'ok' });
  });

  it('is compared with its sources, and healed and reported when it differs', async () => {
    expect(await verify()).toMatchObject({ healed: 0, drifts: [] });
    const corporationId = await loader.createCorporation();
    const taxId = freshRuc();
    await loader.load(taxId, corporationId);
    await becomes(corporationId, taxId, 'active');
    await loader.database.query(`UPDATE profiles.portfolio_entry SET name = 'PERDIDO' WHERE corporation_id = $1`, [corporationId]);
    await loader.database.query(
      `INSERT INTO profiles.portfolio_entry SELECT (jsonb_populate_record(entry, '{"tax_id": "20999999999"}')).* FROM profiles.portfolio_entry AS entry
       WHERE corporation_id = $1`,
      [corporationId],
    );
    expect(await verify()).toMatchObject({
      healed: 2,
      drifts: [
        { corporationId, docType: 'RUC', taxId, what: 'differed' },
        { corporationId, docType: 'RUC', taxId: '20999999999', what: 'without_access' },
      ],
    });
    expect((await entryOf(corporationId, taxId))!.name).not.toBe('PERDIDO');
    expect(await verify()).toMatchObject({ healed: 0 });
  });

  it('is healed in every column, except for the times of changes, which only the entry has', async () => {
    const corporationId = await loader.createCorporation();
    await loader.load(high, corporationId);
    await becomes(corporationId, high, 'active');
    const times = ['changed_at', 'access_changed_at', 'partial_since'];
    const columns = await loader.database.query<{ name: string; type: string }>(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns
       WHERE table_schema = 'profiles' AND table_name = 'portfolio_entry' AND NOT column_name = ANY($1)`,
      [['corporation_id', 'tax_id', 'doc_type', ...times]],
    );
    expect(columns.length).toBeGreaterThan(25);
    const words: Record<string, string> = { standing: 'expired', mode: 'query', estado: 'loading' };
    const wrong = (name: string, type: string) => {
      if (type === 'boolean') return `NOT coalesce(${name}, false)`;
      if (type.endsWith('int')) return `CASE WHEN ${name} = 1 THEN 2 ELSE 1 END`;
      if (type.startsWith('timestamp')) return 'now()';
      return type === 'ARRAY' ? `'{finanzas}'` : `'${words[name] ?? 'perdido'}'`;
    };
    const shown = async () =>
      await loader.database.query(
        'SELECT to_jsonb(entry) - $2::text[] AS row FROM profiles.portfolio_entry AS entry WHERE corporation_id = $1',
        [corporationId, times],
      );
    const [before, other] = [await shown(), await openDatabase({ url: loader.database.url, service: 'profile-loader', poolSize: 1 })];
    try {
      for (const { name, type } of columns) {
        await loader.database.query(`UPDATE profiles.portfolio_entry SET ${name} = ${wrong(name, type)} WHERE corporation_id = $1`, [
          corporationId,
        ]);
        const healed = await other.transaction((tx) => healEntries(tx, corporationId, [{ docType: 'RUC', taxId: high }]));
        expect(healed.flatMap((one) => one.columns)).toEqual([name]);
        expect(await shown()).toEqual(before);
      }
    } finally {
      await other.close();
    }
  });

  it('says 32,767 hits where there are more', async () => {
    const [corporationId, taxId] = [await loader.createCorporation(), freshRuc()];
    const document = { docType: 'RUC' as const, taxId };
    await loader.load(taxId, corporationId);
    await becomes(corporationId, taxId, 'active');
    await loader.database.query(
      `UPDATE profiles.source_answer SET answer = jsonb_set(answer, '{coincidencias}', (SELECT jsonb_agg(0) FROM generate_series(1, 40000)))
       WHERE tax_id = $1 AND source = 'listas_compliance'`,
      [taxId],
    );
    const hits = async () => loader.database.query('SELECT hits FROM profiles.portfolio_entry WHERE corporation_id = $1', [corporationId]);
    const other = await openDatabase({ url: loader.database.url, service: 'profile-loader', poolSize: 1 });
    try {
      await other.transaction((tx) => healEntries(tx, corporationId, [document]));
      expect(await hits()).toEqual([{ hits: 32_767 }]);
      await loader.database.query('UPDATE profiles.portfolio_entry SET hits = 0 WHERE corporation_id = $1', [corporationId]);
      await other.transaction(async (tx) => renewEntries(tx, document));
      expect(await hits()).toEqual([{ hits: 32_767 }]);
    } finally {
      await other.close();
    }
  });

  it.each([
    ['billing has not reported a change of its access', 'billing.outbox', 'accesses.changed'],
    ['the loader does not know yet what billing has charged for an update', 'profiles.outbox', 'reprocess.settle'],
  ])('is not compared while %s', async (_, outbox, message) => {
    const [corporationId, taxId] = [await loader.createCorporation(), freshRuc()];
    const document = { docType: 'RUC' as const, taxId };
    await loader.load(taxId, corporationId);
    await becomes(corporationId, taxId, 'active');
    await loader.database.query(
      `WITH changed AS (UPDATE billing.access SET mode = 'query' WHERE corporation_id = $1)
       INSERT INTO ${outbox} (id, message, payload, correlation_id, dispatches, due_at)
       VALUES (gen_random_uuid(), $2, $3, '', 0, 'infinity')`,
      [corporationId, message, JSON.stringify({ corporationId, documents: [document] })],
    );
    const other = await openDatabase({ url: loader.database.url, service: 'profile-loader', poolSize: 1 });
    try {
      const heal = () => other.transaction((tx) => healEntries(tx, corporationId, [document]));
      expect(await heal()).toEqual([]);
      await loader.database.query(`DELETE FROM ${outbox} WHERE payload->>'corporationId' = $1`, [corporationId]);
      expect(await heal()).toEqual([{ ...document, what: 'differed', columns: ['mode'] }]);
      await loader.database.query('DELETE FROM profiles.portfolio_entry WHERE corporation_id = $1', [corporationId]);
      expect(await heal()).toEqual([{ ...document, what: 'differed', columns: [] }]);
      expect(await heal()).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('is not compared while another corporation has its document loaded', async () => {
    const [ours, theirs] = [await loader.createCorporation(), await loader.createCorporation()];
    for (const corporationId of [ours, theirs]) await loader.load(high, corporationId);
    const { debtCode } = await becomes(ours, high, 'active');
    const finanzas = async () => JSON.stringify((await loader.sections(high)).finanzas);
    const before = await finanzas();
    await loader.simulator.lay('deuda_financiera', high, { outcome: 'no_data' });
    const requestId = randomUUID();
    await loader.holding('trabajadores', async () => {
      await loader.messages.request(
        'reprocess.start',
        { requestId, corporationId: theirs, origin: testOrigin, taxIds: [high] },
        { timeoutMs },
      );
      await waitUntil(async () => (await finanzas()) !== before, { what: 'the section without debts is readable' });
      expect(await verify()).toMatchObject({ drifts: [] });
      expect((await entryOf(ours, high))!.debtCode).toBe(debtCode);
    });
    await loader.simulator.lay('deuda_financiera', high, { outcome: 'ok' });
    await loader.untilFinished(requestId);
    expect((await entryOf(ours, high))!.debtCode).not.toBe(debtCode);
    expect(await verify()).toMatchObject({ drifts: [] });
  });

  it('does not differ whenever it is compared', async () => {
    const [ours, theirs] = [await loader.createCorporation(), await loader.createCorporation(1_000)];
    const taxIds = Array.from({ length: 4 }, freshRuc);
    const refreshPatiently = (taxId: string, corporationId: string, months: number) =>
      withinLockPatience(() => refresh(taxId, corporationId, months));
    let isWorking = true;
    const compare = async () => {
      const drifts = [];
      while (isWorking) drifts.push(...(await verify()).drifts);
      return drifts;
    };
    const work = async (taxId: string) => {
      await Promise.all([query(taxId, ours), loader.load(taxId, theirs)]);
      for (const [i, outcome] of ['no_data', 'malformed', 'ok'].entries()) {
        for (const source of ['deuda_financiera', 'identificacion'] as const) await loader.simulator.lay(source, taxId, { outcome });
        await Promise.all([refreshPatiently(taxId, ours, 1), refreshPatiently(taxId, theirs, i + 2)]);
      }
      const activation = {
        requestId: randomUUID(),
        corporationId: ours,
        origin: testOrigin,
        documents: [{ docType: 'RUC' as const, taxId }],
      };
      await loader.messages.request('access.activate', activation, { timeoutMs });
      await end(theirs, taxId);
    };
    const comparing = compare();
    await Promise.all(taxIds.map(work)).finally(() => (isWorking = false));
    expect(await comparing).toEqual([]);
  });

  it('is not loading because another document with its number is updated', async () => {
    const [corporationId, taxId, requestId] = [await loader.createCorporation(), freshRuc(), randomUUID()];
    await loader.load(taxId, corporationId);
    const estados = () =>
      loader.database.query('SELECT doc_type, estado FROM profiles.portfolio_entry WHERE corporation_id = $1 ORDER BY doc_type', [
        corporationId,
      ]);
    await loader.holding('representantes_legales', async () => {
      await loader.messages.request('reprocess.start', { requestId, corporationId, origin: testOrigin, taxIds: [taxId] }, { timeoutMs });
      await loader.load(taxId, corporationId, 'CE');
      expect(await estados()).toEqual([
        { doc_type: 'CE', estado: 'succeeded' },
        { doc_type: 'RUC', estado: 'loading' },
      ]);
    });
    await loader.untilFinished(requestId);
    expect(await estados()).toEqual(['CE', 'RUC'].map((docType) => ({ doc_type: docType, estado: 'succeeded' })));
  });

  it('is counted for the day in its classes and with its exposure, unless its load failed', async () => {
    const [corporationId, taxId] = [await loader.createCorporation(), freshRuc()];
    for (const one of [taxId, unknown]) await loader.load(one, corporationId);
    const { alert, compliance, exposureCents } = await becomes(corporationId, taxId, 'active');
    await becomes(corporationId, unknown, 'failed');
    await loader.database.query(`UPDATE profiles.portfolio_check SET due_at = now() - interval '1 day' WHERE corporation_id = $1`, [
      corporationId,
    ]);
    const other = await openDatabase({ url: loader.database.url, service: 'profile-loader', poolSize: 1 });
    try {
      await new PortfolioCheck(other, createLogger('test', { level: 'silent' })).checkDue(new AbortController().signal);
    } finally {
      await other.close();
    }
    // The loader may have taken the comparison before.
    const counted = await waitUntil(
      async () =>
        (
          await loader.database.query(
            'SELECT alert, compliance, exposure_cents AS "exposureCents" FROM profiles.portfolio_day WHERE corporation_id = $1',
            [corporationId],
          )
        )[0],
      { what: 'the portfolio is counted' },
    );
    const oneIn = (one: number, classes: number) => Array.from({ length: classes }, (_, place) => Number(place === one));
    expect(counted).toEqual({ alert: oneIn(alert, 6), compliance: oneIn(compliance, 4), exposureCents: exposureCents ?? '0' });
  });
});
