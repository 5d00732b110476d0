import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sections, sourcesFor, summaryV1, summaryV2, v1Name } from '@vigia/contracts';
import { ApiClient, testedBrokers, type Answer, type System, withoutWebhooks } from '@vigia/testing';
import { Compile } from 'typebox/compile';
import { Random } from '../../src/chaos/random.js';
import { codesOf, hasContent, loadedProfiles, untilNothingIsOpen, type LoadedProfile } from './loaded-profiles.js';
import { startImpatientSystem } from './load-in-flight.js';
import { drawTroubles, failureOf, inventedDocuments, layTroubles, troublesMet, type Trouble } from './trouble.js';

/** Every task ends by its deadline. A shorter timeout would make so many tasks late on a slow machine that circuits keep most troubles away. */
const environment = {
  VIGIA_SOURCE_TIMEOUT_MS: '10000',
  VIGIA_TASK_DEADLINE_MS: '60000',
  VIGIA_START_TIMEOUT_MS: '60000',
  VIGIA_LOAD_WAIT_MS: '280000',
  VIGIA_RATE_PER_SECOND: '100000',
  VIGIA_RATE_BURST: '100000',
};

const taxIds = inventedDocuments(100);
const atOnce = 20;
const batches = Array.from({ length: taxIds.length / atOnce }, (_, i) => taxIds.slice(i * atOnce, (i + 1) * atOnce));
const troubles = drawTroubles(taxIds, new Random(20_261_121));
const troubleOf = new Map(troubles.map((trouble) => [`${trouble.source} ${trouble.taxId}`, trouble]));

/** Outcomes possible for any question amid so many faults: late, or not asked because the source seems down. */
const collateral = ['timeout', 'circuit_open', 'deadline'];

const checkV1 = Compile(summaryV1);
const checkV2 = Compile(summaryV2);

