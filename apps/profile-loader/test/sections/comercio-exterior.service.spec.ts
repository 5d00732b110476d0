import { describe, expect, it } from '@jest/globals';
import {
  comercioExteriorSection,
  comercioExteriorSectionV1,
  type ComercioExteriorSection,
  type ComercioExteriorSectionV1,
  type Document,
  type SourceName,
} from '@vigia/contracts';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { monthsBefore } from '../../src/domain/periods.js';
import { comercio_exterior } from '../../src/sections/comercio-exterior.js';
import { exportaciones, type ExportReport } from '../../src/sources/exportaciones/exportaciones.js';
import { importaciones, type ImportReport } from '../../src/sources/importaciones/importaciones.js';
import { fixturesOf } from '../sources/fixtures-of.js';
import { inCents } from './arbitrary-debts.js';
import { customsReports } from './arbitrary-trade.js';
import { simulatedAnswers } from './simulated-answers.js';

const contract = Compile(comercioExteriorSection);
const contractV1 = Compile(comercioExteriorSectionV1);
const someone: Document = { docType: 'RUC', taxId: '20990000213' };

const answerOf = (source: SourceName, file: string) => fixturesOf(source).find((fixture) => fixture.file === file)!.answer;
const imported = answerOf('importaciones', 'ruc.json') as ImportReport;
const pending = answerOf('importaciones', 'ruc-pending.json') as ImportReport;
const exported = answerOf('exportaciones', 'ruc-without-exchange-rate.json') as ExportReport;

type Answers = Parameters<typeof comercio_exterior.v2>[0];
const v2 = (answers: Answers) => comercio_exterior.v2(answers, someone) as ComercioExteriorSection;
const v1 = (answers: Answers) => comercio_exterior.v1!(answers, someone) as ComercioExteriorSectionV1;
const windowsOf = (raw: ImportReport) => v2({ importaciones: raw }).resumen[0]!.ventanas;
const linesIn = (raw: ImportReport, desde: string, hasta: string) =>
  raw.operaciones.filter(({ periodo }) => desde <= periodo && periodo <= hasta);

