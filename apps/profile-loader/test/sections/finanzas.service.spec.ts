import { describe, expect, it } from '@jest/globals';
import {
  finanzasSection,
  finanzasSectionV1,
  type Document,
  type FinanzasSection,
  type FinanzasSectionV1,
  type SourceName,
} from '@vigia/contracts';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { finanzas } from '../../src/sections/finanzas.js';
import { codeudores_avales, type DebtLinks } from '../../src/sources/codeudores_avales/codeudores_avales.js';
import { deuda_financiera, type CreditReports } from '../../src/sources/deuda_financiera/deuda_financiera.js';
import { fixturesOf } from '../sources/fixtures-of.js';
import { debtLinks, creditReports, inCents } from './arbitrary-debts.js';
import { simulatedAnswers } from './simulated-answers.js';

const contract = Compile(finanzasSection);
const contractV1 = Compile(finanzasSectionV1);
const someone: Document = { docType: 'RUC', taxId: '20990000043' };

const fixture = (source: SourceName, file: string) => fixturesOf(source).find((fixture) => fixture.file === file)!;
const debt = fixture('deuda_financiera', 'ruc.json').answer as CreditReports;
const distributionOnly = fixture('deuda_financiera', 'ce-distribution-only.json').answer as CreditReports;
const { answer, piece: linkPiece } = fixture('codeudores_avales', 'ruc.json');
const links = answer as DebtLinks;

type Answers = Parameters<typeof finanzas.v2>[0];
const v2 = (answers: Answers) => finanzas.v2(answers, someone) as FinanzasSection;
const v1 = (answers: Answers) => finanzas.v1!(answers, someone) as FinanzasSectionV1;
const reported = (raw: CreditReports) => v2({ deuda_financiera: raw, codeudores_avales: null });
const linked = (raw: DebtLinks) => codeudores_avales.piece(raw, someone);