describe.each(testedBrokers().slice(0, 1))('100 documents whose sources fail, hang, limit and lie, on %s', (broker) => {
  let system: System;
  let client: ApiClient;
  let answers: Answer[];
  let profiles: LoadedProfile[];

  beforeAll(async () => {
    system = await startImpatientSystem(broker, { services: withoutWebhooks, environment });
    client = new ApiClient(system.replicas('gateway')[0]!.url, await system.createCorporation('monthly'));
    await layTroubles(system, troubles);
    answers = await Promise.all(batches.map((batch) => loadAll(client, batch)));
    await untilNothingIsOpen(system, 180_000);
    profiles = await loadedProfiles(system);
  }, 600_000);

  afterAll(() => system?.stop());

  it('have requests that all end, with correct counts', async () => {
    expect(answers.map(({ status }) => status)).toEqual(batches.map(() => 200));
    const failed = new Set(profiles.filter(({ item }) => item === 'failed').map(({ taxId }) => taxId));
    answers.forEach(({ body: { results } }, i) => {
      expect(results.successful + results.failed + results.skipped).toBe(atOnce);
      expect(results.skipped).toBe(0);
      const told = results.errors.map((error: { taxId: string }) => error.taxId).toSorted();
      expect(told).toEqual(batches[i]!.filter((taxId) => failed.has(taxId)));
    });
    const accesses = await system.database.query('SELECT state, count(*)::int FROM billing.access GROUP BY state ORDER BY state');
    expect(accesses).toEqual([
      { state: 'active', count: taxIds.length - failed.size },
      { state: 'failed', count: failed.size },
    ]);
  });

  it('have one load each, which asks every source, and each task ends as its fault demands', () => {
    expect(profiles.map(({ taxId }) => taxId)).toEqual(taxIds);
    const strange = profiles.flatMap(({ taxId, tasks }) => {
      expect(Object.keys(tasks).toSorted()).toEqual(sourcesFor('RUC').toSorted());
      return Object.entries(tasks).flatMap(([source, task]) => {
        const trouble = troubleOf.get(`${source} ${taxId}`);
        // The outcome of the lists cannot be predicted: they need the names from other sources.
        const isFitting = source === 'listas_compliance' || endsFor(trouble).includes(task.failure ?? task.state);
        return isFitting ? [] : [{ taxId, source, trouble, task }];
      });
    });
    expect(strange).toEqual([]);
  });

  it('show in every profile and section the outcome of their sources', async () => {
    const summaries = await Promise.all(profiles.map(({ taxId }) => client.summary(taxId)));
    for (const [i, profile] of profiles.entries()) {
      const { data } = summaries[i]!.body;
      const tasks = Object.entries(profile.tasks);
      const failed = tasks.filter(([, { state }]) => state === 'failed').map(([source]) => source);
      const answered = tasks.some(([, { state }]) => state === 'data' || state === 'empty');
      expect(profile.estado).toBe(failed.length === 0 ? 'succeeded' : answered ? 'partial' : 'failed');
      expect(data).toMatchObject({ taxId: profile.taxId, estado: profile.estado, activo: profile.estado !== 'failed' });
      expect(data.subhelpers_fallidos.toSorted()).toEqual(failed.toSorted());
      expect(Object.fromEntries(sections.map((section) => [section, data[section].statusCode]))).toEqual(codesOf(profile));
    }
  });

  it('have no half-written section, in either version', async () => {
    for (const { taxId } of profiles) {
      const [{ data: v1 }, { data: v2 }] = [(await client.summary(taxId, 'v1')).body, (await client.summary(taxId, 'v2')).body];
      expect([taxId, [...checkV2.Errors(v2)], [...checkV1.Errors(v1)]]).toEqual([taxId, [], []]);
      for (const section of sections) {
        const { statusCode, data } = v2[section];
        const whole = hasContent(statusCode);
        expect([taxId, section, Object.keys(data).length > 0, v1[v1Name(section)] !== null]).toEqual([taxId, section, whole, whole]);
      }
    }
  });

  it('meet every kind of fault in this test', async () => {
    const met = await troublesMet(system, troubles);
    for (const [kind, count] of Object.entries(met)) expect([kind, count > 0]).toEqual([kind, true]);
    const tasks = profiles.flatMap((profile) =>
      Object.entries(profile.tasks).map(([source, task]) => ({ source, taxId: profile.taxId, ...task })),
    );
    const ends = new Set(tasks.map(({ failure, state }) => failure ?? state));
    expect([...ends]).toEqual(expect.arrayContaining(['data', 'empty', 'not_contracted', 'source_error', 'malformed', 'rate_limited']));
    // On a slow machine the deadline of a task comes before the last of its attempts times out.
    expect(ends.has('timeout') || ends.has('deadline')).toBe(true);
    const recovered = tasks.filter(({ state, attempts }) => attempts > 1 && (state === 'data' || state === 'empty'));
    expect(recovered.length).toBeGreaterThan(0);
    const untroubled = tasks.filter(({ source, taxId }) => !troubleOf.has(`${source} ${taxId}`));
    expect(untroubled.filter(({ state }) => state !== 'failed').length).toBeGreaterThan(untroubled.length / 10);
    expect(new Set(profiles.map(({ estado }) => estado))).toEqual(new Set(['succeeded', 'partial', 'failed']));
  });
});

async function loadAll(client: ApiClient, batch: readonly string[]): Promise<Answer> {
  const headers = await client.authorization();
  return client.call('POST', '/v2/perfiles/cargar-masivo', { body: { taxIds: batch, docType: 'RUC' }, headers });
}

function endsFor(trouble: Trouble | undefined): string[] {
  const answered = ['data', 'empty'];
  if (!trouble) return [...answered, ...collateral];
  const own = failureOf[trouble.outcome] ?? 'not_contracted';
  return trouble.times === undefined ? [own, ...collateral] : [own, ...answered, ...collateral];
}