describe('comercio_exterior', () => {
  it('has every field in the order of the contract, in both versions', () => {
    const answers = { importaciones: imported, exportaciones: exported };
    expect(contract.Errors(v2(answers))).toEqual([]);
    expect(contractV1.Errors(v1(answers))).toEqual([]);
    expect(Object.keys(v2(answers))).toEqual(Object.keys(comercioExteriorSection.properties));
    expect(Object.keys(v1(answers))).toEqual(Object.keys(comercioExteriorSectionV1.properties));
    expect(v1(answers).resumen).toMatchObject([
      { tipo: 'Importaciones', monto_ultimo_periodo: 6131.25 },
      { tipo: 'Exportaciones', monto_ultimo_periodo: 2590 },
    ]);
    expect(v2(answers)).toMatchObject({
      es_importador: true,
      es_exportador: true,
      pendiente_de_calculo: false,
      corte_publicacion: { importaciones: '2026-10', exportaciones: '2026-10' },
      resumen: [
        { tipo: 'Importaciones', valor: 'CIF' },
        { tipo: 'Exportaciones', valor: 'FOB' },
      ],
    });
  });

  it('has null for a source that was never read, and keeps the other one complete', () => {
    const onlyImports = v2({ importaciones: imported });
    expect(onlyImports).toMatchObject({ es_importador: true, es_exportador: null, pendiente_de_calculo: false });
    expect(onlyImports.corte_publicacion).toEqual({ importaciones: '2026-10', exportaciones: null });
    expect(onlyImports.resumen.map(({ ventanas }) => ventanas.length)).toEqual([3, 0]);
    expect(v2({})).toMatchObject({ es_importador: null, es_exportador: null, pendiente_de_calculo: false });
    for (const answers of [{}, { importaciones: imported }, { exportaciones: exported }]) {
      expect(contract.Errors(v2(answers))).toEqual([]);
      expect(contractV1.Errors(v1(answers))).toEqual([]);
    }
  });

  it('denies activity only when every current month is published, and affirms it from one operation', () => {
    const [current, older] = [0, 12].map((first) => Array.from({ length: 12 }, (_, i) => monthsBefore('2026-10', first + i)));
    const latest = imported.operaciones.filter(({ periodo }) => periodo === '2026-10');
    const isImporter = (meses_publicados: string[], operaciones: ImportReport['operaciones'] = []) =>
      v2({ importaciones: { ...imported, meses_publicados, operaciones } }).es_importador;
    expect([isImporter(current!), isImporter(current!.slice(0, 11)), isImporter(older!)]).toEqual([false, null, null]);
    expect(isImporter(current!.slice(0, 11), latest)).toBe(true);
  });

  it('does not deny activity where a line of a current month could not be read', () => {
    const meses_publicados = Array.from({ length: 24 }, (_, i) => monthsBefore('2026-10', i));
    const latest = imported.operaciones.filter(({ periodo }) => periodo === '2026-10');
    const isImporter = (month: number, operaciones: ImportReport['operaciones'] = []) =>
      v2({ importaciones: { ...imported, meses_publicados, meses_incompletos: [monthsBefore('2026-10', month)], operaciones } })
        .es_importador;
    expect([isImporter(0), isImporter(11), isImporter(12), isImporter(0, latest)]).toEqual([null, null, false, true]);
  });

  it('shows neither direction while one of them is not computed', () => {
    const section = v2({ importaciones: pending, exportaciones: exported });
    expect(section).toMatchObject({ es_importador: null, es_exportador: null, pendiente_de_calculo: true });
    expect(section.resumen).toMatchObject([
      { ventanas: [], principal_partida: null },
      { ventanas: [], principal_partida: null },
    ]);
    expect(contract.Errors(section)).toEqual([]);
    expect([importaciones.isComplete(pending), importaciones.isComplete(imported), exportaciones.isComplete(exported)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('shows no amounts of a pending answer, although it has a cut', () => {
    const answers = { importaciones: { ...imported, pendiente_de_calculo: true } };
    expect(v2(answers)).toMatchObject({ es_importador: null, corte_publicacion: { importaciones: '2026-10' } });
    expect(v1(answers).resumen[0]).toMatchObject({ monto_ultimo_periodo: null, fecha_ultimo_periodo: null });
  });

  it('takes the first by code of equal countries and headings, in any order', () => {
    const [operation] = exported.operaciones as [ExportReport['operaciones'][number]];
    const equals = ['NL', 'BR', 'CN'].map((pais, i) => ({ ...operation, periodo: '2026-10', pais, partida: `100850900${2 - i}` }));
    for (const operaciones of [equals, equals.toReversed()]) {
      const { ventanas, principal_partida } = v2({ exportaciones: { ...exported, operaciones } }).resumen[1]!;
      expect(ventanas[0]).toMatchObject({ principal_pais: 'BR', participacion_principal_pais: 33.33 });
      expect(principal_partida).toMatchObject({ codigo: '1008509000', participacion: 33.33 });
    }
  });

  it('gives 0 and not -0 for a change that rounds to zero', () => {
    const [operation] = exported.operaciones as [ExportReport['operaciones'][number]];
    const traded = (periodo: string, fob_usd: number) => ({ ...operation, periodo, fob_usd });
    const change = (then: number, now: number) =>
      v2({ exportaciones: { ...exported, operaciones: [traded('2025-10', then), traded('2026-10', now)], tipos_cambio: evenRates } })
        .resumen[1]!.ventanas[0]!.variacion_porcentaje;
    const evenRates = ['2025-10', '2026-10'].map((periodo) => ({ periodo, promedio: 3.5 }));
    expect(change(1_000_000, 1_000_000.01)).toBe(0);
    expect(change(1_000_000.01, 1_000_000)).toBe(0);
    expect(change(1_000_000, 999_000)).toBe(-0.1);
  });

  it.each([
    ['an operation without its insurance', { operaciones: [{ ...imported.operaciones[0], seguro_usd: undefined }] }],
    ['an operation in another calendar', { operaciones: [{ ...imported.operaciones[0], periodo: '10/2026' }] }],
    ['an invalid heading', { operaciones: [{ ...imported.operaciones[0], partida: 'TRIGO' }] }],
    ['a dollar that costs nothing', { tipos_cambio: [{ periodo: '2026-10', promedio: 0 }] }],
    ['no exchange rates', { tipos_cambio: undefined }],
    ['a cut that is not a month', { corte: '2026-13' }],
    ['no field for being pending', { pendiente_de_calculo: undefined }],
  ])('refuses an answer with %s', (_what, change) => {
    expect(importaciones.accepts({ ...imported, ...change })).toBe(false);
  });
});

describe('any customs report', () => {
  it('gives three windows of twelve months that end at the cut', () => {
    fc.assert(
      fc.property(customsReports, (raw) => {
        expect(windowsOf(raw).map(({ ventana, desde, hasta }) => [ventana, desde, hasta])).toEqual([
          [1, '2025-11', '2026-10'],
          [2, '2024-11', '2025-10'],
          [3, '2023-11', '2024-10'],
        ]);
      }),
    );
  });

  it('is converted month by month, to the cent, or not at all', () => {
    fc.assert(
      fc.property(customsReports, (raw) => {
        const rates = new Map(raw.tipos_cambio.map(({ periodo, promedio }) => [periodo, promedio]));
        for (const { desde, hasta, monto_soles, numero_operaciones } of windowsOf(raw)) {
          const lines = linesIn(raw, desde, hasta);
          const cif = ({ fob_usd, flete_usd, seguro_usd }: (typeof lines)[number]) =>
            inCents(fob_usd) + inCents(flete_usd) + inCents(seguro_usd);
          expect(numero_operaciones).toBe(lines.reduce((sum, { declaraciones }) => sum + declaraciones, 0));
          const needsMissingRate = lines.some((line) => cif(line) > 0n && rates.get(line.periodo) === null);
          expect(monto_soles === null).toBe(needsMissingRate);
          if (monto_soles === null) continue;
          const inTenThousandths = (rate: number | null) => BigInt(Math.round((rate ?? 0) * 10_000));
          const exact = lines.reduce((sum, line) => sum + cif(line) * inTenThousandths(rates.get(line.periodo)!), 0n);
          const off = inCents(monto_soles) * 10_000n - exact;
          expect(off <= 5_000n && off >= -5_000n).toBe(true);
        }
      }),
    );
  });

  it('has a variation wherever there is a base, and never on the oldest window', () => {
    fc.assert(
      fc.property(customsReports, (raw) => {
        const windows = windowsOf(raw);
        expect(windows[2]!.variacion_porcentaje).toBeNull();
        windows.slice(0, 2).forEach(({ monto_soles: amount, variacion_porcentaje }, i) => {
          const base = windows[i + 1]!.monto_soles;
          const expected = amount === null || !base ? null : (amount / base - 1) * 100;
          expect(variacion_porcentaje === null).toBe(expected === null);
          const off = Math.abs((variacion_porcentaje ?? 0) - (expected ?? 0));
          expect(off).toBeLessThanOrEqual(0.006 + Math.abs(expected ?? 0) * 1e-9);
        });
      }),
    );
  });

  it('names as main country and heading one that no other exceeds', () => {
    fc.assert(
      fc.property(customsReports, (raw) => {
        const { ventanas, principal_partida } = v2({ exportaciones: raw }).resumen[1]!;
        const shareOf = (lines: ImportReport['operaciones'], is: (line: (typeof lines)[number]) => boolean) => {
          const sum = (some: typeof lines) => some.reduce((cents, { fob_usd }) => cents + inCents(fob_usd), 0n);
          return (Number(sum(lines.filter(is))) / Number(sum(lines))) * 100;
        };
        for (const { desde, hasta, principal_pais, participacion_principal_pais } of ventanas) {
          const lines = linesIn(raw, desde, hasta);
          expect(principal_pais === null).toBe(lines.every(({ fob_usd }) => fob_usd === 0));
          expect(participacion_principal_pais === null).toBe(principal_pais === null);
          if (principal_pais === null) continue;
          const shares = ['CN', 'US', 'BR'].map((country) => shareOf(lines, ({ pais }) => pais === country));
          expect(participacion_principal_pais).toBeCloseTo(Math.max(...shares), 1);
          expect(participacion_principal_pais).toBeCloseTo(
            shareOf(lines, ({ pais }) => pais === principal_pais),
            1,
          );
        }
        expect(principal_partida === null).toBe(ventanas[0]!.principal_pais === null);
        if (!principal_partida) return;
        const lines = linesIn(raw, ventanas[0]!.desde, ventanas[0]!.hasta);
        const wheat = shareOf(lines, ({ partida }) => partida === '1001190000');
        expect(principal_partida.participacion).toBeCloseTo(Math.max(wheat, 100 - wheat), 1);
        expect(principal_partida.codigo).toMatch(/^[0-9]{10}$/);
      }),
    );
  });

  it('is valid in both versions, whatever the order of its operations', () => {
    fc.assert(
      fc.property(customsReports, (raw) => {
        expect([importaciones.accepts(raw), exportaciones.accepts(raw)]).toEqual([true, true]);
        const answers = { importaciones: raw, exportaciones: raw };
        const [section, sectionV1] = [v2(answers), v1(answers)];
        expect(contract.Errors(section)).toEqual([]);
        expect(contractV1.Errors(sectionV1)).toEqual([]);
        expect(JSON.parse(JSON.stringify([section, sectionV1]))).toStrictEqual([section, sectionV1]);
        expect(section.es_importador).toBe(section.resumen[0]!.ventanas[0]!.numero_operaciones > 0);
        const reversed = { ...raw, operaciones: raw.operaciones.toReversed(), tipos_cambio: raw.tipos_cambio.toReversed() };
        expect(v2({ importaciones: reversed, exportaciones: reversed })).toEqual(section);
        expect(v1({ importaciones: reversed, exportaciones: reversed })).toEqual(sectionV1);
      }),
    );
  });
});

describe('the simulated sources of comercio_exterior', () => {
  it('give valid answers about every taxpayer', async () => {
    const told = await simulatedAnswers(['importaciones', 'exportaciones']);
    for (const { document, answers } of told) {
      const { importaciones: importReport, exportaciones: exportReport } = answers;
      expect(!importReport || importaciones.accepts(importReport)).toBe(true);
      expect(!exportReport || exportaciones.accepts(exportReport)).toBe(true);
      expect(contract.Errors(comercio_exterior.v2(answers, document))).toEqual([]);
      expect(contractV1.Errors(comercio_exterior.v1!(answers, document))).toEqual([]);
    }
    const sections = new Map(
      told.map(({ document, answers }) => [document.taxId, comercio_exterior.v2(answers, document) as ComercioExteriorSection]),
    );
    const trading = [...sections.values()].filter(({ es_importador, es_exportador }) => es_importador || es_exportador);
    expect(trading.length).toBeGreaterThan(10);
    expect(trading.length).toBeLessThan(100);
    expect(sections.get('20990000221')).toMatchObject({ pendiente_de_calculo: true, es_importador: null, es_exportador: null });
    const amounts = (taxId: string) =>
      sections.get(taxId)!.resumen.flatMap(({ ventanas }) => ventanas.map(({ monto_soles }) => monto_soles));
    expect(amounts('20990000213').every((amount) => amount !== null && amount > 0)).toBe(true);
    expect(amounts('20990000230')).toEqual([null, null, null, null, null, null]);
    expect(sections.get('SIM100000')).toMatchObject({ es_importador: null, corte_publicacion: { importaciones: null } });
  });
});
