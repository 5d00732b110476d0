import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSession, type Session } from '@vigia/database';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { KeptNotes } from '../src/importing/kept-notes.js';
import { knownPersons, limitScope } from '../src/importing/persons.js';

describe('the persons with a profile', () => {
  let database: TestDatabase;
  let session: Session;

  beforeAll(async () => {
    database = await createTestDatabase();
    session = await openSession({ url: database.url, service: 'data-importer' });
    await database.query(
      `INSERT INTO profiles.profile (doc_type, tax_id, estado, failed_sources, fragments_v1, fragments_v2, load_id)
       SELECT doc_type, tax_id, 'succeeded', '{}', '{}', '{}', gen_random_uuid()
       FROM (VALUES ('DNI', '20100001'), ('CE', '20100001'), ('DNI', '99990002'), ('CE', '000000003'), ('RUC', '10999900031'), ('RUC', '15999900047'),
         ('RUC', '20990000019'), ('RUC', '20990000027')) AS known (doc_type, tax_id)`,
    );
  });

  afterAll(async () => {
    await session?.close();
    await database?.drop();
  });

  it('are read in pages, without companies', async () => {
    const pages: number[] = [];
    const watched: Pick<Session, 'rows'> = {
      async rows<Row extends object>(text: string, params?: unknown[]) {
        const rows = await session.rows<Row>(text, params);
        pages.push(rows.length);
        return rows;
      },
    };
    const known = await knownPersons(watched, 3);
    expect(['10201000014', '10999900025', '10999900031', '15999900047'].filter((ruc) => !known.hasRuc(ruc))).toEqual([]);
    expect(known.hasRuc('20990000019')).toBe(false);
    expect(pages).toEqual([3, 1, 0]);
  });

  it('are taken by their RUC, or by their DNI in a RUC that begins with 10', async () => {
    const notes = new KeptNotes(() => undefined);
    await limitScope({ session, scope: 'known' }, notes);
    const rucs = ['10999900025', '10999900031', '15999900047', '15999900020', '16999900023', '17999900026'];
    expect(rucs.filter((ruc) => notes.takes!(ruc))).toEqual(['10999900025', '10999900031', '15999900047']);
  });
});
