import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SourceName } from '@vigia/contracts';
import { waitUntil, testOrigin } from '@vigia/testing';
import { startLoader, type RunningLoader } from '../running-loader.js';

const timeoutMs = 30_000;
const screening: SourceName = 'listas_compliance';
const names: SourceName = 'representantes_legales';
/** One of its representatives is on a list. */
const taxId = '20990000078';

describe('names that a forced update adds to a load with a screening', () => {
  let loader: RunningLoader;
  let corporationId: string;
  let nameNow: string;

  beforeAll(async () => {
    loader = await startLoader();
    corporationId = await loader.createCorporation();
    await loader.load(taxId, corporationId);
    [nameNow] = (await foundNames()) as [string];
  });

  afterAll(() => loader?.stop());

  async function foundNames(): Promise<string[]> {
    const { profiles } = await loader.messages.request('hits.list', { document: { docType: 'RUC', taxId } }, { timeoutMs });
    return profiles.flatMap(({ hits }) => hits.map(({ askedName }) => askedName));
  }

  const setAnswer = (source: SourceName, what: string) =>
    loader.database.query(`UPDATE profiles.source_answer SET ${what} WHERE tax_id = $1 AND source = $2`, [taxId, source]);
  const makeStale = (source: SourceName) => setAnswer(source, `answered_at = now() - interval '2 days'`);
  /** As if the platform had known the company with another representative until now. */
  const rename = (name: string) =>
    setAnswer(names, `answer = '{"representantes": [{"tipo_documento": "DNI", "numero_documento": null, "nombre": "${name}"}]}'`);
  const untilClosed = (loadId: string, source: SourceName) =>
    waitUntil(async () => (await loader.tasks(loadId)).get(source)?.closed_at, { what: `${source} is closed`, timeoutMs });

  /** A load that screens, and asks for no representatives. */
  const openLoad = () =>
    waitUntil(
      async () => {
        const open = (await loader.loads(taxId)).find(({ state }) => state === 'open');
        return open && (await loader.tasks(open.id)).has(screening) && open.id;
      },
      { what: 'a load of the screening is open', timeoutMs },
    );

  async function updateByForce(): Promise<string> {
    const requestId = randomUUID();
    await loader.messages.request('reprocess.start', { requestId, corporationId, origin: testOrigin, taxIds: [taxId] }, { timeoutMs });
    return requestId;
  }

  /** The loads that closed since then: their purpose, how many sources they asked, and how many requests they serve. */
  async function loadsAfter(loads: number) {
    const closed = async () => {
      const all = await loader.loads(taxId);
      return all.every(({ state }) => state === 'closed') && all;
    };
    const all = await waitUntil(closed, { what: 'every load is closed', timeoutMs });
    return loader.database.query(
      `SELECT purpose, (SELECT count(*)::int FROM profiles.task WHERE load_id = load.id) AS asked,
         (SELECT count(*)::int FROM profiles.load_item WHERE load_id = load.id) AS items
       FROM profiles.load WHERE id = ANY($1) ORDER BY opened_at`,
      [all.slice(loads).map(({ id }) => id)],
    );
  }

  /** No request is linked to it, so nobody is charged. */
  const itsOwn = { purpose: 'refresh', asked: 1, items: 0 };
  const updated = [{ taxId, state: 'loaded', reason: null }];

  it('are screened after it by a load of the screening alone, charged to nobody', async () => {
    const before = (await loader.loads(taxId)).length;
    await rename('NADIE DE AQUI JAMAS');
    for (const source of ['identificacion', 'protestos'] as const) await makeStale(source);
    await loader.pause('protestos');
    await loader.start(taxId);
    const loadId = await openLoad();
    await untilClosed(loadId, screening);
    expect(await foundNames()).toEqual([]);
    const requestId = await updateByForce();
    await untilClosed(loadId, names);
    await loader.resume('protestos');
    expect(await loader.untilFinished(requestId)).toEqual(updated);
    expect(await loadsAfter(before)).toEqual([expect.objectContaining({ purpose: 'client', items: 2 }), itsOwn]);
    expect(await foundNames()).toEqual([nameNow]);
  });

  it('are screened when the screening read the old names and was closed after the new ones', async () => {
    const before = (await loader.loads(taxId)).length;
    await rename('NADIE DE AQUI JAMAS');
    for (const source of [screening, names, 'protestos'] as const) await loader.pause(source);
    await makeStale(screening);
    await loader.start(taxId);
    const loadId = await openLoad();
    const requestId = await updateByForce();
    await loader.resume(screening);
    await untilClosed(loadId, screening);
    await loader.resume(names);
    await untilClosed(loadId, names);
    await loader.database.query('UPDATE profiles.task SET closed_at = now() WHERE load_id = $1 AND source = $2', [loadId, screening]);
    await loader.resume('protestos');
    expect(await loader.untilFinished(requestId)).toEqual(updated);
    expect(await loadsAfter(before)).toEqual([expect.objectContaining({ purpose: 'client', items: 2 }), itsOwn]);
    expect(await foundNames()).toEqual([nameNow]);
  });

  it('are not screened again when they are the names already screened', async () => {
    const before = (await loader.loads(taxId)).length;
    await makeStale('identificacion');
    await makeStale('protestos');
    await loader.pause('protestos');
    await loader.start(taxId);
    const loadId = await openLoad();
    await untilClosed(loadId, screening);
    const requestId = await updateByForce();
    await untilClosed(loadId, names);
    await loader.resume('protestos');
    expect(await loader.untilFinished(requestId)).toEqual(updated);
    expect(await loadsAfter(before)).toEqual([expect.objectContaining({ purpose: 'client', items: 2 })]);
    expect(await foundNames()).toEqual([nameNow]);
  });
});
