import { expect, it } from '@jest/globals';
import type { SectionBasis } from '@vigia/contracts';
import type { Basis } from '../src/profile/basis/basis.tsx';
import { hasUnread, unreadIn } from '../src/profile/basis/unread.ts';

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
  expect(unreadIn(basis('SH20', [{ ...read, ...nothing }]), 'trabajadores')).toBe('unknown');
  expect(unreadIn(basis('SH10', [read]), 'boletin_concursal')).toBe('unknown');
});

it('hasUnread finds a source without any answer in a section, if the basis is known', () => {
  const silent = { source: 'deuda_laboral', ...nothing, failed: true } as const;
  expect(hasUnread(basis('SH11', [read, silent]), 'laboral')).toBe(true);
  expect(hasUnread(basis('SH11', [read]), 'laboral')).toBe(false);
  expect([hasUnread(basis('SH20', [silent]), 'laboral'), hasUnread(undefined, 'laboral')]).toEqual([false, false]);
});
