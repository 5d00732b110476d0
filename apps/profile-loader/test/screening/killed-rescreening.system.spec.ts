import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectBroker, Messages } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { anyBroker, ApiClient, startSystem, waitUntil, type System, withoutWebhooks } from '@vigia/testing';
import { switchList, type Planted } from './planted-list.js';

const documents = ['20990000019', '20990000043', '20991000012', '20991234561'] as const;
const deaths = ['loader.rescreening-compared', 'loader.rescreening-opened'];

describe('a loader that is killed during a rescreening', () => {
  let system: System;
  const names = new Map<string, string>();

  beforeAll(async () => {
    system = await startSystem({ broker: anyBroker(), services: withoutWebhooks, environment: { VIGIA_BROKER_LOCK_MS: '1500' } });
    const client = new ApiClient(system.replicas('gateway')[0]!.url, await system.createCorporation('monthly'));
    await Promise.all(documents.map((taxId) => client.load(taxId)));
    for (const { tax_id, name } of await system.database.query<{ tax_id: string; name: string }>(
      `SELECT tax_id, name FROM profiles.screened_subject WHERE position = 1`,
    ))
      names.set(tax_id, name);
    await switchList(system.database, 'un', 'un 1', [listed(0), listed(1)]);
    await untilEnded('un 1');
  });

  afterAll(() => system?.stop());

  const listed = (i: number, more = ''): Planted => ({
    id: `U-${i}`,
    kind: 'company',
    names: [{ name: `${names.get(documents[i]!)}${more}`, order: 'unknown' }],
  });
  const query = <Row>(text: string) => system.database.query<Row>(text);
  const untilEnded = (version: string) =>
    waitUntil(
      async () => {
        const [newest] = await query<{ version: string; ended_at: Date | null }>(
          'SELECT version, ended_at FROM profiles.rescreening ORDER BY id DESC LIMIT 1',
        );
        return newest?.version === version && newest.ended_at !== null;
      },
      { what: `everybody is compared with ${version}`, timeoutMs: 120_000 },
    );
  const hits = () =>
    query(`SELECT tax_id, hit->>'id_entidad' AS entity, hit->>'nombre_listado' AS name
      FROM profiles.source_answer, jsonb_array_elements(answer->'coincidencias') AS hit
      WHERE source = 'listas_compliance' AND hit->>'lista' = 'un' ORDER BY 1, 2`);
  const versions = () =>
    query(`SELECT tax_id, count(*)::int AS all FROM profiles.section_version WHERE section = 'alerta_compliance' GROUP BY 1 ORDER BY 1`);

  it('continues it, does nothing twice, and ends with the hits of a whole comparison', async () => {
    await system.replicas('profile-loader').at(-1)!.kill('SIGKILL');
    const before = (await versions()) as { tax_id: string; all: number }[];
    // One entry leaves, one gets another name, two come: every profile is touched.
    await switchList(system.database, 'un', 'un 2', [listed(1, ' HOLDING'), listed(2), listed(3)]);
    for (const failpoint of deaths) {
      const dying = await system.start('profile-loader', { VIGIA_FAILPOINT: failpoint });
      expect(await dying.ended).toBe('SIGKILL');
    }
    await system.start('profile-loader');
    await untilEnded('un 2');

    const found = await hits();
    expect((found as { tax_id: string }[]).map(({ tax_id }) => tax_id)).toEqual([documents[1], documents[2], documents[3]].toSorted());
    expect(await query('SELECT entity_id, closed_in FROM profiles.closed_hit ORDER BY id')).toEqual([
      { entity_id: 'U-0', closed_in: 'un 2' },
    ]);
    expect(await versions()).toEqual(before.map(({ tax_id, all }) => ({ tax_id, all: all + 1 })));
    expect(
      await query(`SELECT is_screened, count(*)::int AS all FROM profiles.rescreening JOIN profiles.rescreening_task ON rescreening = id
      WHERE version = 'un 2' GROUP BY 1`),
    ).toEqual([{ is_screened: true, all: 4 }]);

    const broker = await connectBroker({ url: system.brokerUrl, service: 'test', logger: createLogger('test', { level: 'silent' }) });
    await new Messages(broker).request('lists.rescreen', { list: 'un', actor: 'operator' }, { timeoutMs: 30_000 });
    await broker.close();
    await untilEnded('un 2');
    expect(await hits()).toEqual(found);
  }, 300_000);
});
