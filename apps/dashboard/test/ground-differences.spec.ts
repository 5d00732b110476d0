import { describe, expect, it } from '@jest/globals';
import { type ScoreReason, type ScreeningHit, type SectionBasis, sections, type SummaryV2 } from '@vigia/contracts';
import type { Basis } from '../src/profile/basis/basis.tsx';
import { differences } from '../src/profile/comparison/differences.ts';
import { groundDifferences } from '../src/profile/comparison/ground-differences.ts';
import { es } from '../src/profile/comparison/words.es.ts';
import { es as profile } from '../src/profile/words.es.ts';

const hit: ScreeningHit = {
  list: 'oece_multas',
  topic: 'inhabilitacion',
  isBinding: false,
  entityId: '20990000060 R-1',
  link: null,
  subject: 'titular',
  askedName: 'OBRAS [DEL SUR] S.A.C.',
  listedName: 'OBRAS DEL SUR',
  document: null,
  similarity: 0.9,
  evidence: { strength: 0.3, grounds: [] },
  verdict: null,
  words: null,
};
const reason: ScoreReason = { module: 'finanzas', component: 'dias_vencidos', points: 4, atLeast: null, text: 'Días de atraso: 40' };
const dismissed = { verdict: 'dismissed', reason: 'Homónimo', decidedBy: 'operator', decidedAt: '2026-11-20T15:00:00.000Z' } as const;

function basis(hits: ScreeningHit[] | null, reasons: ScoreReason[] = []): Basis {
  const of = (section: SectionBasis['section']): SectionBasis => ({
    section,
    statusCode: 'SH10',
    validFrom: null,
    sources: [],
    score: section === 'alerta_servicio' ? { model: '1', reasons } : null,
    screening: section === 'alerta_compliance' && hits ? { lists: [{ list: 'oece_multas', version: '1' }], hits } : null,
  });
  return { sections: [of('alerta_servicio'), of('alerta_compliance')], latest: [] };
}

const between = (before: Basis, after: Basis) => groundDifferences([before, after], { ...profile, ...es }, 'es');
const hitsBetween = (before: ScreeningHit[] | null, after: ScreeningHit[] | null) => between(basis(before), basis(after)).alerta_compliance;
const path = 'coincidencia[OECE, proveedores multados 20990000060 R-1, OBRAS DEL SUR S.A.C.]';
const text = 'Multa · OBRAS DEL SUR · Similitud de nombres: 90% · Fuerza de los indicios: 30%';

describe('the hits of two days', () => {
  it('differ by the one that appeared or is gone', () => {
    expect(hitsBetween([], [hit])).toEqual([{ path, from: undefined, to: text }]);
    expect(hitsBetween([hit], [])).toEqual([{ path, from: text, to: undefined }]);
    const other = { ...hit, entityId: '20990000060 R-2' };
    expect(hitsBetween([hit], [other])?.map(({ from, to }) => [from === undefined, to === undefined])).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  it('differ by a verdict', () => {
    expect(hitsBetween([hit], [{ ...hit, verdict: dismissed }])).toEqual([{ path, from: text, to: `${text} · Descartada: Homónimo` }]);
  });

  it('are equal in another order, and are not compared with those that were not kept', () => {
    const other = { ...hit, entityId: '20990000060 R-2' };
    expect([hitsBetween([hit, other], [other, hit]), hitsBetween(null, [hit]), hitsBetween([hit], null)]).toEqual([[], [], []]);
  });
});

describe('the reasons of the score of two days', () => {
  it('differ by their figures, and by those that only one day has', () => {
    const [more, gap] = [
      { ...reason, points: 8, text: 'Días de atraso: 80' },
      { module: null, component: 'cobertura', points: 0, atLeast: 'Alerta alta', text: 'Sin respuesta de deuda_coactiva' } as const,
    ];
    expect(between(basis([], [reason]), basis([], [more, gap])).alerta_servicio).toEqual([
      { path: 'razón[Finanzas, días vencidos]', from: 'Días de atraso: 40 · +4 puntos', to: 'Días de atraso: 80 · +8 puntos' },
      { path: 'razón[Varios módulos, cobertura]', from: undefined, to: 'Sin respuesta de Deuda coactiva · Alerta alta' },
    ]);
    expect(between(basis([], [reason]), basis([], [reason])).alerta_servicio).toEqual([]);
  });
});

it('two days whose summaries are equal differ in the sections whose grounds do', () => {
  const summary = Object.fromEntries(sections.map((section) => [section, { statusCode: 'SH11', data: {} }])) as unknown as SummaryV2;
  expect(differences(summary, summary, between(basis([]), basis([hit])))).toEqual([
    { section: 'alerta_compliance', found: [{ path, from: undefined, to: text }] },
  ]);
  expect(differences(summary, summary, between(basis([hit]), basis([hit])))).toEqual([]);
});
