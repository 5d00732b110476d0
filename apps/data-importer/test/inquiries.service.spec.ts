import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { limaDay } from '@vigia/contracts';
import { waitUntil, withinLockPatience } from '@vigia/testing';
import { fromBufferPromise } from 'yauzl';
import { answersOf } from './running/consulta-multiple.js';
import { companies } from './running/padron.js';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const dataset = 'consulta_multiple';

describe('the next file of an inquiry', () => {
  let importer: RunningImporter;
  let today: string;

  beforeAll(async () => {
    importer = await startImporter();
  });

  /** No test goes on past midnight in Lima. */
  beforeEach(async () => {
    today = await waitUntil(() => limaDay(new Date(Date.now() + 60_000)) === limaDay(new Date()) && limaDay(new Date()), {
      what: 'a minute is left of the day, or the next day has begun',
    });
  });

  afterEach(() =>
    importer.database.query(
      'DELETE FROM registry.inquiry; DELETE FROM registry.current; DELETE FROM profiles.profile; DELETE FROM profiles.load',
    ),
  );
  afterAll(() => importer?.stop());

  const daysAgo = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
  const profiles = (documents: string[], docType = 'RUC') =>
    importer.database.query(
      `WITH loads AS (
         INSERT INTO profiles.load (id, doc_type, tax_id, state, estado, failed_sources, correlation_id, opened_at, deadline_at, closed_at)
         SELECT gen_random_uuid(), $2, tax_id, 'closed', 'succeeded', '{}', 'prueba', now(), now(), now() FROM unnest($1::text[]) AS tax_id
         RETURNING id, tax_id)
       INSERT INTO profiles.profile (doc_type, tax_id, estado, failed_sources, fragments_v1, fragments_v2, load_id)
       SELECT $2, tax_id, 'succeeded', '{}', '{}', '{}', id FROM loads`,
      [documents, docType],
    );
  const askedAbout = (ruc: string, days: number) =>
    importer.database.query(`INSERT INTO registry.inquiry (ruc, asked_at) VALUES ($1, now() - $2 * interval '1 day')`, [ruc, days]);
  const answered = async (days: number, ...rucs: string[]) => {
    const file = importer.file('RM1.txt', answersOf(...rucs));
    expect(await importer.bringIn(dataset, file, { publishedOn: daysAgo(days) })).toMatchObject({
      state: 'current',
      rows: expect.any(Number),
    });
  };
  const next = () => importer.ask('datasets.inquiry', { dataset, actor: 'prueba' });
  const textIn = async (zip: string) => {
    const archive = await fromBufferPromise(Buffer.from(zip, 'base64'));
    const found: [name: string, text: string][] = [];
    for await (const entry of archive.eachEntry()) {
      let text = '';
      for await (const chunk of await archive.openReadStreamPromise(entry)) text += String(chunk);
      found.push([entry.fileName, text]);
    }
    expect(found).toHaveLength(1);
    return found[0]!;
  };
  const rucsIn = async ({ zip }: { zip: string }) => (await textIn(zip))[1].split('\r\n').slice(0, -1);

  it('names a hundred taxpayers with a profile, the file after it the others, until nobody is left', async () => {
    const known = companies(130);
    await profiles(known);
    await profiles(['40000001'], 'DNI');
    const first = await next();
    expect(first).toMatchObject({
      file: `ruc-${today}-1.zip`,
      taxpayers: 100,
      waiting: 30,
      uploadAddress: expect.stringMatching(/^https:/),
    });
    expect(await textIn(first.zip)).toEqual([
      `ruc-${today}-1.txt`,
      known
        .slice(0, 100)
        .map((ruc) => `${ruc}\r\n`)
        .join(''),
    ]);
    const second = await next();
    expect(second).toMatchObject({ file: `ruc-${today}-2.zip`, taxpayers: 30, waiting: 0 });
    expect(await rucsIn(second)).toEqual(known.slice(100));
    await expect(next()).rejects.toMatchObject({ code: 'nobody_to_ask', status: 409 });
    const askers = 'SELECT asked_by, count(*)::int AS taxpayers FROM registry.inquiry GROUP BY asked_by';
    expect(await importer.database.query(askers)).toEqual([{ asked_by: 'prueba', taxpayers: 130 }]);
  });

  it('begins with taxpayers never asked about, then follows the age of the last answer or question', async () => {
    const [unanswered, before, new1, later, new2] = companies(5) as [string, string, string, string, string];
    await profiles([unanswered, before, new1, later, new2]);
    await answered(60, before);
    await answered(40, later);
    await askedAbout(unanswered, 50);
    await askedAbout(later, 55);
    expect(await rucsIn(await next())).toEqual([new1, new2, before, unanswered, later]);
  });

  it('leaves out only taxpayers whose own answer is younger than thirty days', async () => {
    const [old, month, young, unknown] = companies(4) as [string, string, string, string];
    await profiles([old, month, young]);
    await answered(31, old);
    await answered(30, month);
    await answered(29, young, unknown);
    const inquiry = await next();
    expect([await rucsIn(inquiry), inquiry.waiting]).toEqual([[old, month], 0]);
  });

  it('repeats a number without an answer after a week', async () => {
    const [week, days] = companies(2) as [string, string];
    await profiles([week, days]);
    await askedAbout(week, 7);
    await askedAbout(days, 6);
    expect(await rucsIn(await next())).toEqual([week]);
    await expect(next()).rejects.toMatchObject({ code: 'nobody_to_ask' });
  });

  it('shares no taxpayer with a file that is made at the same time', async () => {
    const known = companies(130);
    await profiles(known);
    const files = await Promise.all([withinLockPatience(next), withinLockPatience(next)]);
    expect(new Set(files.map(({ taxpayers }) => taxpayers))).toEqual(new Set([100, 30]));
    expect((await Promise.all(files.map(rucsIn))).flat().toSorted()).toEqual(known.toSorted());
    expect(files.map(({ file }) => file).toSorted()).toEqual([`ruc-${today}-1.zip`, `ruc-${today}-2.zip`]);
  });

  it('is refused for another data set', async () => {
    const inquiryOf = (name: string) => importer.ask('datasets.inquiry', { dataset: name, actor: 'prueba' });
    await expect(inquiryOf('padron_reducido')).rejects.toMatchObject({ code: 'conflict' });
    await expect(inquiryOf('nadie')).rejects.toMatchObject({ code: 'not_found' });
  });
});
