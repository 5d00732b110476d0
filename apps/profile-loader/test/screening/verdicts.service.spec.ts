import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ScreeningBasis } from '@vigia/contracts';
import { openDatabase } from '@vigia/database';
import { documentMark } from '@vigia/observability';
import { untilWaiting, waitUntil, withinLockPatience } from '@vigia/testing';
import { verdictsOn, withVerdicts } from '../../src/screening/verdicts.js';
import type { Hit } from '../../src/sources/listas_compliance/listas_compliance.js';
import { startLoader, type RunningLoader } from '../running-loader.js';
import { plantList, plantSanctions } from './planted-list.js';

const timeoutMs = 30_000;
const taxId = '20990000043';
const document = { docType: 'RUC', taxId } as const;

describe('a verdict on a hit', () => {
  let loader: RunningLoader;
  let name: string;
  const folder = mkdtempSync(join(tmpdir(), 'vigia-verdicts-'));
  const logFile = join(folder, 'loader.log');

  beforeAll(async () => {
    loader = await startLoader({ VIGIA_FRESHNESS_HOURS: '0', VIGIA_LOG_FILE: logFile });
    await loader.load(taxId);
    name = ((await loader.sections(taxId)).identificacion.data as { razon_social: string }).razon_social;
    await listed('1');
    await loader.load(taxId);
  });

  afterAll(async () => {
    await loader?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const listed = (label: string, more: object = {}) =>
    plantList(loader.database, 'un', label, [{ id: 'U-1', kind: 'company', names: [{ name, order: 'unknown' }], ...more }]);
  const level = async () => ((await loader.sections(taxId)).alerta_compliance.data as { nivel: string }).nivel;
  const list = async () => (await loader.messages.request('hits.list', { document }, { timeoutMs })).profiles.flatMap(({ hits }) => hits);
  const decide = (verdict: 'dismissed' | 'confirmed', more: object = {}) =>
    loader.messages.request(
      'hits.decide',
      { document, list: 'un', entityId: 'U-1', verdict, reason: 'otro giro', actor: 'operator', ...more },
      { timeoutMs },
    );

  const kept = (documento: object | null) =>
    loader.database.query(
      `UPDATE profiles.source_answer SET answer = jsonb_set(answer, '{coincidencias,0,documento}', $2::jsonb)
       WHERE tax_id = $1 AND source = 'listas_compliance'`,
      [taxId, JSON.stringify(documento)],
    );
  const count = async () =>
    (await loader.database.query<{ all: number }>('SELECT count(*)::int AS all FROM profiles.hit_decision'))[0]!.all;

  it('is null at first; the hits are listed for one profile or for all', async () => {
    expect(await level()).toBe('Alerta Media');
    expect(await list()).toMatchObject([{ list: 'un', entityId: 'U-1', isBinding: true, verdict: null, document: null }]);
    const all = await loader.messages.request('hits.list', {}, { timeoutMs });
    expect(all).toMatchObject({ profiles: [{ ...document, hits: [{ entityId: 'U-1' }] }], next: null });
  });

  it('is refused for an unknown hit', async () => {
    await expect(decide('dismissed', { entityId: 'U-2' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(decide('dismissed', { document: { docType: 'RUC', taxId: '20990000019' } })).rejects.toMatchObject({ code: 'not_found' });
    expect(await loader.database.query('SELECT id FROM profiles.hit_decision')).toEqual([]);
  });

  it('that dismisses the hit is shown at once, in a new version of the section', async () => {
    const decided = await decide('dismissed');
    expect(decided.hits).toMatchObject([{ verdict: { verdict: 'dismissed', reason: 'otro giro', decidedBy: 'operator' } }]);
    expect(await level()).toBe('Alerta Baja');
    const versions = await loader.database.query<{ provenance: ScreeningBasis }>(
      `SELECT provenance FROM profiles.section_version WHERE tax_id = $1 AND section = 'alerta_compliance' ORDER BY valid_from`,
      [taxId],
    );
    expect(versions.map(({ provenance }) => provenance.hits.map(({ verdict }) => verdict?.verdict ?? null))).toEqual([
      [],
      [null],
      ['dismissed'],
    ]);
  });

  it('does not change the load time of a portfolio entry', async () => {
    const drifted = await loader.messages.request('portfolio.verify', {}, { timeoutMs });
    expect(drifted).toMatchObject({ healed: 0, drifts: [] });
    const entries = await loader.database.query<{ loadedAt: Date; endedAt: Date }>(
      `SELECT loaded_at AS "loadedAt", (
         SELECT max(closed_at) FROM profiles.load JOIN profiles.load_item ON load_id = load.id JOIN profiles.load_request AS request ON request.id = request_id
         WHERE load.tax_id = entry.tax_id AND request.corporation_id = entry.corporation_id) AS "endedAt"
       FROM profiles.portfolio_entry AS entry WHERE tax_id = $1`,
      [taxId],
    );
    expect(entries.map(({ loadedAt }) => loadedAt)).toEqual(entries.map(({ endedAt }) => endedAt));
  });

  it('holds in later screenings, also with a new version that repeats the entry', async () => {
    await loader.load(taxId);
    expect(await level()).toBe('Alerta Baja');
    await listed('2');
    await loader.load(taxId);
    expect(await level()).toBe('Alerta Baja');
    expect(await list()).toMatchObject([{ verdict: { verdict: 'dismissed' } }]);
  });

  it('ends when the entry changes', async () => {
    await listed('3', { countries: ['PE'] });
    await loader.load(taxId);
    expect(await level()).toBe('Alerta Media');
    expect(await list()).toMatchObject([{ verdict: null }]);
  });

  it('that confirms the hit raises the level to Alerta Alta', async () => {
    await decide('confirmed');
    expect(await level()).toBe('Alerta Alta');
    await decide('dismissed');
    expect(await level()).toBe('Alerta Baja');
    const kept = await loader.database.query('SELECT verdict FROM profiles.hit_decision ORDER BY id');
    expect(kept).toEqual([{ verdict: 'dismissed' }, { verdict: 'confirmed' }, { verdict: 'dismissed' }]);
  });

  it('that dismisses a name does not hold once the profile has a listed document, and holds when it was dismissed with it', async () => {
    const { hits } = await decide('dismissed');
    expect(hits).toMatchObject([{ document: null, verdict: { verdict: 'dismissed' } }]);
    const verdicts = async () => {
      const database = await openDatabase({ url: loader.database.url, poolSize: 1 });
      const decided = await verdictsOn(database, document);
      await database.close();
      const [found] = await loader.database.query<{ hit: Hit }>(
        `SELECT answer->'coincidencias'->0 AS hit FROM profiles.source_answer WHERE tax_id = $1 AND source = 'listas_compliance'`,
        [taxId],
      );
      return withVerdicts([found!.hit], decided).map(({ veredicto }) => veredicto?.veredicto ?? null);
    };
    await kept({ tipo: 'RUC', numero: taxId });
    expect(await verdicts()).toEqual([null]);
    await decide('dismissed');
    expect(await verdicts()).toEqual(['descartado']);
    await kept(null);
    expect(await verdicts()).toEqual(['descartado']);
    await loader.database.query(
      'DELETE FROM profiles.hit_decision WHERE id IN (SELECT id FROM profiles.hit_decision ORDER BY id DESC LIMIT 2)',
    );
  });

  it('is refused on a hit that was listed before its entry changed or had a listed document', async () => {
    const refusal = { code: 'conflict', params: { detail: 'this hit has changed since it was listed: list it again' } };
    const before = await count();
    const [seen] = await list();
    await listed('4', { countries: ['PE'], documents: [{ type: 'RUC', number: taxId }] });
    await loader.load(taxId);
    const [found] = await list();
    expect([seen?.document, found?.document]).toEqual([null, { kind: 'RUC', number: taxId }]);
    await expect(decide('dismissed', { fingerprint: seen!.fingerprint })).rejects.toMatchObject(refusal);
    await kept(null);
    await expect(decide('dismissed', { fingerprint: found!.fingerprint })).rejects.toMatchObject(refusal);
    expect(await count()).toBe(before);
    expect((await decide('dismissed', { fingerprint: (await list())[0]!.fingerprint })).hits).toMatchObject([
      { document: null, verdict: { verdict: 'dismissed' } },
    ]);
    await loader.database.query('DELETE FROM profiles.hit_decision WHERE id = (SELECT max(id) FROM profiles.hit_decision)');
    await listed('5', { countries: ['PE'] });
    await loader.load(taxId);
    expect((await list())[0]).toMatchObject({ fingerprint: seen!.fingerprint, verdict: { verdict: 'dismissed' } });
  });

  it('is about one name: it names those that found the entry, and leaves the others as they were', async () => {
    await loader.database.query(
      `UPDATE profiles.source_answer SET answer = jsonb_set(answer, '{coincidencias}', answer->'coincidencias' ||
         jsonb_set(answer->'coincidencias'->0, '{nombre_consultado}', '"OTRA  PERSONA "'))
       WHERE tax_id = $1 AND source = 'listas_compliance'`,
      [taxId],
    );
    const refusal = { code: 'conflict', params: { detail: expect.stringContaining(`${JSON.stringify(name)}, "OTRA PERSONA"`) } };
    await expect(decide('confirmed')).rejects.toMatchObject(refusal);
    await expect(decide('confirmed', { name: 'NADIE' })).rejects.toMatchObject({ code: 'not_found' });
    const { hits } = await decide('confirmed', { name: 'OTRA PERSONA' });
    expect(hits).toMatchObject([{ verdict: { verdict: 'dismissed' } }, { verdict: { verdict: 'confirmed' } }]);
    expect(await loader.database.query(`SELECT asked_name FROM profiles.hit_decision WHERE asked_name <> $1`, [name])).toHaveLength(1);
    await loader.load(taxId);
    await loader.database.query(`DELETE FROM profiles.hit_decision WHERE asked_name <> $1`, [name]);
  });

  it('on a sanction of Peru is logged without its document, holds when other lines precede it, and ends when its own line changes', async () => {
    const own = { document: taxId, name, resolution: 'R-7', ends: '2999-01-01' };
    const other = { document: '20990000019', name: 'OTRA', resolution: 'R-6' };
    const sanctioned = async (label: string, rows: Parameters<typeof plantSanctions>[3]) => {
      await plantSanctions(loader.database, 'oece_sancionados', label, rows);
      await loader.load(taxId);
      return (await list())
        .filter((hit) => hit.list === 'oece_sancionados')
        .map(({ entityId, verdict }) => [entityId, verdict?.verdict ?? null]);
    };
    const entityId = `${taxId} R-7`;
    expect(await sanctioned('1', [own])).toEqual([[entityId, null]]);
    await decide('dismissed', { list: 'oece_sancionados', entityId });
    // A warning is written at once.
    const lines = readFileSync(logFile, 'utf8').split('\n');
    const decided = lines.filter((line) => line.includes('"list":"oece_sancionados"') && line.includes('hit decided'));
    expect(decided).toEqual([expect.stringContaining(`"document":"${documentMark(taxId)}"`)]);
    expect(decided[0]).not.toContain(taxId);
    expect(await sanctioned('2', [other, { ...own, ends: '2998-01-01' }, own])).toEqual([[entityId, 'dismissed']]);
    expect(await sanctioned('3', [other, { ...own, ends: '2998-01-01' }])).toEqual([[entityId, null]]);
    await loader.database.query(`DELETE FROM registry.current WHERE dataset = 'oece_sancionados'`);
    await loader.load(taxId);
    await loader.database.query(`DELETE FROM profiles.hit_decision WHERE list = 'oece_sancionados'`);
  });

  it('is refused during a load, and no part of it is stored', async () => {
    const { requestId } = await loader.holding('trabajadores', async () => {
      const started = await loader.start(taxId);
      // Each other source that answers holds the load for a moment.
      const { id } = (await loader.loads(taxId)).at(-1)!;
      const asked = async () => [...(await loader.tasks(id)).values()].filter(({ closed_at }) => !closed_at);
      await waitUntil(async () => (await asked()).length === 1, { what: 'only the held source is still to answer' });
      await expect(decide('confirmed')).rejects.toMatchObject({ code: 'conflict' });
      return started;
    });
    await loader.untilFinished(requestId);
    expect(await level()).toBe('Alerta Baja');
    expect(await loader.database.query('SELECT count(*)::int AS all FROM profiles.hit_decision')).toEqual([{ all: 3 }]);
  });

  it('without another level waits for transactions that have the profile, and writes no entry from before them', async () => {
    const query = (text: string) => loader.database.query(text, [taxId]);
    const before = await query(`SELECT compliance_code FROM profiles.portfolio_entry WHERE tax_id = $1 AND compliance_code = 'SH10'`);
    expect(before.length).toBeGreaterThan(0);
    const scene = async () => {
      await query(`UPDATE profiles.portfolio_entry SET withheld = '{}', compliance_code = 'SH10' WHERE tax_id = $1`);
      const other = await openDatabase({ url: loader.database.url, poolSize: 1 });
      try {
        const [decided] = await other.transaction(async (tx) => {
          const write = (text: string) => tx.rows(text, [taxId]);
          // As a closing load does.
          await write('SELECT FROM profiles.source_answer WHERE tax_id = $1 ORDER BY source LIMIT 1 FOR NO KEY UPDATE');
          await write('SELECT FROM profiles.profile WHERE tax_id = $1 FOR NO KEY UPDATE');
          await write(`UPDATE profiles.portfolio_entry SET withheld = '{alerta_compliance}', compliance_code = 'SH30' WHERE tax_id = $1`);
          const deciding = decide('dismissed');
          const early = await Promise.race([untilWaiting(loader.database), Promise.allSettled([deciding])]);
          expect(early ?? [{ status: 'rejected' }]).toMatchObject([{ status: 'rejected' }]);
          await write(`UPDATE profiles.source_answer SET refresh_at = refresh_at WHERE tax_id = $1 AND source = 'listas_compliance'`);
          return [deciding];
        });
        await decided;
      } finally {
        await other.close();
      }
    };
    await withinLockPatience(scene);
    expect(await query('SELECT DISTINCT compliance_code FROM profiles.portfolio_entry WHERE tax_id = $1')).toEqual([
      { compliance_code: 'SH30' },
    ]);
  });
});
