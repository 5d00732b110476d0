import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { answersOf } from './running/consulta-multiple.js';
import { companies } from './running/padron.js';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const dataset = 'consulta_multiple';
const [acme, andes] = companies(2) as [string, string];
let importer: RunningImporter;

beforeAll(async () => {
  importer = await startImporter();
});
afterAll(() => importer?.stop());

it('give whom they name their own day, also where they say the same again, and leave the others theirs', async () => {
  const bring = (publishedOn: string, ...rucs: string[]) =>
    importer.bringIn(dataset, importer.file(`RM${publishedOn}.txt`, answersOf(...rucs)), { publishedOn });
  const days = () =>
    importer.database.query(
      `SELECT document, coalesce(facts->>'publicado', published_on::text) AS day FROM registry.current_fact WHERE dataset = $1 ORDER BY 1`,
      [dataset],
    );
  expect(await bring('2026-09-01', acme)).toMatchObject({ state: 'current', rows: 1 });
  expect(await bring('2026-09-20', andes)).toMatchObject({ state: 'current', rows: 2 });
  expect(await days()).toEqual([
    { document: acme, day: '2026-09-01' },
    { document: andes, day: '2026-09-20' },
  ]);
  expect(await bring('2026-11-20', acme)).toMatchObject({ state: 'current', rows: 2, added: 0, removed: 0, changed: 0 });
  expect(await days()).toEqual([
    { document: acme, day: '2026-11-20' },
    { document: andes, day: '2026-09-20' },
  ]);
});
