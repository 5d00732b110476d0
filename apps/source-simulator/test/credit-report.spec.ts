import { describe, expect, it } from '@jest/globals';
import type { Document } from '@vigia/contracts';
import { closingDay, monthsUpTo, type Month } from '../src/domain/month.js';
import { type LenderBalance, ratingFor } from '../src/domain/credit.js';
import { forEveryone } from './population.js';
import { told } from './telling.js';

interface Report {
  fecha_reporte: string;
  sal_nor: number;
  sal_cpp: number;
  sal_def: number;
  sal_dud: number;
  sal_per: number;
  saldos: LenderBalance[] | null;
}

const direct = /^14.[134568]/;
const isDirect = ({ cuenta }: LenderBalance) => direct.test(cuenta);
const sum = (rows: readonly LenderBalance[]) => rows.reduce((total, { saldo }) => total + saldo, 0);
const distribution = (report: Report) => [report.sal_nor, report.sal_cpp, report.sal_def, report.sal_dud, report.sal_per];

function reportsOf(document: Document, month: Month): Report[] {
  return told<{ reportes: Report[] }>('deuda_financiera', document, month)?.reportes ?? [];
}

/** There are tens of thousands of reports: an `expect` for each would take longer than everything else. */
function ofEveryBalanceSheet(isTrue: (rows: LenderBalance[], report: Report) => boolean): void {
  forEveryone((document, month) => {
    const wrong = reportsOf(document, month).find((report) => report.saldos && !isTrue(report.saldos, report));
    if (wrong) throw new Error(`the report of ${wrong.fecha_reporte} is wrong`);
  });
}

describe('the credit report', () => {
  it('distributes its direct debt over the ratings, in shares that add up to 100 %', () => {
    const isShared = (rows: LenderBalance[], report: Report) => {
      const shares = distribution(report);
      const debts = rows.filter(isDirect);
      // Without direct debts there is no rating at all.
      const whole = shares.reduce((total, share) => total + Math.round(share * 100), 0) === (debts.length === 0 ? 0 : 10_000);
      const rated = shares.map((_, rating) => sum(debts.filter((row) => row.calificacion === rating)));
      return whole && shares.every((share, rating) => Math.abs(rated[rating]! - (share / 100) * sum(debts)) <= 0.0003 * sum(debts));
    };
    expect(() => ofEveryBalanceSheet(isShared)).not.toThrow();
  });

  it('rates a debt by its days overdue and its kind of credit, as its distribution does', () => {
    let worstSeen = 0;
    const isRated = (rows: LenderBalance[], report: Report) => {
      const worst = Math.max(-1, ...rows.filter(isDirect).map((row) => row.calificacion));
      worstSeen = Math.max(worstSeen, worst);
      return (
        rows.every((row) => row.calificacion === ratingFor(row.tipo_credito, row.dias_vencidos)) &&
        distribution(report).findLastIndex((share) => share > 0) === worst
      );
    };
    expect(() => ofEveryBalanceSheet(isRated)).not.toThrow();
    expect(worstSeen).toBe(4);
  });

  it('states days overdue for every unpaid debt, and writes off only debts with the worst rating', () => {
    const isLawful = (rows: LenderBalance[]) =>
      rows.every((row) => {
        const unpaidWithoutDays = /^14.[3456]/.test(row.cuenta) && row.dias_vencidos === 0;
        const writtenOffAlive = row.cuenta.startsWith('81') && row.calificacion !== 4;
        return row.saldo > 0 && !unpaidWithoutDays && !writtenOffAlive;
      });
    expect(() => ofEveryBalanceSheet(isLawful)).not.toThrow();
  });

  it('exists for each month, without a gap, up to the last published month', () => {
    forEveryone((document, month) => {
      const reports = reportsOf(document, month);
      expect(reports.map(({ fecha_reporte }) => fecha_reporte)).toEqual(monthsUpTo(month - 2, reports.length).map(closingDay));
    });
  });

  it.each([
    ['09', 8, 0],
    ['09', 9, 1],
    ['09', 31, 2],
    ['10', 61, 3],
    ['11', 120, 3],
    ['12', 121, 4],
    ['13', 30, 0],
    ['13', 31, 1],
    ['13', 366, 4],
    ['08', 1, 1],
    ['08', 61, 2],
    ['07', 121, 3],
    ['07', 366, 4],
  ])('rates credit of kind %s after %d days as %d', (kind, days, rating) => {
    expect(ratingFor(kind, days)).toBe(rating);
  });
});

describe('guarantors', () => {
  it('have one name each, and a rating unless they are co-debtors', () => {
    let links = 0;
    forEveryone((document, month) => {
      const { vinculos } = told<{ vinculos: Link[] }>('codeudores_avales', document, month) ?? { vinculos: [] };
      const names = new Map(vinculos.map(({ contraparte }) => [contraparte.numero_documento, contraparte.nombre]));
      for (const { rol, calificacion, contraparte } of vinculos) {
        expect(calificacion === null).toBe(rol === 'codeudor');
        expect(names.get(contraparte.numero_documento)).toBe(contraparte.nombre);
      }
      links += vinculos.length;
    });
    expect(links).toBeGreaterThan(1_000);
  });
});

interface Link {
  rol: string;
  calificacion: string | null;
  contraparte: { numero_documento: string; nombre: string };
}
