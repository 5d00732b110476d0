import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emptyFragments, sections, type Document, type FinanzasSectionV1, type Section, type SourceName } from '@vigia/contracts';
import { openDatabase, type Database } from '@vigia/database';
import { createTestDatabase, freshRuc, type TestDatabase } from '@vigia/testing';
import type { SourceAnswer } from '../../src/domain/source-answer.js';
import type { CreditReports } from '../../src/sources/deuda_financiera/deuda_financiera.js';
import { keepAnswers } from '../../src/summary/keep-answers.js';
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

const data = (content: object): SourceAnswer => ({
  outcome: 'data',
  data: content,
  sourceVersion: 'sbs',
  observedAt: '2026-04-10T12:00:00Z',
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

  const write = (document: Document, told: Partial<Record<SourceName, SourceAnswer>>) =>
    database.transaction(async (tx) => {
      const answered = Object.entries(told).map(([source, answer]) => ({ source: source as SourceName, answer }));
      keepAnswers(tx, document, answered, { loadId: randomUUID(), intervals: '{}' });
      await writeSections(tx, document, await renewSections(tx, document, answered, () => false));
    });
  const answer = (document: Document, days: number, saldo?: number) => write(document, { deuda_financiera: data(reported(days, saldo)) });
  const changesOf = (document: Document) =>
    server.query<{ field: string }>(
      'SELECT field, before, after, before_until AS "beforeUntil" FROM profiles.section_change WHERE tax_id = $1 ORDER BY id',
      [document.taxId],
    );

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
    await write(document, { deuda_financiera: { outcome: 'not_contracted' } });
    await answer(document, 10);
    expect(await changed()).toEqual([]);
    await write(document, { deuda_financiera: { outcome: 'not_contracted' } });
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

  it('has the version that was written last as its newest, also if the clock was set back', async () => {
    const document = await store(stored);
    await answer(document, 10);
    await server.query(`UPDATE profiles.section_version SET valid_from = valid_from + interval '1 hour' WHERE tax_id = $1`, [
      document.taxId,
    ]);
    await answer(document, 10, 700);
    await answer(document, 10, 700);
    const versions = await server.query<{ debt: number; isLater: boolean }>(
      `SELECT (('{' || fragment_v2 || '}')::jsonb #>> '{finanzas,data,situacion,actual,vencida}')::int AS debt, valid_from > now() AS "isLater"
       FROM profiles.section_version WHERE tax_id = $1 AND section = 'finanzas' ORDER BY valid_from`,
      [document.taxId],
    );
    expect(versions).toEqual([
      { debt: 950, isLater: true },
      { debt: 750, isLater: true },
    ]);
    const fields = (await changesOf(document)).map(({ field }) => field);
    expect(fields).toEqual([...new Set(fields)]);
    expect(fields).toContain('situacion.actual.vencida');
  });

  const bulletin = (listado: boolean) => data({ listado, procedimiento: null });

  it('is not compared with what a source had not said yet when it is first read', async () => {
    const document = await store(stored);
    const late: SourceAnswer = { outcome: 'failed', reason: 'timeout' };
    await write(document, { morosos_judiciales: data({ registros: [] }), edictos_judiciales: late, boletin_concursal: late });
    await write(document, { edictos_judiciales: data({ edictos: [{ fecha: '15/03/2026' }] }), boletin_concursal: bulletin(true) });
    expect(await changesOf(document)).toEqual([]);
  });

  it('is compared with the first answer of a source, although the content has stayed the same since before it', async () => {
    const document = await store(stored);
    await write(document, { morosos_judiciales: data({ registros: [] }), boletin_concursal: { outcome: 'failed', reason: 'timeout' } });
    await write(document, { boletin_concursal: bulletin(false) });
    expect(await changesOf(document)).toEqual([]);
    await write(document, { boletin_concursal: bulletin(true) });
    expect(await changesOf(document)).toEqual([{ field: 'boletin_concursal', before: false, after: true, beforeUntil: null }]);
  });

  it('is compared with the last answer of each source, although one of them was not contracted in between', async () => {
    const document = await store(stored);
    const owed = (monto: number) => data({ deudas: [{ periodo: '2026-03', monto }] });
    const titles = (...amounts: number[]) =>
      data({ titulos: amounts.map((monto) => ({ fecha: '15/03/2026', monto, moneda: 'PEN', fecha_regularizacion: null })) });
    await write(document, { deuda_vencida: owed(1_200.5), protestos: titles(40) });
    await write(document, { deuda_vencida: { outcome: 'not_contracted' } });
    await write(document, { deuda_vencida: owed(1_200.5) });
    expect(await changesOf(document)).toEqual([]);
    await write(document, { deuda_vencida: { outcome: 'not_contracted' } });
    await write(document, { deuda_vencida: owed(900), protestos: titles(70) });
    const [, , , lost] = await server.query<{ from: Date }>(
      `SELECT date_trunc('milliseconds', valid_from) AS from FROM profiles.section_version WHERE tax_id = $1 ORDER BY valid_from`,
      [document.taxId],
    );
    expect((await changesOf(document)).filter(({ field }) => field.endsWith('.monto_ultimo_periodo'))).toEqual([
      { field: 'deudas_boletin[Documentos protestados].monto_ultimo_periodo', before: 40, after: 70, beforeUntil: null },
      { field: 'deudas_boletin[Deuda vencida].monto_ultimo_periodo', before: 1_200.5, after: 900, beforeUntil: lost!.from },
    ]);
  });

  const textsOf = async ({ taxId }: Document) => {
    const [row] = await server.query<{ v1: string[]; v2: string[]; revision: string }>(
      'SELECT fragments_v1 AS v1, fragments_v2 AS v2, revision FROM profiles.profile WHERE tax_id = $1',
      [taxId],
    );
    return row!;
  };

  it.each([0, 1])('that the profile lacks takes its place after %d others, and what it lacks behind that stays missing', async (length) => {
    const document = await store({ v1: stored.v1.slice(0, length), v2: stored.v2.slice(0, length) });
    await answer(document, 10);
    const shown = await textsOf(document);
    expect(bandsIn(shown.v1[place - 1]!)).toEqual([0, 50, 0, 0, 900]);
    for (const version of ['v1', 'v2'] as const)
      expect(shown[version].toSpliced(place - 1, 1)).toEqual(stored[version].slice(0, place - 1));
  });

  it('that v1 does not show has no text for it, and does not change the profile when it repeats', async () => {
    const added = 'seccion_de_prueba' as Section;
    const document = await store(stored);
    const given = { section: added, statusCode: 'SH10', v2: { multas: 2 }, provenance: [] };
    const all = sections as readonly Section[] as Section[];
    try {
      all.push(added);
      await database.transaction((tx) => writeSections(tx, document, [given]));
      const shown = await textsOf(document);
      expect(shown).toMatchObject({ v1: stored.v1, v2: [...stored.v2, '"seccion_de_prueba":{"statusCode":"SH10","data":{"multas":2}}'] });
      await database.transaction((tx) => writeSections(tx, document, [given]));
      expect(await textsOf(document)).toEqual(shown);
    } finally {
      all.pop();
    }
    const kept = await server.query('SELECT section, fragment_v1 FROM profiles.section_version WHERE tax_id = $1', [document.taxId]);
    expect(kept).toEqual([{ section: added, fragment_v1: null }]);
  });
});
