import { describe, expect, it } from '@jest/globals';
import { screeningLists, type ScreeningBasis } from '@vigia/contracts';
import { meaningOfHit, meaningsOfList, meaningsOfLists } from '../src/language/list-meanings.ts';
import { datasetName } from '../src/language/published.ts';
import type { Basis } from '../src/profile/basis/basis.tsx';
import { basis as en } from '../src/profile/basis/words.en.ts';
import { basis as es } from '../src/profile/basis/words.es.ts';
import { exposedWords, searchedLists } from '../src/profile/cards/searched-lists.ts';

const nothingFound = { hits: [] };

describe('the lists of a screening', () => {
  it('are shown by what they can say of somebody', () => {
    expect(meaningsOfLists(['un', 'ofac_sdn'], 'es')).toBe('sanciones');
    expect(meaningsOfLists(['un', 'world_bank', 'oece_multas', 'ssco'], 'es')).toBe(
      'sanciones, inhabilitaciones, multas y sujetos sin capacidad operativa',
    );
    expect(meaningsOfLists(['world_bank', 'un'], 'es')).toBe('sanciones e inhabilitaciones');
    expect(meaningsOfLists(['un', 'opensanctions'], 'en')).toBe('sanctions, politically exposed persons (PEP) and debarments');
    expect([meaningsOfLists(['un', 'SIM-PEP'], 'es'), meaningsOfLists([], 'es'), meaningsOfLists(['constructor'], 'es')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('say so if none of them names exposed persons, and if that is not known', () => {
    expect(exposedWords(['un', 'ssco'], nothingFound, es)).toBe('Ninguna de estas listas informa personas expuestas políticamente.');
    expect(exposedWords(['un'], nothingFound, en)).toBe('This list does not name politically exposed persons.');
    expect(exposedWords(['un', 'opensanctions'], nothingFound, es)).toBe(null);
    expect(exposedWords(['SANCIONES-INVENTADAS', 'PEP-INVENTADAS'], nothingFound, es)).toBe(null);
    expect(exposedWords(['un', 'SIM-PEP'], nothingFound, es)).toBe(es.exposedUnknown);
    expect(exposedWords(['SIM-PEP'], { hits: [{ topic: 'pep' }] }, es)).toBe(null);
  });

  it('are those of the latest screening, which the kept basis does not name if the hits are the same', () => {
    const kept: Pick<ScreeningBasis, 'lists'> = { lists: [{ list: 'PEP-INVENTADAS', version: 'inventada-2' }] };
    const basis = (version: string | null): Basis => ({
      sections: [],
      latest: [{ source: 'listas_compliance', answeredAt: '2026-11-20T14:00:00.000Z', version }],
    });
    expect(searchedLists(basis('ssco ssco 2026-11-20 3f9a41c2, un un 2026-02-27 66b392a4'), kept)).toEqual(['ssco', 'un']);
    for (const version of ['sim-v1/2026-11', null]) expect(searchedLists(basis(version), kept)).toEqual(['PEP-INVENTADAS']);
    expect(searchedLists({ sections: [], latest: [] }, kept)).toEqual(['PEP-INVENTADAS']);
  });
});

describe('what a list says of somebody', () => {
  it('is shown on a hit, also on one that was kept under the topic by which it weighs', () => {
    const said = (list: string, topic: 'sancion' | 'pep' | 'inhabilitacion') => meaningOfHit({ list, topic }, 'es');
    expect([said('oece_multas', 'inhabilitacion'), said('ssco', 'sancion')]).toEqual(['Multa', 'Sin capacidad operativa']);
    expect([said('opensanctions', 'pep'), said('SIM-PEP', 'pep')]).toEqual([
      'Persona expuesta políticamente',
      'Persona expuesta políticamente',
    ]);
    expect([said('un', 'sancion'), said('oece_sancionados', 'inhabilitacion')]).toEqual(['Sanción', 'Inhabilitación']);
  });

  it('is shown to operators, even of a list that the page does not know', () => {
    expect(meaningsOfList({ name: 'opensanctions', topic: 'sancion' }, 'es')).toBe(
      'Sanciones, personas expuestas políticamente (PEP) e inhabilitaciones',
    );
    expect(meaningsOfList({ name: 'oece_multas', topic: 'inhabilitacion' }, 'es')).toBe('Multas');
    expect(meaningsOfList({ name: 'of a later release', topic: 'pep' }, 'en')).toBe('Politically exposed persons (PEP)');
  });

  it('stands beside a name for people', () => {
    const named = Object.keys(screeningLists).filter((list) => !list.endsWith('INVENTADAS') && !list.endsWith('INVENTADOS'));
    expect(named.filter((list) => datasetName(list, 'es') === list.replaceAll('_', ' '))).toEqual([]);
  });
});
