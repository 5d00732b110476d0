import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { legalSection, type Document, type LegalSection } from '@vigia/contracts';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { sectionDefinitions } from '../../src/sections/sections.js';
import { representantes_legales } from '../../src/sources/representantes_legales/representantes_legales.js';

const { legal } = sectionDefinitions;

const company: Document = { docType: 'RUC', taxId: '20990000019' };
const contract = Compile(legalSection);
const manager = {
  tipo_documento: 'DNI',
  numero_documento: '99993111',
  nombre: 'QUISPE HUAMAN ROSA MARIA',
  cargo: 'GERENTE GENERAL',
  fecha_desde: '15/03/2012',
  participacion: 75,
};
const answering = (...representantes: object[]) => ({ representantes });
const sectionOf = (...representantes: object[]) =>
  legal.v2({ representantes_legales: answering(...representantes) }, company) as LegalSection;

describe('legal', () => {
  it('matches the table of the registry', () => {
    const file = new URL('../../src/sources/representantes_legales/fixtures/ruc.json', import.meta.url);
    const { answer, document, piece } = JSON.parse(readFileSync(file, 'utf8'));
    expect(legal.v2({ representantes_legales: answer }, document)).toEqual(piece);
  });

  it.each([{ representantes_legales: null }, {}, { representantes_legales: answering() }])(
    'has all its fields without representatives: %j',
    (answers) => {
      expect(legal.v2(answers, company)).toEqual({ representantes_legales: [], ultima_actualizacion: null });
    },
  );

  it('is not read from a table that is longer, or has a longer name, than any company has', () => {
    const people = (count: number) => answering(...Array.from({ length: count }, () => manager));
    expect(representantes_legales.accepts(people(5_000))).toBe(true);
    expect(representantes_legales.accepts(people(5_001))).toBe(false);
    expect(representantes_legales.accepts(answering({ ...manager, nombre: 'A.'.repeat(500) }))).toBe(true);
    expect(representantes_legales.accepts(answering({ ...manager, nombre: 'A.'.repeat(501) }))).toBe(false);
  });

  it('has the same fields in v1', () => {
    expect(legal).not.toHaveProperty('v1');
  });

  it('keeps the order of the registry, and takes its date from the newest position', () => {
    const days = fc.date({ min: new Date('1950-01-01'), max: new Date('2026-12-31'), noInvalidDate: true });
    const rows = fc.array(fc.record({ day: fc.option(days.map((day) => day.toISOString().slice(0, 10))), number: fc.nat(9_999) }));
    fc.assert(
      fc.property(rows, (people) => {
        const section = sectionOf(
          ...people.map(({ day, number }) => ({
            ...manager,
            numero_documento: String(99_990_000 + number),
            fecha_desde: day && day.split('-').reverse().join('/'),
          })),
        );
        expect(contract.Check(section)).toBe(true);
        const shown = section.representantes_legales.map(({ numero_documento, fecha_inicio }) => [numero_documento, fecha_inicio]);
        expect(shown).toEqual(people.map(({ day, number }) => [String(99_990_000 + number), day]));
        const known = people.flatMap(({ day }) => day ?? []);
        expect(section.ultima_actualizacion).toBe(known.reduce<string | null>((last, day) => (last && last > day ? last : day), null));
      }),
    );
  });

  it.each([
    [75, 75],
    [0, 0],
    [100, 100],
    [33.333, 33.33],
    [0.005, 0.01],
    [null, null],
  ])('shows a share of %p as %p', (participacion, shown) => {
    expect(sectionOf({ ...manager, participacion }).representantes_legales[0]?.participacion).toBe(shown);
  });

  it.each([
    ['a share above a hundred', { participacion: 100.01 }],
    ['a negative share', { participacion: -1 }],
    ['a day that is not in the calendar', { fecha_desde: '30/02/2020' }],
    ['an ISO day', { fecha_desde: '2020-02-03' }],
    ['a number for a document', { numero_documento: 99993111 }],
    ['no position', { cargo: '' }],
  ])('refuses a representative with %s', (_what, change) => {
    expect(representantes_legales.accepts(answering(manager))).toBe(true);
    expect(representantes_legales.accepts(answering(manager, { ...manager, ...change }))).toBe(false);
  });
});