describe('finanzas', () => {
  it('has every field in the order of the contract, in both versions', () => {
    const answers = { deuda_financiera: debt, codeudores_avales: links };
    expect(contract.Errors(v2(answers))).toEqual([]);
    expect(contractV1.Errors(v1(answers))).toEqual([]);
    expect(Object.keys(v2(answers))).toEqual(Object.keys(finanzasSection.properties));
    expect(Object.keys(v1(answers))).toEqual(Object.keys(finanzasSectionV1.properties));
  });

  it('keeps one source complete when the other has no data', () => {
    const nothing = v2({});
    const onlyDebt = v2({ deuda_financiera: debt });
    const onlyLinks = v2({ deuda_financiera: null, codeudores_avales: links });
    expect(onlyDebt.codeudores_avales).toEqual(nothing.codeudores_avales);
    expect(onlyDebt.situacion).not.toBeNull();
    expect(onlyLinks).toEqual({ ...nothing, codeudores_avales: linkPiece });
    for (const content of [nothing, onlyDebt, onlyLinks]) expect(contract.Errors(content)).toEqual([]);
    expect(contractV1.Errors(v1({}))).toEqual([]);
  });

  it('is incomplete while only the distribution is reported', () => {
    expect(deuda_financiera.isComplete(distributionOnly)).toBe(false);
    expect(reported(distributionOnly)).toMatchObject({ situacion: null, peor_calificacion: { calificacion: 'DEF', porcentaje: 10 } });
    expect(deuda_financiera.isComplete(debt)).toBe(true);
    expect(deuda_financiera.isComplete({ reportes: [] })).toBe(true);
  });

  it('uses only the exact months six and twelve months before', () => {
    const withoutMarch = { reportes: debt.reportes.filter(({ fecha_reporte }) => fecha_reporte !== '20260331') };
    expect(reported(withoutMarch).situacion).toMatchObject({ seis_meses: null, doce_meses: { periodo: '2025-09-30' } });
    expect(v1({ deuda_financiera: withoutMarch }).fechas_financieras.fecha_seis_meses_anteriores).toBeNull();
  });

  it.each([
    [[1, 1, 1, 0, 0], [33.34, 33.33, 33.33, 0, 0], { calificacion: 'DEF', porcentaje: 33.33 }],
    [[99_999.99, 0, 0, 0, 0.01], [100, 0, 0, 0, 0], { calificacion: 'PER', porcentaje: 0 }],
    [[0, 0, 0, 0, 250.5], [0, 0, 0, 0, 100], { calificacion: 'PER', porcentaje: 100 }],
  ])(
    'turns the shares %j into percentages that add up to a hundred',
    ([sal_nor, sal_cpp, sal_def, sal_dud, sal_per], percentages, worst) => {
      const shares = { sal_nor, sal_cpp, sal_def, sal_dud, sal_per } as Record<string, number>;
      const section = reported({ reportes: [{ ...debt.reportes[0]!, ...shares }] });
      expect(section.calificaciones_financieras.map(({ porcentaje }) => porcentaje)).toEqual(percentages);
      expect(section.peor_calificacion).toEqual(worst);
    },
  );

  it.each([
    ['14120900000000', 'otros'],
    ['14310900000000', 'vigente'],
    ['71210900000000', 'indirecta'],
    ['72150900000000', 'linea_credito'],
    ['72240900000000', undefined],
    ['81230900000000', 'castigada'],
    ['81140900000000', undefined],
    ['84140900000000', 'garantias'],
    ['84230900000000', undefined],
    ['15150900000000', undefined],
    ['81141100000000', undefined],
    ['81141300000000', undefined],
    ['81141500000000', undefined],
    ['81141600000000', undefined],
    ['81711000000000', undefined],
    ['81721500000000', undefined],
    ['84811300000000', undefined],
    ['81841400000000', undefined],
  ])('counts account %s as %s', (cuenta, field) => {
    const saldos = [{ cuenta, dias_vencidos: 3, saldo: 7.5 }];
    const { actual } = reported({ reportes: [{ ...debt.reportes[0]!, saldos }] }).situacion!;
    const counted = Object.entries(actual!).filter(([, value]) => value === 7.5);
    const totals = field ? ['directa', 'indirecta', 'exposicion_total'] : [];
    expect(counted.map(([key]) => key).filter((key) => key === field || !totals.includes(key))).toEqual(field ? [field] : []);
  });

  it.each([
    [0, 'Vigente'],
    [1, '1 a 30 días'],
    [30, '1 a 30 días'],
    [31, '31 a 60 días'],
    [60, '31 a 60 días'],
    [61, '61 a 120 días'],
    [120, '61 a 120 días'],
    [121, 'Más de 120 días'],
  ])('has a debt of %d days overdue in the band %s', (dias_vencidos, band) => {
    const saldos = [{ cuenta: '14150900000000', dias_vencidos, saldo: 7.5 }];
    const bands = v1({ deuda_financiera: { reportes: [{ ...debt.reportes[0]!, saldos }] } }).variaciones_financieras;
    expect(bands.flatMap(({ tipo, monto_ultimo_periodo }) => (monto_ultimo_periodo ? [tipo] : []))).toEqual([band]);
  });

  it.each([
    ['a share below zero', { sal_cpp: -1 }],
    ['a day in another form', { fecha_reporte: '2026-09-30' }],
    ['a day that is not in the calendar', { fecha_reporte: '20260931' }],
    ['no field for the balances', { saldos: undefined }],
    ['a balance without its days', { saldos: [{ cuenta: '14110900000000', saldo: 1 }] }],
    ['a balance in letters', { saldos: [{ cuenta: '14110900000000', dias_vencidos: 0, saldo: '1' }] }],
  ])('refuses a report with %s', (_what, change) => {
    expect(deuda_financiera.accepts({ reportes: [{ ...debt.reportes[0], ...change }] })).toBe(false);
  });

  it('recognizes a counterparty by its document in any spelling, and keeps its roles apart', () => {
    const [first] = links.vinculos as [DebtLinks['vinculos'][number]];
    const respelt = { ...first, contraparte: { ...first.contraparte, nombre: 'QUISPE MAMANI, ROSA' } };
    const { a_favor } = linked({ corte: null, vinculos: [first, respelt, { ...first, rol: 'codeudor' }] });
    expect(a_favor).toMatchObject({ avales: 1, codeudores: 1, contrapartes: 1, total: 30_000.3, por_aval: 20_000.2 });
    expect(a_favor.vinculos.map(({ rol, monto }) => [rol, monto])).toEqual([
      ['aval', 20_000.2],
      ['codeudor', 10_000.1],
    ]);
  });

  it('has a link for each lender of one counterparty', () => {
    const [first] = links.vinculos as [DebtLinks['vinculos'][number]];
    const { vinculos, contrapartes } = linked({ corte: null, vinculos: [first, { ...first, entidad: 'OTRO BANCO' }, first] }).a_favor;
    expect(vinculos.map(({ entidad }) => entidad)).toEqual([first.entidad, 'OTRO BANCO']);
    expect(contrapartes).toBe(1);
  });

  it('keeps counterparties apart whose numbers are alike', () => {
    const [first] = links.vinculos as [DebtLinks['vinculos'][number]];
    const counted = (...others: Partial<typeof first.contraparte>[]) => {
      const vinculos = others.map((other) => ({ ...first, contraparte: { ...first.contraparte, ...other } }));
      return linked({ corte: null, vinculos }).a_favor.contrapartes;
    };
    expect(counted({ tipo_documento: 'DNI', numero_documento: '99991234' }, { tipo_documento: 'CE', numero_documento: '99991234' })).toBe(
      2,
    );
    expect(counted({ numero_documento: '9999****', nombre: 'ANA' }, { numero_documento: '9999****', nombre: 'BETO' })).toBe(2);
  });

  it.each([
    ['role', { rol: 'fiador' }],
    ['direction', { direccion: 'otra' }],
    ['rating', { calificacion: 'XXX' }],
    ['amount', { monto: '1' }],
  ])('refuses a link with an unknown %s', (_what, change) => {
    expect(codeudores_avales.accepts({ ...links, vinculos: [{ ...links.vinculos[0], ...change }] })).toBe(false);
  });
});

