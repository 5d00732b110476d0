import { expect, it } from '@jest/globals';
import { emptyFragments, sections, sourceNames, type AlertaServicioSection, type Section, type SourceName } from '@vigia/contracts';
import type { SourceStanding } from '../../src/domain/source-standing.js';
import { scoreSection } from '../../src/summary/score-section.js';
import type { WrittenSection } from '../../src/summary/written-section.js';
import { clean, inBulletin } from './clean-profile.js';

type Standing = Pick<SourceStanding, 'outcome' | 'failure'>;

const notContracted: Standing = { outcome: 'not_contracted', failure: null };
const down: Standing = { outcome: null, failure: 'unreachable' };
const registry = { statusCode: 'SH10', data: clean.identificacion };

/** The score of a profile from what is stored, the standings of its sources and what was just renewed. */
function scored(
  stored: Partial<Record<Section, { statusCode: string; data?: unknown }>>,
  standings: Partial<Record<SourceName, Standing>>,
  renewed: WrittenSection[] = [],
) {
  const empty = emptyFragments('SH50').v2;
  const { statusCode, v2 } = scoreSection(
    { docType: 'RUC', taxId: '20990000019' },
    {
      fragments: sections.map((section, i) => (stored[section] ? `"${section}":${JSON.stringify(stored[section])}` : empty[i]!)),
      standings: sourceNames.map((source) => ({ source, isPartial: false, ...notContracted, ...standings[source] })),
      areOmissionsUnknown: false,
      month: '2026-03',
    },
    renewed,
  );
  return { statusCode, section: v2 as AlertaServicioSection | undefined };
}

it('a profile without any module has no score: because a source failed, or because none is contracted', () => {
  expect(scored({}, {})).toEqual({ statusCode: 'SH30', section: undefined });
  expect(scored({}, { protestos: down })).toEqual({ statusCode: 'SH50', section: undefined });
  expect(scored({ identificacion: registry }, { identificacion: { outcome: 'data', failure: null }, protestos: down }).statusCode).toBe(
    'SH50',
  );
  expect(scored({}, { importaciones: down }).statusCode).toBe('SH30');
});

it('a profile whose registry alone was read is scored by it, also if its latest attempt failed', () => {
  const lost = { statusCode: 'SH10', data: { ...clean.identificacion, condicion_contribuyente: 'NO HABIDO' } };
  for (const failure of [null, 'timeout']) {
    const { statusCode, section } = scored({ identificacion: lost }, { identificacion: { outcome: 'data', failure } });
    expect([statusCode, section?.modulos_incluidos, section?.clasificacion]).toEqual(['SH10', [], 'Alerta media']);
  }
});

it('a module that was stored earlier counts with its debts, and one in which nothing is registered counts without points', () => {
  const owing = { statusCode: 'SH10', data: inBulletin({ coactiva: 400 }) };
  const answers = { deuda_coactiva: { outcome: 'data', failure: null }, morosos_judiciales: { outcome: 'empty', failure: null } } as const;
  const { section } = scored({ boletin: owing, judicial: { statusCode: 'SH11' } }, answers);
  expect(section).toMatchObject({ modulos_incluidos: ['judicial', 'boletin'], puntaje_judicial: 0, puntaje_boletin: 3 });
});

it('a module that was just renewed counts with its new content, not with what is stored', () => {
  const stored = { boletin: { statusCode: 'SH10', data: inBulletin({ coactiva: 400 }) } };
  const renewedTo = (more: Pick<WrittenSection, 'statusCode' | 'v2'>) =>
    scored(stored, { deuda_coactiva: { outcome: 'data', failure: null } }, [{ section: 'boletin', provenance: [], ...more }]).section;
  expect(renewedTo({ statusCode: 'SH10', v2: inBulletin({ coactiva: 60_000 }) })).toMatchObject({ puntaje_boletin: 9 });
  expect(renewedTo({ statusCode: 'SH11' })).toMatchObject({ puntaje_boletin: 0 });
});

it('a module that is still loading is not included, although a source of it has answered', () => {
  const answers = { deuda_coactiva: { outcome: 'data', failure: null }, morosos_judiciales: { outcome: 'empty', failure: null } } as const;
  const { section } = scored({ boletin: { statusCode: 'SH20' }, judicial: { statusCode: 'SH11' } }, answers);
  expect(section?.modulos_incluidos).toEqual(['judicial']);
});

it('a module counts only if a source that is scored has answered', () => {
  const guarantors = { statusCode: 'SH10', data: clean.finanzas };
  const answers = { codeudores_avales: { outcome: 'data', failure: null }, deuda_financiera: down } as const;
  expect(scored({ finanzas: guarantors }, answers).statusCode).toBe('SH50');
});
