import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  docTypeNamed,
  documentForm,
  documentPattern,
  isValidDocument,
  possibleDocTypes,
  rucCheckDigit,
  rucOfDni,
  type DocType,
} from '../src/index.js';

interface Cases {
  valid_computed: { ruc: string; dni?: string }[];
  every_remainder: { ruc: string; check: number }[];
  invalid: { ruc: string; reason: string; note: string }[];
  simulator_magic: { taxId: string; docType: DocType }[];
}
const cases = JSON.parse(readFileSync(new URL('./fixtures/documents.json', import.meta.url), 'utf8')) as Cases;

describe('documents', () => {
  it.each(cases.valid_computed)('accepts RUC $ruc', ({ ruc }) => {
    expect(isValidDocument('RUC', ruc)).toBe(true);
  });

  it.each(cases.simulator_magic)('matches the magic $docType $taxId with the pattern of its kind', ({ docType, taxId }) => {
    expect(taxId).toMatch(new RegExp(documentPattern([docType])));
    expect(`${taxId} `).not.toMatch(new RegExp(documentPattern(['RUC', 'DNI', 'CE'])));
  });

  it.each([
    ['DNI', ['DNI', 'D.N.I.', 'LE', 'L.E.', 'Libreta electoral', 'DOC. NACIONAL DE IDENTIDAD/LE', 'Documento Nacional Identidad']],
    ['RUC', ['RUC', 'R.U.C.', 'REG. UNICO DE CONTRIBUYENTES', ' Registro Único de Contribuyentes']],
    ['CE', ['CE', 'C.E.', 'Carné de extranjería', 'CARNET DE EXTRANJERIA', 'CARNET EXT.', 'Carné de ext.']],
    ['other', ['DNI extranjero', 'DOC. NACIONAL DE IDENTIDAD EXTRANJERO', 'DOCUMENTO DE IDENTIDAD EXTRANJERO', 'Cédula de identidad']],
    ['other', ['CED. DIPLOMATICA DE IDENTIDAD', 'PASAPORTE', 'Passport', 'PAS', 'PTP', 'Permiso temporal de permanencia', 'CPP', 'Otro']],
    ['other', ['Partida de nacimiento']],
    [null, ['', '-', '01', 'Natural', 'NO ESPECIFICADO', 'DOC.TRIB.NO.DOM.SIN.RUC', 'CERTIFICADO', 'LEY']],
  ] as const)('names %s by each of the words %j', (docType, words) => {
    expect(words.filter((each) => docTypeNamed(each) !== docType)).toEqual([]);
  });

  it('describes the numbers of each kind for people', () => {
    expect(documentForm(['DNI', 'CE'])).toBe(
      'DNI: 8 digits; CE: 9 to 12 letters (A to Z, a to z) or digits; numbers that differ in the case of a letter are two documents',
    );
  });

  it.each(cases.valid_computed.filter(({ dni }) => dni))('derives RUC $ruc from DNI $dni', ({ ruc, dni = '' }) => {
    expect(rucOfDni(dni)).toBe(ruc);
  });

  it.each(cases.every_remainder)('computes the check digit of $ruc', ({ ruc, check }) => {
    expect(rucCheckDigit(ruc.slice(0, 10))).toBe(check);
  });

  it.each(cases.invalid)('refuses RUC "$ruc" ($note)', ({ ruc }) => {
    expect(isValidDocument('RUC', ruc)).toBe(false);
  });

  it.each(cases.simulator_magic)('accepts the magic $docType $taxId', ({ docType, taxId }) => {
    expect(isValidDocument(docType, taxId)).toBe(true);
  });

  it.each([
    ['DNI', '1234567'],
    ['DNI', '123456789'],
    ['DNI', '1234567A'],
    ['DNI', '１２３４５６７８'],
    ['CE', 'ABCD1234'],
    ['CE', 'ABCD123456789'],
    ['CE', 'ABCÑ123456'],
    ['CE', 'ABC-123456'],
  ] as const)('refuses %s %s', (docType, taxId) => {
    expect(isValidDocument(docType, taxId)).toBe(false);
  });

  it('offers RUC before CE where a number fits both', () => {
    expect(possibleDocTypes('20991000012')).toEqual(['RUC', 'CE']);
    expect(possibleDocTypes('99990001')).toEqual(['DNI']);
    expect(possibleDocTypes('x')).toEqual([]);
  });
});
