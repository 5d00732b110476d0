import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { identificacionSection, type Document } from '@vigia/contracts';
import { Compile } from 'typebox/compile';
import { identificacion } from '../src/sources/identificacion/mapping.js';

interface Fixture {
  document: Document;
  answer: Record<string, unknown> | null;
  section: object;
}

const folder = new URL('../src/sources/identificacion/fixtures/', import.meta.url);
const fixtures = readdirSync(folder).map((file) => [file, JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Fixture] as const);
const contract = Compile(identificacionSection);
const [, ruc] = fixtures.find(([file]) => file === 'ruc.json')!;
const mapped = (changes: object) => identificacion.section({ ...ruc.answer, ...changes }, ruc.document);

describe('identificacion', () => {
  it.each(fixtures)('maps %s to exactly its section', (_file, { document, answer, section }) => {
    expect(identificacion.section(answer, document)).toEqual(section);
    expect(contract.Check(section)).toBe(true);
    expect(answer === null || identificacion.accepts(answer)).toBe(true);
  });

  it('has a fixture for every kind of document and for no information', () => {
    expect(new Set(fixtures.map(([, { document }]) => document.docType))).toEqual(new Set(['RUC', 'DNI', 'CE']));
    expect(fixtures.some(([, { answer }]) => answer === null)).toBe(true);
  });

  it('has null for what the registry knows nothing of, never an empty text', () => {
    const nowhere = {
      tipo_via: null,
      nombre_via: null,
      numero: null,
      interior: null,
      urbanizacion: null,
      departamento: null,
      provincia: null,
      distrito: null,
    };
    const nothing = mapped({ domicilio: nowhere, comprobantes_electronicos: [], actividad_comercio_exterior: ' ' });
    expect(nothing).toMatchObject({ domicilio_fiscal: null, comprobante_pago_electronico: null, actividad_comercio_exterior: null });
  });

  it('ignores what the registry adds', () => {
    expect(identificacion.accepts({ ...ruc.answer, campo_nuevo: { a: 1 } })).toBe(true);
    expect(mapped({ campo_nuevo: 1 })).toEqual(ruc.section);
  });

  it.each([
    ['a day in another form', { fecha_inscripcion: '2009-05-02' }],
    ['no name', { nombre_o_razon_social: '' }],
    ['a number for a text', { estado_contribuyente: 1 }],
    ['a text for a list', { actividades_economicas: 'Principal' }],
    ['an omission without a period', { omisiones_tributarias: [{ tributo: '0111 - IGV' }] }],
    ['an address that is a text', { domicilio: 'AV. LOS SAUCES' }],
    ['a field that is gone', { sistema_emision: undefined }],
  ])('refuses an answer with %s', (_what, change) => {
    expect(identificacion.accepts({ ...ruc.answer, ...change })).toBe(false);
  });

  it.each([[{}], [[]], [{ error: 'unknown' }]])('refuses %j', (raw) => {
    expect(identificacion.accepts(raw)).toBe(false);
  });
});
