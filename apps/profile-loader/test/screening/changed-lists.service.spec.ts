import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rucOfDni } from '@vigia/contracts';
import { openDatabase, type Database } from '@vigia/database';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import type { Subject } from '../../src/screening/domain/subjects.js';
import { Lists } from '../../src/screening/lists/lists.js';
import { changedPart } from '../../src/screening/rescreening/changed-part.js';
import { compareNext } from '../../src/screening/rescreening/compare-subjects.js';
import { beginDue, endFinished, nextFree, take } from '../../src/screening/rescreening/rescreenings.js';
import { screenProfile, type Screened } from '../../src/screening/screen-profile.js';
import { retireList, rollBack, switchList, type Planted } from './planted-list.js';

const today = '2026-11-23';
const people = 60;
const rounds = 12;

/** Few words, so that many names are similar. */
const words = ['ECHENIQUE', 'LLERENA', 'NICANOR', 'OFELIA', 'QUEVEDO', 'URIARTE', 'MACARIO', 'VELARDE', 'TERRONES', 'URBANO'];

describe('a changed list', () => {
  let server: TestDatabase;
  let database: Database;
  let lists: Lists;
  let random: () => number;

  beforeAll(async () => {
    server = await createTestDatabase();
    database = await openDatabase({ url: server.url, service: 'profile-loader', lockTimeout: 60_000 });
    lists = new Lists(database);
    random = randomFrom(7);
  });

  afterAll(async () => {
    await database?.close();
    await server?.drop();
  });

  const below = (most: number) => Math.floor(random() * most);
  const someName = () => Array.from({ length: 2 + below(2) }, () => words[below(words.length)]).join(' ');
  const dni = (number: number) => String(99_990_000 + number);
  const entity = (id: string): Planted => ({
    id,
    names: Array.from({ length: 1 + below(2) }, (_, i) => ({ name: someName(), weak: i > 0 && below(2) === 0, order: 'unknown' })),
    ...(below(4) === 0 && { documents: [{ type: 'DNI', number: dni(below(people * 2)) }] }),
    ...(below(3) === 0 && { births: [{ day: `19${50 + below(40)}-01-01` }] }),
    ...(below(6) === 0 && { until: below(2) === 0 ? '2020-01-01' : '2099-01-01' }),
  });
  /** Some entries leave, some get other names, some change in a field that no comparison reads, some are new. */
  const changed = (before: readonly Planted[], round: number): Planted[] => [
    ...before.flatMap((one): Planted[] => {
      if (below(10) === 0) return [];
      if (below(10) === 0) return [entity(one.id)];
      return [below(10) === 0 ? { ...one, link: `https://example.com/${round}` } : one];
    }),
    ...Array.from({ length: below(4) }, (_, i) => entity(`N${round}-${i}`)),
  ];

  const subjects: Subject[] = [];
  const screened = async (subject: Subject): Promise<Screened> => screenProfile(await lists.current(), [subject], today);
  const told = ({ coincidencias }: Screened) => coincidencias.map(({ version: _, ...hit }) => JSON.stringify(hit)).toSorted();

  async function keep(position: number, answer: Screened): Promise<void> {
    await server.query(
      `INSERT INTO profiles.source_answer (doc_type, tax_id, source, outcome, answer, complete, source_version, observed_at, answered_at)
       VALUES ('DNI', $1, 'listas_compliance', 'data', $2, true, 'test', now(), now())
       ON CONFLICT (tax_id, doc_type, source) DO UPDATE SET answer = excluded.answer`,
      [dni(position), JSON.stringify(answer)],
    );
  }

  /** Compares to the end, as the loop does, and returns the affected profiles. */
  async function rescreen(): Promise<Set<string>> {
    await beginDue(database);
    for (let isMore = true; isMore;) {
      const next = await nextFree(database);
      const part = next && (await changedPart(database, lists, next, new AbortController().signal));
      if (part) await database.transaction(async (tx) => compareNext(tx, (await take(tx, next.id))!, part));
      isMore = next !== undefined;
    }
    const touched = await server.query<{ tax_id: string }>(
      `UPDATE profiles.rescreening_task SET closed_at = now() FROM profiles.rescreening WHERE rescreening = id AND ended_at IS NULL RETURNING tax_id`,
    );
    await endFinished(database);
    return new Set(touched.map(({ tax_id }) => tax_id));
  }

  it('is compared by its changes alone, with the same hits as a whole comparison', async () => {
    let entities = Array.from({ length: 40 }, (_, i) => entity(`E${i}`));
    let version = await switchList(server, 'un', 'un 0', entities);
    for (let i = 0; i < people; i += 1) {
      const documentos = [
        { tipo: 'DNI', numero: dni(i) },
        { tipo: 'RUC', numero: rucOfDni(dni(i)) },
      ];
      subjects.push({ sujeto: 'titular', nombre: someName(), documentos, nacimiento: `19${50 + below(40)}-01-01`, paises: ['PE'] });
      await server.query(
        `INSERT INTO profiles.screened_subject (tax_id, doc_type, position, role, name, documents) VALUES ($1, 'DNI', 0, 'titular', $2, $3)`,
        [dni(i), subjects[i]!.nombre, JSON.stringify(documentos)],
      );
    }
    const keptHits: string[][] = [];
    const screenAgain = async (i: number) => {
      const answer = await screened(subjects[i]!);
      keptHits[i] = told(answer);
      await keep(i, answer);
    };
    for (let i = 0; i < people; i += 1) await screenAgain(i);
    await rescreen();

    const shares: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const before = { entities, version };
      entities = changed(entities, round);
      version = await switchList(server, 'un', `un ${round}`, entities);
      // Some versions are replaced before anybody is compared, some are rolled back, with people screened in between.
      if (round % 3 === 0) {
        await beginDue(database);
        for (let i = 0; i < people; i += 7) await screenAgain(i);
        if (round % 6 === 0) await rollBack(server, 'un', version, before.version);
        else version = await switchList(server, 'un', `un ${round}b`, (entities = changed(entities, round + 100)));
        if (round % 6 === 0) ({ entities, version } = before);
      }
      const touched = await rescreen();
      shares.push(touched.size / people);
      for (const [i] of subjects.entries()) if (touched.has(dni(i))) await screenAgain(i);
      const whole = await Promise.all(subjects.map(async (subject) => told(await screened(subject))));
      expect({ round, hits: keptHits }).toEqual({ round, hits: whole });
    }
    // By the changes alone: not every round touches all profiles, and some round touches some.
    expect(Math.min(...shares)).toBeLessThan(0.6);
    expect(Math.max(...shares)).toBeGreaterThan(0);
    const modes = await server.query(
      'SELECT is_whole, count(*)::int AS all FROM profiles.rescreening WHERE NOT is_overtaken GROUP BY 1 ORDER BY 1',
    );
    expect(modes).toEqual([
      { is_whole: false, all: rounds },
      { is_whole: true, all: 1 },
    ]);
  });

  it('is compared once by several replicas, and not at all when nothing has changed', async () => {
    await beginDue(database);
    expect(await nextFree(database)).toBeUndefined();
    await switchList(server, 'un', 'un last', [entity('L1')]);
    const begun = await Promise.all(Array.from({ length: 4 }, () => beginDue(database)));
    expect(begun.flat()).toEqual([{ list: 'un', version: 'un last' }]);
  });

  it('is compared, whole or by its changes, although its version gets another label meanwhile', async () => {
    const [taxId, name] = [dni(people * 3), 'PALOMINO CCORI YOLANDA'];
    await server.query(
      `INSERT INTO profiles.screened_subject (tax_id, doc_type, position, role, name, documents) VALUES ($1, 'DNI', 0, 'titular', $2, '[]')`,
      [taxId, name],
    );
    for (const label of ['eu 1', 'eu 2']) {
      const version = await switchList(server, 'eu', label, [{ id: label, names: [{ name, order: 'unknown' }] }]);
      await beginDue(database);
      // As after an import that finds the same content with a newer day.
      await server.query(`UPDATE registry.version SET label = label || ' of a newer day' WHERE id = $1`, [version]);
      expect([label, [...(await rescreen())]]).toEqual([label, expect.arrayContaining([taxId])]);
    }
    const compared = await server.query(
      `SELECT version, is_whole FROM profiles.rescreening WHERE list = 'eu' AND ended_at IS NOT NULL AND NOT is_overtaken ORDER BY id`,
    );
    expect(compared).toEqual([
      { version: 'eu 1', is_whole: true },
      { version: 'eu 2', is_whole: false },
    ]);
  });

  it('is compared whole if it was retired and imported again before anybody was compared', async () => {
    await retireList(server, 'eu');
    expect(await beginDue(database)).toEqual([{ list: 'eu', version: 'eu retired' }]);
    await switchList(server, 'eu', 'eu 3', [entity('L2')]);
    expect(await beginDue(database)).toEqual([{ list: 'eu', version: 'eu 3' }]);
    expect(await nextFree(database)).toMatchObject({ version: 'eu 3', isWhole: true });
  });
});

/** The same numbers each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
