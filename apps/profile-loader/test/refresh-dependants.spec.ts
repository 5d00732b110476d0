import { describe, expect, it } from '@jest/globals';
import type { DocType, SourceName } from '@vigia/contracts';
import { boundedDependants, fitting, withinDependants, type Due } from '../src/loads/refresh-dependants.js';
import { providersOf } from '../src/sources/providers/provider.js';
import { readProviderFile } from '../src/sources/providers/read-provider-file.js';

const screening: SourceName = 'listas_compliance';
const due = (taxId: string, source: SourceName, docType: DocType = 'RUC'): Due => ({ docType, taxId, source });
const limits = { readyProviders: [], sourcesUrl: undefined, sourceTimeoutMs: 15_000, sourceConcurrency: 1, refreshHours: 24 };

describe('a source that refreshes of other sources bring along', () => {
  it.each([
    ['bounds those refreshes when a provider screens', { kind: 'http', url: 'https://screening.invalid/{taxId}' }, [screening]],
    ['bounds those refreshes when it has a rate', { kind: 'lists', rate: { max: 1, perMs: 1_000 } }, [screening]],
    ['bounds no refreshes when the lists of the platform answer', { kind: 'lists' }, []],
    ['bounds no refreshes when it has no provider', { kind: 'none' }, []],
  ])('%s', (_what, entry, bounded) => {
    const providers = readProviderFile(JSON.stringify({ sources: { [screening]: entry } }), {});
    expect(boundedDependants({ of: providersOf({ ...limits, providers }) })).toEqual(bounded);
  });

  it('limits the room of the sources that bring it along to its own room, and of no others', () => {
    const room = new Map<SourceName, number>([
      ['identificacion', 9],
      ['representantes_legales', 1],
      ['protestos', 9],
      [screening, 2],
    ]);
    expect([...withinDependants(room, [screening]).values()]).toEqual([2, 1, 9, 2]);
    expect(withinDependants(room, [])).toEqual(room);
  });

  it('holds nothing back while it is paused, because it is not brought along', () => {
    const room = new Map<SourceName, number>([['identificacion', 9]]);
    expect(withinDependants(room, [screening])).toEqual(room);
    const late = [due('1', 'identificacion'), due('2', 'identificacion', 'DNI')];
    expect(fitting(late, room, [screening])).toEqual(late);
  });

  it('is brought along for as many documents as it has room for, of any kind and by any source', () => {
    const late = [
      due('1', 'identificacion'),
      due('1', 'representantes_legales'),
      due('2', 'identificacion', 'DNI'),
      due('2', 'protestos', 'DNI'),
      due('1', 'identificacion', 'DNI'),
      due('3', 'representantes_legales'),
      due('3', 'protestos'),
      due('4', screening),
      due('2', screening, 'DNI'),
    ];
    const opened = [0, 1, 2, 3, 6, 8].map((index) => late[index]);
    expect(fitting(late, new Map([[screening, 2]]), [screening])).toEqual(opened);
    expect(fitting(late, new Map([[screening, 0]]), [])).toEqual(late);
  });
});
