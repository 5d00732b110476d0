import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@vigia/database';
import { createLogger } from '@vigia/observability';
import { readSettings } from '@vigia/service-kit';
import { untilWaiting, waitUntil, withinLockPatience } from '@vigia/testing';
import { RescreeningController } from '../../src/screening/rescreening/rescreening.controller.js';
import { profileLoaderSettings } from '../../src/settings.js';
import { SourceProviders } from '../../src/sources/providers/provider.js';
import { publish } from '../registry/published.js';
import { startLoader, type RunningLoader } from '../running-loader.js';
import { retireList, rollBack, switchList, type Planted } from './planted-list.js';

const timeoutMs = 30_000;
const documents = ['20990000019', '20990000043', '20990000086'] as const;
const [first, second] = documents;
const other: Planted = { id: 'U-0', names: [{ name: 'NADIE DE AQUI JAMAS' }] };

describe('profiles whose list changes', () => {
  let loader: RunningLoader;
  let corporationId: string;
  const names = new Map<string, string>();
  const versions: number[] = [];

  beforeAll(async () => {
    loader = await startLoader();
    corporationId = await loader.createCorporation();
    for (const taxId of documents) {
      await loader.load(taxId, corporationId);
      names.set(taxId, ((await loader.sections(taxId)).identificacion.data as { razon_social: string }).razon_social);
    }
    versions.push(await switchList(loader.database, 'un', 'un 1', [other]));
    await untilCompared('un 1');
  });

  afterAll(() => loader?.stop());

  const newest = async (list = 'un') => (await loader.messages.request('lists.rescreening', { list }, { timeoutMs })).rescreening;
  const untilCompared = (version: string, list?: string) =>
    waitUntil(
      async () => {
        const rescreening = await newest(list);
        return (
          rescreening?.version === version && rescreening.endedAt !== null && (await count("profiles.load WHERE state = 'open'")) === 0
        );
      },
      { what: `everybody is compared with ${version}` },
    );
  const listed = (id: string, taxId: string): Planted => ({ id, kind: 'company', names: [{ name: names.get(taxId)!, order: 'unknown' }] });
  const level = async (taxId: string) => ((await loader.sections(taxId)).alerta_compliance.data as { nivel: string }).nivel;
  const hits = async (taxId: string) => {
    const { profiles } = await loader.messages.request('hits.list', { document: { docType: 'RUC', taxId } }, { timeoutMs });
    return profiles.flatMap((profile) => profile.hits.map(({ entityId }) => entityId)).toSorted();
  };
  const closed = async (taxId: string) =>
    (await loader.messages.request('hits.closed', { document: { docType: 'RUC', taxId } }, { timeoutMs })).hits;
  const count = async (text: string) => (await loader.database.query<{ all: number }>(`SELECT count(*)::int AS all FROM ${text}`))[0]!.all;

  it('are no longer screened with invented lists once there is a real one', async () => {
    expect(await newest()).toMatchObject({ isWhole: true, compared: expect.any(Number), touched: 3, screened: 3, notScreened: 0 });
    const simulated = await count(`profiles.source_answer WHERE source = 'listas_compliance' AND trail IS NOT NULL`);
    expect(simulated).toBe(0);
    expect(await level(documents[2])).toBe('Alerta Baja');
  });

  it('are screened again when touched, with a change in their history and without a charge', async () => {
    const entries = await count('billing.quota_entry');
    const [{ at }] = (await loader.database.query('SELECT now() AS at')) as [{ at: Date }];
    versions.push(await switchList(loader.database, 'un', 'un 2', [other, listed('U-1', first)]));
    await untilCompared('un 2');
    expect(await newest()).toMatchObject({ isWhole: false, touched: 1, screened: 1 });
    expect([await level(first), await level(second)]).toEqual(['Alerta Media', 'Alerta Baja']);
    expect(await hits(first)).toEqual(['U-1']);
    expect(await count('billing.quota_entry')).toBe(entries);
    // A slow load may be followed by a second one, which changes nothing.
    const opened = await loader.database.query('SELECT DISTINCT tax_id, purpose FROM profiles.load WHERE opened_at > $1', [at]);
    expect(opened).toEqual([{ tax_id: first, purpose: 'refresh' }]);
    const [load] = (await loader.loads(first)).slice(-1);
    expect(load).toMatchObject({ state: 'closed', estado: 'succeeded' });
    expect([...(await loader.tasks(load!.id)).keys()]).toEqual(['listas_compliance']);
    const changes = await loader.database.query(
      `SELECT before, after FROM profiles.section_change WHERE tax_id = $1 AND section = 'alerta_compliance' ORDER BY id DESC LIMIT 1`,
      [first],
    );
    expect(changes).toEqual([{ before: 'Alerta Baja', after: 'Alerta Media' }]);
  });

  it('lose a hit with the version that closes it, and get it back with a rollback', async () => {
    versions.push(await switchList(loader.database, 'un', 'un 3', [other, listed('U-2', second)]));
    await untilCompared('un 3');
    expect([await hits(first), await hits(second)]).toEqual([[], ['U-2']]);
    expect([await level(first), await level(second)]).toEqual(['Alerta Baja', 'Alerta Media']);
    expect(await closed(first)).toMatchObject([{ list: 'un', entityId: 'U-1', openedIn: 'un 2', closedIn: 'un 3', subjectChanged: false }]);

    await rollBack(loader.database, 'un', versions[2]!, versions[1]!);
    await untilCompared('un 2');
    expect([await hits(first), await hits(second)]).toEqual([['U-1'], []]);
    expect(await closed(second)).toMatchObject([{ entityId: 'U-2', openedIn: 'un 3', closedIn: 'un 2' }]);
    expect(await newest()).toMatchObject({ isWhole: false, touched: 2, screened: 2, closedHits: 1 });
  });

  it('are compared as a whole when an operator asks; an unknown list and a register without a list are refused', async () => {
    const { rescreening } = await loader.messages.request('lists.rescreen', { list: 'un', actor: 'operator' }, { timeoutMs });
    expect(rescreening).toMatchObject({ isWhole: true, version: 'un 2' });
    await untilCompared('un 2');
    expect([await hits(first), await hits(second)]).toEqual([['U-1'], []]);
    const refused = (list: string) =>
      loader.messages.request('lists.rescreen', { list, actor: 'operator' }, { timeoutMs }).catch(({ message }: Error) => message);
    expect(await refused('nada')).toBe('no version of nada is in force');
    await publish(loader.database, 'ciiu', '2026-11-20', []);
    expect(await refused('ciiu')).toBe('ciiu is not a list that profiles are screened against');
  });

  it('lose the hit of a name that they no longer have, which is not said of the list', async () => {
    const { database } = loader;
    await database.query(`UPDATE profiles.screened_subject SET name = 'OTRO NOMBRE' WHERE tax_id = $1 AND name = $2`, [
      first,
      names.get(first),
    ]);
    await database.query(
      `UPDATE profiles.source_answer SET answer = jsonb_set(answer, '{coincidencias,0,nombre_consultado}', '"OTRO NOMBRE"')
       WHERE tax_id = $1 AND source = 'listas_compliance'`,
      [first],
    );
    await loader.messages.request('lists.rescreen', { list: 'un', actor: 'operator' }, { timeoutMs });
    await untilCompared('un 2');
    expect(await hits(first)).toEqual(['U-1']);
    const [gone] = await closed(first);
    expect(gone).toMatchObject({ entityId: 'U-1', askedName: 'OTRO NOMBRE', openedIn: 'un 2', closedIn: 'un 2', subjectChanged: true });
  });

  it('have a hit by document when they have no name, and no level without that hit', async () => {
    const nameless = '20990000108';
    const notScreened = { statusCode: 'SH50', data: {} };
    const byDocument: Planted = {
      id: 'U-3',
      kind: 'company',
      names: [{ name: 'OTRA QUE NADIE CONOCE' }],
      documents: [{ type: 'RUC', number: nameless }],
    };
    await loader.load(nameless, corporationId);
    expect((await loader.sections(nameless)).alerta_compliance).toEqual(notScreened);

    await switchList(loader.database, 'un', 'un 4', [other, byDocument]);
    await untilCompared('un 4');
    expect([await hits(nameless), await level(nameless)]).toEqual([['U-3'], 'Alerta Alta']);

    await switchList(loader.database, 'un', 'un 5', [other]);
    await untilCompared('un 5');
    expect(await newest()).toMatchObject({ touched: 1, screened: 1, notScreened: 0, closedHits: 1 });
    expect([await hits(nameless), (await loader.sections(nameless)).alerta_compliance]).toEqual([[], notScreened]);
    expect(await closed(nameless)).toMatchObject([
      { list: 'un', entityId: 'U-3', openedIn: 'un 4', closedIn: 'un 5', subjectChanged: false },
    ]);
    const estados = (await loader.loads(nameless)).map(({ estado }) => estado);
    expect(estados.length).toBeGreaterThanOrEqual(3);
    expect(new Set(estados)).toEqual(new Set(['succeeded']));
  });

  it('lose the hit of an entry whose last day has passed, which is not said to have left the list', async () => {
    await switchList(loader.database, 'un', 'un 5.1', [other, listed('U-5', second)]);
    await untilCompared('un 5.1');
    expect(await hits(second)).toEqual(['U-5']);
    await switchList(loader.database, 'un', 'un 5.2', [other, { ...listed('U-5', second), until: '2020-01-31' }]);
    await untilCompared('un 5.2');
    expect(await hits(second)).toEqual([]);
    const [gone, earlier] = await closed(second);
    expect(gone).toMatchObject({ entityId: 'U-5', closedIn: 'un 5.2', subjectChanged: false, endedOn: '2020-01-31' });
    expect(earlier).toMatchObject({ entityId: 'U-2', endedOn: null });
  });

  describe('are compared as a whole when an operator asks', () => {
    const rescreen = async () => {
      const asked = await loader.messages.request('lists.rescreen', { list: 'un', actor: 'operator' }, { timeoutMs });
      return asked.rescreening;
    };
    const untilOpen = (version: string) =>
      waitUntil(
        async () => {
          const rescreening = await newest();
          return rescreening?.version === version && rescreening.endedAt === null && rescreening.touched > 0;
        },
        { what: `${version} has profiles to screen` },
      );
    const whole = async (version: string) => ({
      version,
      isWhole: true,
      isOvertaken: false,
      compared: await count('profiles.screened_subject'),
      notScreened: 0,
    });

    it('although the changes are being compared, and once although two ask', async () => {
      await loader.holding('listas_compliance', async () => {
        await switchList(loader.database, 'un', 'un 5.3', [other, listed('U-7', first)]);
        await untilOpen('un 5.3');
        expect(await newest()).toMatchObject({ isWhole: false });
        expect(await rescreen()).toMatchObject({ isWhole: true });
        const begun = await count(`profiles.rescreening WHERE list = 'un'`);
        expect(await rescreen()).toMatchObject({ isWhole: true });
        expect(await count(`profiles.rescreening WHERE list = 'un'`)).toBe(begun);
      });
      await untilCompared('un 5.3');
      expect(await newest()).toMatchObject(await whole('un 5.3'));
      expect(await hits(first)).toEqual(['U-7']);
    });

    it('although another version comes into force before all are screened again, and only that once', async () => {
      await loader.holding('listas_compliance', async () => {
        await rescreen();
        await untilOpen('un 5.3');
        for (const version of ['un 5.4', 'un 5.5']) {
          await switchList(loader.database, 'un', version, [other, listed('U-7', first)]);
          await untilOpen(version);
        }
      });
      await untilCompared('un 5.5');
      expect(await newest()).toMatchObject(await whole('un 5.5'));
      await switchList(loader.database, 'un', 'un 5.6', [other, listed('U-7', first)]);
      await untilCompared('un 5.6');
      expect(await newest()).toMatchObject({ isWhole: false });
    });

    it('and the operator is told to ask again if a comparison of the changes begins at that moment', async () => {
      const scene = async () => {
        // A scene that was cut short has left a comparison open.
        await untilCompared('un 5.6');
        const database = await openDatabase({ url: loader.database.url, poolSize: 1 });
        try {
          const [asked] = await database.transaction(async (tx) => {
            await tx.rows(
              `INSERT INTO profiles.rescreening (list, after_switch, to_switch, version, is_whole)
               SELECT list, to_switch, to_switch, version, false FROM profiles.rescreening WHERE list = 'un' ORDER BY id DESC LIMIT 1`,
            );
            const asking = Promise.allSettled([rescreen()]);
            await Promise.race([untilWaiting(loader.database), asking]);
            return [asking];
          });
          const [outcome] = await asked;
          if (outcome.status === 'rejected' && outcome.reason.code === 'unavailable') throw outcome.reason;
          return outcome;
        } finally {
          await database.close();
        }
      };
      const outcome = await withinLockPatience(scene);
      const detail = 'a comparison of un has begun at this moment: ask again';
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'conflict', params: { detail } } });
      await untilCompared('un 5.6');
    });
  });

  it('are under way to be compared only as long as no provider screens instead', async () => {
    const connection = await openDatabase({ url: loader.database.url, service: 'profile-loader', poolSize: 1 });
    const settings = readSettings(profileLoaderSettings, {
      DATABASE_URL: loader.database.url,
      VIGIA_BROKER_URL: loader.brokerUrl,
      VIGIA_PROVIDERS: JSON.stringify({ sources: { listas_compliance: { kind: 'http', url: 'https://screening.invalid/{taxId}' } } }),
    });
    const byProvider = new RescreeningController(connection, new SourceProviders(settings), createLogger('test', { level: 'silent' }));
    const told = () => byProvider.newest({ list: 'un' }).catch(({ message }: Error) => message);
    await loader.holding('listas_compliance', async () => {
      await loader.messages.request('lists.rescreen', { list: 'un', actor: 'operator' }, { timeoutMs });
      expect(await told()).toBe('a provider screens here, against its own lists');
    });
    await untilCompared('un 5.6');
    expect(await told()).toMatchObject({ rescreening: { version: 'un 5.6', endedAt: expect.any(String) } });
    await connection.close();
  });

  it('wait for the end of a pause, and no attempt counts until then', async () => {
    await switchList(loader.database, 'ue', 'ue 1', [other]);
    await untilCompared('ue 1', 'ue');
    const loads = async () => (await loader.loads(first)).length;
    const before = await loads();
    await loader.holding('listas_compliance', async () => {
      await switchList(loader.database, 'un', 'un 6', [other, listed('U-6', first)]);
      const tasks = () => loader.database.query('SELECT tax_id, attempts FROM profiles.rescreening_task WHERE closed_at IS NULL');
      await waitUntil(async () => (await tasks()).length > 0, { what: 'a profile is touched' });
      // This one ends in a round that looks for touched profiles, too.
      await switchList(loader.database, 'ue', 'ue 2', [{ ...other, id: 'U-00' }]);
      await untilCompared('ue 2', 'ue');
      expect(await tasks()).toEqual([{ tax_id: first, attempts: 0 }]);
      expect(await loads()).toBe(before);
    });
    await untilCompared('un 6');
    expect(await hits(first)).toEqual(['U-6']);
  });

  const searched = async (taxId: string) => {
    const [answer] = await loader.database.query<{ outcome: string; source_version: string | null }>(
      `SELECT outcome, source_version FROM profiles.source_answer WHERE tax_id = $1 AND source = 'listas_compliance'`,
      [taxId],
    );
    return answer;
  };

  it('lose the hits on a list that is retired, and are found again once it is imported again', async () => {
    expect(await searched(first)).toMatchObject({ source_version: 'ue ue 2, un un 6' });
    await retireList(loader.database, 'un');
    await untilCompared('un retired');
    expect(await newest()).toMatchObject({ isWhole: true, compared: 0, touched: 1, screened: 1, notScreened: 0, closedHits: 1 });
    expect([await hits(first), await level(first)]).toEqual([[], 'Alerta Baja']);
    expect(await searched(first)).toEqual({ outcome: 'data', source_version: 'ue ue 2' });
    const [gone] = await closed(first);
    expect(gone).toMatchObject({ list: 'un', entityId: 'U-6', openedIn: 'un 6', closedIn: null, subjectChanged: false });
    // An operator may repeat it, for a profile that could not be screened.
    const { rescreening } = await loader.messages.request('lists.rescreen', { list: 'un', actor: 'prueba' }, { timeoutMs });
    expect(rescreening).toMatchObject({ version: 'un retired', isWhole: true });
    await waitUntil(async () => (await newest())!.endedAt !== null, { what: 'the repetition has ended' });

    await switchList(loader.database, 'un', 'un 7', [other, listed('U-6', first)]);
    await untilCompared('un 7');
    expect(await newest()).toMatchObject({ isWhole: true, screened: 1 });
    expect([await hits(first), await level(first)]).toEqual([['U-6'], 'Alerta Media']);
  });

  it('lose their hits with the last list too, after which nobody is screened', async () => {
    for (const table of ['list_name', 'list_document', 'list_entity', 'list']) await loader.database.query(`DELETE FROM profiles.${table}`);
    await retireList(loader.database, 'ue');
    await retireList(loader.database, 'un');
    await untilCompared('un retired');
    expect(await hits(first)).toEqual([]);
    expect(await searched(first)).toEqual({ outcome: 'not_contracted', source_version: null });
    const [gone] = await closed(first);
    expect(gone).toMatchObject({ list: 'un', entityId: 'U-6', openedIn: 'un 7', closedIn: null, subjectChanged: false });
  });
});
