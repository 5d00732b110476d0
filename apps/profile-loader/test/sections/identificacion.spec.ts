import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { identificacionSection, type Document, type IdentificacionSection } from '@vigia/contracts';
import { Compile } from 'typebox/compile';
import { measures } from '../../src/score/measures.js';
import { scorecardInForce } from '../../src/score/scorecard-in-force.js';
import { sectionDefinitions } from '../../src/sections/sections.js';
import { identificacion as source, type RegistryAnswer } from '../../src/sources/identificacion/identificacion.js';
import { clean } from '../score/clean-profile.js';

const { identificacion } = sectionDefinitions;

interface Fixture {
  document: Document;
  answer: RegistryAnswer;
  piece: object;
}

const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../src/sources/identificacion/fixtures/${name}.json`, import.meta.url), 'utf8')) as Fixture;
const ruc = fixture('ruc');
const contract = Compile(identificacionSection);
const sectionOf = (changes: Partial<RegistryAnswer>) => identificacion.v2({ identificacion: { ...ruc.answer, ...changes } }, ruc.document);
const noAddress = {
  tipo_via: null,
  nombre_via: null,
  numero: null,
  interior: null,
  urbanizacion: null,
  departamento: null,
  provincia: null,
  distrito: null,
};

describe('identificacion', () => {
  it.each(['ruc', 'dni-with-ruc', 'dni-without-ruc', 'ce'])('is what the registry says of %s', (name) => {
    const { document, answer, piece } = fixture(name);
    const section = identificacion.v2({ identificacion: answer }, document);
    expect(section).toEqual(piece);
    expect(contract.Check(section)).toBe(true);
  });

  it('has the document and its kind also without an answer of the registry', () => {
    const { document, piece } = fixture('no-information');
    expect(identificacion.v2({ identificacion: null }, document)).toEqual(piece);
    expect(identificacion.v2({}, { docType: 'DNI', taxId: '99990002' })).toMatchObject({ tipo_documento: 'DNI', ruc: null });
  });

  it.each([' ', '', '-', ' - '])('has null for what the registry prints as %j, never an empty text', (blank) => {
    const domicilio = { ...noAddress, numero: blank, interior: blank, distrito: blank };
    const nothing = sectionOf({
      domicilio,
      comprobantes_electronicos: [blank],
      actividades_economicas: [blank],
      actividad_comercio_exterior: blank,
      estado_contribuyente: blank,
      sistema_emision: blank,
    });
    expect(nothing).toMatchObject({
      domicilio_fiscal: null,
      comprobante_pago_electronico: null,
      actividades_economicas: [],
      actividad_comercio_exterior: null,
      estado_contribuyente: null,
      sistema_emision_comprobante: null,
    });
  });

  it('removes the padding of columns', () => {
    const padded = sectionOf({
      nombre_o_razon_social: '  LOS  SAUCES\tS.A.C.',
      actividad_comercio_exterior: `IMPORTADOR${' '.repeat(100)}`,
    });
    expect(padded).toMatchObject({ razon_social: 'LOS SAUCES S.A.C.', actividad_comercio_exterior: 'IMPORTADOR' });
  });

  it.each([
    [{ condicion_contribuyente: 'No Habido' }, { condicion_contribuyente: 'NO HABIDO' }, 1],
    [{ condicion_contribuyente: ' NO_HABIDO ' }, { condicion_contribuyente: 'NO HABIDO' }, 1],
    [{ estado_contribuyente: 'Baja  de oficio' }, { estado_contribuyente: 'BAJA DE OFICIO' }, 1],
    [{ condicion_contribuyente: 'No hallado' }, { condicion_contribuyente: 'NO HALLADO' }, 0],
    [{ estado_contribuyente: null, condicion_contribuyente: '-' }, { estado_contribuyente: null, condicion_contribuyente: null }, 0],
  ])('writes state and condition as SUNAT does, and so the score reads them: %j', (given, shown, points) => {
    const section = sectionOf(given) as IdentificacionSection;
    expect(section).toMatchObject(shown);
    expect(measures.no_habido_o_baja({ ...clean, identificacion: section }, scorecardInForce)).toBe(points);
  });

  it('shows only the fields of an omission that the contract names', () => {
    const omission = { periodo: '2024-02', tributo: '0111 - IGV', monto: 12 };
    expect(sectionOf({ omisiones_tributarias: [omission] })).toMatchObject({
      omisiones_tributarias: [{ periodo: '2024-02', tributo: '0111 - IGV' }],
    });
    expect(contract.Check(sectionOf({ omisiones_tributarias: [omission] }))).toBe(true);
  });

  it('has the day of a company that is older than the days that clients may send', () => {
    const old = { fecha_inscripcion: '01/01/1993', fecha_inicio_actividades: '09/04/1889' };
    expect(source.accepts({ ...ruc.answer, ...old })).toBe(true);
    expect(sectionOf(old)).toMatchObject({ fecha_inscripcion: '1993-01-01', fecha_inicio_actividades: '1889-04-09' });
    expect(contract.Check(sectionOf(old))).toBe(true);
  });

  it.each([
    ['a day in another form', { fecha_inscripcion: '2009-05-02' }],
    ['a day that is not in the calendar', { fecha_inscripcion: '31/02/2009' }],
    ['an empty date that was printed as a day of the year 1', { fecha_inscripcion: '01/01/0001' }],
    ['an empty date of birth that was printed as the first day of a program', { fecha_nacimiento: '30/12/1899' }],
    ['a blank name', { nombre_o_razon_social: ' ' }],
    ['a name without end', { nombre_o_razon_social: 'A.'.repeat(501) }],
    ['an invalid RUC', { numero_ruc: '2099' }],
    ['an omission without a period', { omisiones_tributarias: [{ tributo: '0111 - IGV' }] }],
    ['an address that is a text', { domicilio: 'AV. LOS SAUCES' }],
  ])('refuses an answer with %s', (_what, change) => {
    expect(source.accepts({ ...ruc.answer, ...change })).toBe(false);
  });
});