describe('any credit report', () => {
  it('adds up to the cent, period by period', () => {
    fc.assert(
      fc.property(creditReports, (raw) => {
        const { situacion } = reported(raw);
        for (const period of Object.values(situacion ?? {}).filter((period) => period !== null)) {
          const { saldos } = raw.reportes.find(({ fecha_reporte }) => fecha_reporte === period.periodo.replaceAll('-', ''))!;
          const centsOf = (account: RegExp) =>
            saldos!.filter(({ cuenta }) => account.test(cuenta)).reduce((sum, { saldo }) => sum + inCents(saldo), 0n);
          const { vigente, ref_rees, vencida, judicial, otros, directa, exposicion_total } = period;
          expect([vigente, ref_rees, vencida, judicial, otros].reduce((sum, part) => sum + inCents(part), 0n)).toBe(inCents(directa));
          expect(inCents(directa)).toBe(centsOf(/^14.[^9]/));
          expect(inCents(exposicion_total)).toBe(centsOf(/^14.[^9]/) + centsOf(/^71/));
          expect([period.linea_credito, period.castigada].map(inCents)).toEqual([centsOf(/^72.5/), centsOf(/^81.3/)]);
          expect(period.garantias === null).toBe(!saldos!.some(({ cuenta }) => /^84.4/.test(cuenta)));
          expect(period.provisiones === null).toBe(!saldos!.some(({ cuenta }) => /^14.9/.test(cuenta)));
        }
      }),
    );
  });

  it('has bands that add up to the direct debt, and the differences between them', () => {
    fc.assert(
      fc.property(creditReports, (raw) => {
        const { situacion } = reported(raw);
        const bands = v1({ deuda_financiera: raw }).variaciones_financieras;
        const total = (field: 'monto_ultimo_periodo' | 'monto_seis_meses_anteriores' | 'monto_doce_meses_anteriores') =>
          bands.some((band) => band[field] === null) ? null : bands.reduce((sum, band) => sum + inCents(band[field]!), 0n);
        const direct = (period?: { directa: number } | null) => (period ? inCents(period.directa) : null);
        expect(total('monto_ultimo_periodo')).toBe(direct(situacion?.actual));
        if (!situacion) return;
        expect(total('monto_seis_meses_anteriores')).toBe(direct(situacion.seis_meses));
        expect(total('monto_doce_meses_anteriores')).toBe(direct(situacion.doce_meses));
        for (const band of bands) {
          const { monto_ultimo_periodo: now, monto_seis_meses_anteriores: then, variacion_seis_meses: change } = band;
          expect(change === null ? null : inCents(change)).toBe(then === null ? null : inCents(now!) - inCents(then));
        }
      }),
    );
  });

  it('has shares that add up to exactly a hundred, and the worst rating with its own share', () => {
    fc.assert(
      fc.property(creditReports, (raw) => {
        const { calificaciones_financieras: shares, peor_calificacion: worst } = reported(raw);
        const isRated = shares.length > 0;
        expect(shares.reduce((sum, { porcentaje }) => sum + inCents(porcentaje), 0n)).toBe(isRated ? 10_000n : 0n);
        expect(isRated ? shares : [null, { calificacion: 'SCAL', porcentaje: null }]).toContainEqual(worst);
        const place = shares.findIndex(({ calificacion }) => calificacion === worst?.calificacion);
        expect(shares.slice(place + 1).every(({ porcentaje }) => porcentaje === 0)).toBe(true);
      }),
    );
  });

  it('is valid in both versions, whatever the order of its reports and balances', () => {
    fc.assert(
      fc.property(creditReports, (raw) => {
        expect(deuda_financiera.accepts(raw)).toBe(true);
        const [section, sectionV1] = [reported(raw), v1({ deuda_financiera: raw })];
        expect(contract.Errors(section)).toEqual([]);
        expect(contractV1.Errors(sectionV1)).toEqual([]);
        expect(JSON.parse(JSON.stringify(section))).toStrictEqual(section);
        const reversed = {
          reportes: raw.reportes.toReversed().map((report) => ({ ...report, saldos: report.saldos?.toReversed() ?? null })),
        };
        expect(reported(reversed)).toEqual(section);
        expect(v1({ deuda_financiera: reversed })).toEqual(sectionV1);
      }),
    );
  });
});

