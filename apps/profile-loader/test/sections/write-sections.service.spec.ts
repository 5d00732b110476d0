import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emptyFragments, sections, type Document, type FinanzasSectionV1 } from '@vigia/contracts';
import { openDatabase, type Database } from '@vigia/database';
import { createTestDatabase, freshRuc, type TestDatabase } from '@vigia/testing';
import type { SourceAnswer } from '../../src/domain/source-answer.js';
import type { CreditReports } from '../../src/sources/deuda_financiera/deuda_financiera.js';
import { renewSections } from '../../src/summary/renew-sections.js';
import { writeSections } from '../../src/summary/write-sections.js';

const place = sections.indexOf('finanzas') + 1;
const stored = emptyFragments('SH20');

/** Reports with the same debts and the same longest delay; only the delay of the smaller debt differs, or the larger debt. */
const reported = (days: number, saldo = 900): CreditReports => ({
  reportes: [
    {
      fecha_reporte: '20260331',
      sal_nor: 100,
      sal_cpp: 0,
      sal_def: 0,
      sal_dud: 0,
      sal_per: 0,
      saldos: [
        { cuenta: '14150100000000', dias_vencidos: 200, saldo },
        { cuenta: '14150200000000', dias_vencidos: days, saldo: 50 },
      ],
    },
  ],
});

describe('a section', () => {
  let server: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    server = await createTestDatabase();
    database = await openDatabase({ url: server.url, service: 'profile-loader' });
  });
  afterAll(async () => {
    await database?.close();
    await server?.drop();
  });

  const write = (document: Document, told: SourceAnswer) =>
    database.transaction(async (tx) =>
      writeSections(tx, document, await renewSections(tx, document, [{ source: 'deuda_financiera', answer: told }], () => false)),
    );
  const answer = (document: Document, days: number, saldo?: number) =>
    write(document, { outcome: 'data', data: reported(days, saldo), sourceVersion: 'sbs', observedAt: '2026-04-10T12:00:00Z' });

  const bandsIn = (fragment: string) => {
    const { finanzas } = JSON.parse(`{${fragment}}`) as { finanzas: FinanzasSectionV1 };
    return finanzas.variaciones_financieras.map(({ monto_ultimo_periodo }) => monto_ultimo_periodo);
  };

  async function store({ v1, v2 }: typeof stored): Promise<Document> {
    const taxId = freshRuc();
    await server.query(
      `INSERT INTO profiles.profile (doc_type, tax_id, failed_sources, fragments_v1, fragments_v2, load_id) VALUES ('RUC', $1, '{}', $2, $3, gen_random_uuid())`,
      [taxId, v1, v2],
    );
    return { docType: 'RUC', taxId };
  }

  it('is rewritten when only its v1 content changes, without a change of fields, but not when it repeats', async () => {
    const document = await store(stored);
    const shown = async () => {
      const [row] = await server.query<{ v1: string; v2: string; revision: string }>(
        'SELECT fragments_v1[$2] AS v1, fragments_v2[$2] AS v2, revision FROM profiles.profile WHERE tax_id = $1',
        [document.taxId, place],
      );
      return row!;
    };
    await answer(document, 10);
    const before = await shown();
    expect(bandsIn(before.v1)).toEqual([0, 50, 0, 0, 900]);
    await answer(document, 90);
    const after = await shown();
    expect(after.v2).toBe(before.v2);
    expect(bandsIn(after.v1)).toEqual([0, 0, 0, 50, 900]);
    await answer(document, 90);
    expect(await shown()).toEqual(after);
    expect(await server.query('SELECT field FROM profiles.section_change WHERE tax_id = $1', [document.taxId])).toEqual([]);
  });

  it('is compared with its last content, although the source was not contracted in between', async () => {
    const document = await store(stored);
    const changed = () =>
      server.query<{ before_until: Date | null }>('SELECT DISTINCT before_until FROM profiles.section_change WHERE tax_id = $1', [
        document.taxId,
      ]);
    await answer(document, 10);
    await write(document, { outcome: 'not_contracted' });
    await answer(document, 10);
    expect(await changed()).toEqual([]);
    await write(document, { outcome: 'not_contracted' });
    await answer(document, 10, 700);
    const versions = await server.query<{ hasContent: boolean; from: Date }>(
      `SELECT fragment_v2 LIKE '%"SH10"%' AS "hasContent", date_trunc('milliseconds', valid_from) AS from FROM profiles.section_version
       WHERE tax_id = $1 ORDER BY valid_from`,
      [document.taxId],
    );
    expect(versions.map(({ hasContent }) => hasContent)).toEqual([true, false, true, false, true]);
    expect(await changed()).toEqual([{ before_until: versions[3]!.from }]);
    await server.query('DELETE FROM profiles.section_change WHERE tax_id = $1', [document.taxId]);
    await answer(document, 10, 500);
    expect(await changed()).toEqual([{ before_until: null }]);
  });

  it('added since the profile was stored takes its place, and the other sections keep theirs', async () => {
    const document = await store({ v1: stored.v1.slice(0, place - 1), v2: stored.v2.slice(0, place - 1) });
    await answer(document, 10);
    const [shown] = await server.query<typeof stored>(
      'SELECT fragments_v1 AS v1, fragments_v2 AS v2 FROM profiles.profile WHERE tax_id = $1',
      [document.taxId],
    );
    expect(bandsIn(shown!.v1[place - 1]!)).toEqual([0, 50, 0, 0, 900]);
    for (const version of ['v1', 'v2'] as const)
      expect(shown![version].toSpliced(place - 1, 1)).toEqual(stored[version].toSpliced(place - 1, 1));
  });
});
