import { describe, expect, it } from '@jest/globals';
import type { SectionBasis } from '@vigia/contracts';
import type { Basis } from '../src/profile/basis/basis.tsx';
import { sectionState, unreadIn } from '../src/profile/basis/unread.ts';

const observedAt = '2026-11-20T14:00:00.000Z';
const read = { source: 'trabajadores', version: 'v1', observedAt, failed: false } as const;
const nothing = { version: null, observedAt: null } as const;

const basis = (statusCode: SectionBasis['statusCode'], sources: SectionBasis['sources'], latest: Basis['latest'] = []) => ({
  sections: [{ section: 'laboral' as const, statusCode, validFrom: observedAt, sources, score: null, screening: null }],
  latest,
});

it('unreadIn tells a failed source from one that was not asked, even in a section with content', () => {
  const found = basis('SH10', [
    read,
    { source: 'deuda_laboral', ...nothing, failed: true },
    { source: 'resoluciones_laborales', ...nothing, failed: false },
  ]);
  expect(unreadIn(found, 'trabajadores')).toBe(null);
  expect(unreadIn(found, 'deuda_laboral')).toBe('failed');
  expect(unreadIn(found, 'resoluciones_laborales')).toBe('notAsked');
});

it('unreadIn takes a source with an earlier answer or an unchanged one for read', () => {
  expect(unreadIn(basis('SH10', [{ ...read, failed: true }]), 'trabajadores')).toBe(null);
  const since = { source: 'deuda_laboral', answeredAt: observedAt } as const;
  const before = [read, { source: 'deuda_laboral' as const, ...nothing, failed: false }];
  expect(unreadIn(basis('SH10', before, [{ ...since, version: 'v2' }]), 'deuda_laboral')).toBe(null);
  expect(unreadIn(basis('SH10', before, [{ ...since, version: null }]), 'deuda_laboral')).toBe('notAsked');
});

it('unreadIn does not take a partial answer for a complete one', () => {
  expect(unreadIn(basis('SH10', [{ ...read, partial: true }]), 'trabajadores')).toBe('inPart');
  const latest = { source: 'trabajadores', answeredAt: observedAt, version: 'v2' } as const;
  expect(unreadIn(basis('SH10', [read], [{ ...latest, partial: true }]), 'trabajadores')).toBe('inPart');
  expect(unreadIn(basis('SH10', [{ ...read, partial: true }], [latest]), 'trabajadores')).toBe(null);
});

it('unreadIn answers unknown without the basis of the section', () => {
  expect(unreadIn(undefined, 'trabajadores')).toBe('unknown');
  expect(unreadIn(basis('SH10', [read]), 'boletin_concursal')).toBe('unknown');
});

it('unreadIn answers that the load goes on while the basis has not come, although the section has', () => {
  expect(unreadIn(basis('SH20', [{ ...read, ...nothing }]), 'trabajadores')).toBe('loading');
});

it('sectionState calls a section without records incomplete if one of its sources is known to have never answered', () => {
  const silent = { source: 'deuda_laboral', ...nothing, failed: true } as const;
  expect(sectionState(basis('SH11', [read, silent]), 'laboral', 'SH11')).toBe('incomplete');
  expect(sectionState(basis('SH11', [read]), 'laboral', 'SH11')).toBe('SH11');
  expect(sectionState(undefined, 'laboral', 'SH11')).toBe('SH11');
  expect(sectionState(basis('SH10', [read, silent]), 'laboral', 'SH10')).toBe('SH10');
});

it('sectionState calls a section without records unconfirmed until the first load ends, because a source may not have been asked', () => {
  const silent = { source: 'deuda_laboral', ...nothing, failed: false } as const;
  expect(sectionState(basis('SH20', [{ ...read, ...nothing }, silent]), 'laboral', 'SH11')).toBe('unconfirmed');
  expect(sectionState(basis('SH20', [silent]), 'laboral', 'SH10')).toBe('SH10');
});

it('sectionState does not blame the source for a missing identification, because the register may not know the number', () => {
  const silent = (failed: boolean) => ({ source: 'identificacion', ...nothing, failed }) as const;
  const of = (failed: boolean) => ({ ...basis('SH50', [silent(failed)]).sections[0]!, section: 'identificacion' as const });
  for (const known of [undefined, { sections: [of(false)], latest: [] }, { sections: [of(true)], latest: [] }]) {
    expect(sectionState(known, 'identificacion', 'SH50')).toBe('unidentified');
    expect(sectionState(known, 'identificacion', 'SH51')).toBe('SH51');
  }
});

describe('a profile without a screening', () => {
  const screened = (source: Partial<SectionBasis['sources'][number]>, latest: Basis['latest'] = []): Basis => {
    const sources = [{ ...read, source: 'listas_compliance' as const, ...source }];
    const [known] = basis('SH50', sources).sections;
    return { sections: [{ ...known!, section: 'alerta_compliance' }], latest };
  };
  const stateOf = (known: Basis | undefined) => sectionState(known, 'alerta_compliance', 'SH50');

  it('is one whose name nobody knows if the screening has answered', () => {
    expect(stateOf(screened({}))).toBe('nameless');
    const latest = { source: 'listas_compliance', answeredAt: observedAt, version: 'un 1' } as const;
    expect(stateOf(screened(nothing, [latest]))).toBe('nameless');
  });

  it('is unconfirmed until the first load ends, which alone tells whether there was a name to look up', () => {
    const coming = screened(nothing).sections.map((section) => ({ ...section, statusCode: 'SH20' as const }));
    expect(stateOf({ sections: coming, latest: [] })).toBe('unconfirmed');
  });

  it('is one whose source failed if the screening failed now or never answered, and as long as that is not known', () => {
    expect([stateOf(screened({ failed: true })), stateOf(screened(nothing)), stateOf(undefined)]).toEqual(['SH50', 'SH50', 'SH50']);
    expect(sectionState(basis('SH50', [{ ...read, source: 'deuda_laboral' }]), 'laboral', 'SH50')).toBe('SH50');
  });
});