describe('any links', () => {
  it('add up to the cent, one per counterparty, role and lender', () => {
    fc.assert(
      fc.property(debtLinks, (raw) => {
        const piece = linked(raw);
        for (const direccion of ['a_favor', 'como_garante'] as const) {
          const { vinculos, ...direction } = piece[direccion];
          const own = raw.vinculos.filter((link) => link.direccion === direccion);
          expect(inCents(direction.total)).toBe(own.reduce((sum, { monto }) => sum + inCents(monto ?? 0), 0n));
          expect(inCents(direction.total)).toBe(inCents(direction.por_aval) + inCents(direction.por_codeudor));
          expect(inCents(direction.total)).toBe(vinculos.reduce((sum, { monto }) => sum + inCents(monto ?? 0), 0n));
          expect(new Set(vinculos.map(({ monto: _, calificacion: __, ...pair }) => JSON.stringify(pair))).size).toBe(vinculos.length);
          expect(vinculos.every(({ rol, calificacion }) => rol === 'aval' || calificacion === null)).toBe(true);
          expect(direction.contrapartes).toBe(new Set(own.map(({ contraparte }) => JSON.stringify(contraparte))).size);
          expect(direction.contrapartes).toBeLessThanOrEqual(direction.avales + direction.codeudores);
          expect(direction.contrapartes).toBeGreaterThanOrEqual(Math.max(direction.avales, direction.codeudores));
        }
      }),
    );
  });

  it('are valid, and count the same in any order', () => {
    fc.assert(
      fc.property(debtLinks, (raw) => {
        expect(codeudores_avales.accepts(raw)).toBe(true);
        expect(contract.Errors(v2({ codeudores_avales: raw }))).toEqual([]);
        const counts = ({ a_favor, como_garante }: FinanzasSection['codeudores_avales']) =>
          [a_favor, como_garante].map(({ vinculos, ...direction }) => ({ ...direction, vinculos: vinculos.length }));
        expect(counts(linked({ ...raw, vinculos: raw.vinculos.toReversed() }))).toEqual(counts(linked(raw)));
      }),
    );
  });
});

describe('the simulated sources of finanzas', () => {
  it('give valid answers about every taxpayer', async () => {
    const told = await simulatedAnswers(['deuda_financiera', 'codeudores_avales']);
    for (const { document, answers } of told) {
      const { deuda_financiera: reports, codeudores_avales: found } = answers;
      expect(!reports || deuda_financiera.accepts(reports)).toBe(true);
      expect(!found || codeudores_avales.accepts(found)).toBe(true);
      expect(contract.Errors(finanzas.v2(answers, document))).toEqual([]);
      expect(contractV1.Errors(finanzas.v1!(answers, document))).toEqual([]);
    }
    const sections = told.map(({ document, answers }) => finanzas.v2(answers, document) as FinanzasSection);
    expect(sections.filter(({ situacion }) => situacion?.doce_meses).length).toBeGreaterThan(100);
    expect(sections.filter(({ situacion, peor_calificacion }) => !situacion && peor_calificacion)).toHaveLength(1);
    const ratings = new Set(sections.map(({ peor_calificacion }) => peor_calificacion?.calificacion));
    expect([...ratings]).toEqual(expect.arrayContaining([undefined, 'NOR', 'CPP', 'DEF', 'PER']));
    const counterparties = sections.map(
      ({ codeudores_avales: { a_favor, como_garante } }) => a_favor.contrapartes + como_garante.contrapartes,
    );
    expect(Math.max(...counterparties)).toBeGreaterThanOrEqual(500);
    expect(counterparties).toContain(0);
  });
});
