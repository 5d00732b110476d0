import { describe, expect, it } from '@jest/globals';
import { rucOfDni, sourceNames, type Document } from '@vigia/contracts';
import { taxpayerOf } from '../src/domain/taxpayer.js';
import { anyCompany, anyDni, forEveryone, november, people } from './population.js';
import { everythingTold, told, world } from './telling.js';

const rucOf = ({ taxId }: Document): Document => ({ docType: 'RUC', taxId: rucOfDni(taxId) });
const registryOf = (document: Document) =>
  told<{ numero_ruc: string | null; nombre_o_razon_social: string }>('identificacion', document, november)!;

describe('a person', () => {
  it('has the same answers under the DNI and under the RUC', () => {
    forEveryone((dni, month) => {
      if (dni.docType !== 'DNI' || registryOf(dni).numero_ruc === null) return;
      const ruc = rucOf(dni);
      const onDni = everythingTold(dni, month);
      const registry = { ...onDni.identificacion, tipo_documento: 'RUC', numero_documento: ruc.taxId, numero_ruc: ruc.taxId };
      expect(everythingTold(ruc, month)).toEqual({ ...onDni, identificacion: registry, listas_compliance: expect.anything() });
    }, anyDni);
  });

  it('without a RUC has no data under the RUC that the DNI would have', () => {
    const withoutRuc = people.filter((dni) => registryOf(dni).numero_ruc === null);
    expect(withoutRuc.length / people.length).toBeCloseTo(0.15, 1);
    for (const dni of withoutRuc) {
      const { script } = taxpayerOf(world, rucOf(dni), 0);
      expect(sourceNames.map((source) => script(source, 0))).toEqual(
        sourceNames.map((source) => (source === 'identificacion' ? 'unknown_taxpayer' : 'no_data')),
      );
    }
  });
});

describe('representatives', () => {
  interface Representative {
    numero_documento: string;
    nombre: string;
    participacion: number | null;
  }
  const representativesOf = (document: Document) =>
    told<{ representantes: Representative[] }>('representantes_legales', document, november)?.representantes ?? [];

  it('have the name that the registry gives for their document', () => {
    let seen = 0;
    forEveryone((document) => {
      for (const { numero_documento, nombre } of representativesOf(document)) {
        expect(registryOf({ docType: 'DNI', taxId: numero_documento }).nombre_o_razon_social).toBe(nombre);
        seen += 1;
      }
    }, anyCompany);
    expect(seen).toBeGreaterThan(200);
  });

  it('of one company are different people who hold at most 100 % together', () => {
    forEveryone((document) => {
      const representatives = representativesOf(document);
      expect(new Set(representatives.map((one) => one.numero_documento)).size).toBe(representatives.length);
      expect(representatives.reduce((sum, { participacion }) => sum + (participacion ?? 0), 0)).toBeLessThanOrEqual(100);
    });
  });

  it('exist for every company and for no natural person', () => {
    let represented = 0;
    forEveryone((document) => {
      const isCompany = document.docType === 'RUC' && document.taxId.startsWith('20');
      expect(representativesOf(document).length > 0).toBe(isCompany);
      represented += isCompany ? 1 : 0;
    });
    expect(represented).toBeGreaterThan(20);
  });
});
