import { expect, it } from '@jest/globals';
import { sections, type SummaryV2 } from '@vigia/contracts';
import { differences } from '../src/profile/comparison/differences.ts';

const empty = Object.fromEntries(sections.map((section) => [section, { statusCode: 'SH11', data: {} }]));
const summary = (finanzas: object) => ({ ...empty, finanzas: { statusCode: 'SH10', data: finanzas } }) as unknown as SummaryV2;
const situation = { actual: { vigente: 10, vencida: 0 }, seis_meses: { vigente: 8, vencida: 0 } };

it('goes into what both days have, and tells items of a list apart by what identifies them', () => {
  const rating = (calificacion: string, porcentaje: number) => ({ calificacion, porcentaje });
  const before = { situacion: situation, ratings: [rating('NOR', 90), rating('CPP', 10)], activities: ['A', 'B'] };
  const after = {
    situacion: { ...situation, actual: { vigente: 12, vencida: 0 } },
    ratings: [rating('CPP', 10), rating('PER', 90)],
    activities: ['B', 'C'],
  };
  expect(differences(summary(before), summary(after))).toEqual([
    {
      section: 'finanzas',
      found: [
        { path: 'situacion.actual.vigente', from: 10, to: 12 },
        { path: 'ratings[NOR]', from: rating('NOR', 90), to: undefined },
        { path: 'ratings[PER]', from: undefined, to: rating('PER', 90) },
        { path: 'activities[A]', from: 'A', to: undefined },
        { path: 'activities[C]', from: undefined, to: 'C' },
      ],
    },
  ]);
  expect(differences(summary(before), summary(structuredClone(before)))).toEqual([]);
});

it('tells as one difference what one day is without', () => {
  expect(differences(summary({ situacion: situation, total: 1 }), summary({ situacion: null, total: 1 }))).toEqual([
    { section: 'finanzas', found: [{ path: 'situacion', from: situation, to: null }] },
  ]);
});
