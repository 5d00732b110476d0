import { describe, expect, it } from '@jest/globals';
import { basisOf, type KeptVersion } from '../../src/panel/profiles/domain/section-basis.js';

const observedAt = '2026-03-01T15:00:00.000Z';
const seen = { failedSources: [], withheld: [] };
const answered = (source: string) => ({ source, sourceVersion: 'v1', observedAt });
const silent = (source: string) => ({ source, sourceVersion: null, observedAt: null });

function namedBy(provenance: KeptVersion['provenance'], validFrom: string | null = observedAt) {
  const fragment = '"boletin":{"statusCode":"SH10","data":{}}';
  return basisOf('boletin', 'RUC', { fragment, validFrom, provenance }, seen).sources.map(({ source, version }) => [source, version]);
}

describe('the sources of a stored section', () => {
  it('are those that it was written with, whatever the section has today', () => {
    const kept = [answered('deuda_coactiva'), silent('deuda_vencida'), answered('titulos_protestados')];
    expect(namedBy(kept)).toEqual([
      ['deuda_coactiva', 'v1'],
      ['deuda_vencida', null],
      ['titulos_protestados', 'v1'],
    ]);
  });

  it('include those of the first releases that had given nothing, which its version does not name', () => {
    const all = [
      ['deuda_coactiva', null],
      ['deuda_vencida', 'v1'],
      ['protestos', null],
    ];
    expect(namedBy([answered('deuda_vencida')])).toEqual(all);
    expect(namedBy([silent('deuda_coactiva'), answered('deuda_vencida'), silent('protestos')])).toEqual(all);
  });

  it('are those of today while it is not written yet', () => {
    expect(namedBy([], null)).toEqual([
      ['deuda_coactiva', null],
      ['deuda_vencida', null],
      ['protestos', null],
    ]);
  });

  it('are none where the section does not apply to the kind of document', () => {
    const fragment = '"legal":{"statusCode":"SH40","data":{}}';
    expect(basisOf('legal', 'DNI', { fragment, validFrom: observedAt, provenance: [] }, seen).sources).toEqual([]);
  });
});
