import { describe, expect, it } from '@jest/globals';
import { itemKeys, sections, type SummaryV2, summaryV2 } from '@vigia/contracts';
import { differences } from '../src/profile/comparison/differences.ts';

const empty = Object.fromEntries(sections.map((section) => [section, { statusCode: 'SH11', data: {} }]));
const summary = (finanzas: object) => ({ ...empty, finanzas: { statusCode: 'SH10', data: finanzas } }) as unknown as SummaryV2;
const situation = { actual: { vigente: 10, vencida: 0 }, seis_meses: { vigente: 8, vencida: 0 } };

it('differences compares nested fields, and matches items of a list by their keys', () => {
  const rating = (calificacion: string, porcentaje: number) => ({ calificacion, porcentaje });
  const before = { situacion: situation, calificaciones_financieras: [rating('NOR', 90), rating('CPP', 10)], activities: ['A', 'B'] };
  const after = {
    situacion: { ...situation, actual: { vigente: 12, vencida: 0 } },
    calificaciones_financieras: [rating('CPP', 10), rating('PER', 90)],
    activities: ['B', 'C'],
  };
  expect(differences(summary(before), summary(after))).toEqual([
    {
      section: 'finanzas',
      found: [
        { path: 'situacion.actual.vigente', from: 10, to: 12 },
        { path: 'calificaciones_financieras[NOR]', from: rating('NOR', 90), to: undefined },
        { path: 'calificaciones_financieras[PER]', from: undefined, to: rating('PER', 90) },
        { path: 'activities[A]', from: 'A', to: undefined },
        { path: 'activities[C]', from: undefined, to: 'C' },
      ],
    },
  ]);
  expect(differences(summary(before), summary(structuredClone(before)))).toEqual([]);
});

it('differences reports a missing group as one difference', () => {
  expect(differences(summary({ situacion: situation, total: 1 }), summary({ situacion: null, total: 1 }))).toEqual([
    { section: 'finanzas', found: [{ path: 'situacion', from: situation, to: null }] },
  ]);
});

describe('items of a list', () => {
  const person = (cargo: string, fecha_inicio = '2020-01-01') => ({ numero_documento: '40000001', cargo, fecha_inicio });
  const people = (...representantes_legales: object[]) => summary({ representantes_legales });

  it('are matched by all their keys: the second post of a person, the second tax of a period', () => {
    const post = { path: 'representantes_legales[40000001, GERENTE GENERAL]', from: person('GERENTE GENERAL'), to: undefined };
    expect(differences(people(person('GERENTE GENERAL'), person('APODERADO')), people(person('APODERADO')))).toEqual([
      { section: 'finanzas', found: [post] },
    ]);
    const [igv, renta] = ['IGV', 'RENTA'].map((tributo) => ({ periodo: '2026-01', tributo }));
    const omissions = (...omisiones_tributarias: unknown[]) => summary({ omisiones_tributarias });
    expect(differences(omissions(igv, renta), omissions(renta))).toEqual([
      { section: 'finanzas', found: [{ path: 'omisiones_tributarias[2026-01, IGV]', from: igv, to: undefined }] },
    ]);
  });

  it('are numbered if their keys are equal, in whatever order they come', () => {
    const [first, second] = [person('APODERADO', '2020-01-01'), person('APODERADO', '2021-01-01')];
    expect(differences(people(first, second), people(second, first))).toEqual([]);
    expect(differences(people(first, second), people(first))).toEqual([
      { section: 'finanzas', found: [{ path: 'representantes_legales[40000001, APODERADO #2]', from: second, to: undefined }] },
    ]);
  });

  it('are the same on both days before they are numbered', () => {
    const [first, second] = [person('APODERADO', '2020-01-01'), person('APODERADO', '2021-01-01')];
    expect(differences(people(first, second), people(second))).toEqual([
      { section: 'finanzas', found: [{ path: 'representantes_legales[40000001, APODERADO #2]', from: first, to: undefined }] },
    ]);
  });

  it('have the name of a person whose document number is not known', () => {
    const [ana, beto, carla] = ['ANA', 'BETO', 'CARLA'].map((nombre) => ({ numero_documento: null, cargo: 'SOCIO', nombre }));
    expect(differences(people(ana!, beto!, carla!), people(beto!, carla!))).toEqual([
      { section: 'finanzas', found: [{ path: 'representantes_legales[ANA, SOCIO]', from: ana, to: undefined }] },
    ]);
  });

  it('have keys in every list of the summary', () => {
    const groups = (schema: Schema, name = ''): string[] => [
      ...(schema.items?.properties ? [name] : []),
      ...Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => groups(inner, field)),
      ...[schema.items, ...(schema.anyOf ?? [])].flatMap((inner) => (inner ? groups(inner, name) : [])),
    ];
    expect([...new Set(groups(summaryV2 as Schema))].sort()).toEqual(Object.keys(itemKeys).sort());
  });
});

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
