import { afterEach, describe, expect, it } from '@jest/globals';
import { awaitedFragments, docTypes, sectionsInUse, sectionsV1, sourceCatalogue, sourcesOf, type Section } from '@vigia/contracts';
import { firstFragments } from '../../src/domain/first-fragments.js';

const stopped = new Set<object>();

function askNothing(section: Section): void {
  for (const source of sourcesOf(section)) {
    Reflect.set(sourceCatalogue[source], 'docTypes', []);
    stopped.add(sourceCatalogue[source]);
  }
}

describe('what a profile has before any source has answered', () => {
  afterEach(() => stopped.forEach((source) => Reflect.deleteProperty(source, 'docTypes')));

  it.each(docTypes)('is a text per section of a %s', (docType) => {
    const { v1, v2 } = firstFragments(docType);
    expect(v2).toEqual(awaitedFragments(docType).v2.slice(0, v2.length));
    expect(v1).toEqual(awaitedFragments(docType).v1);
    expect(v2.length).toBeGreaterThanOrEqual(v1.length);
  });

  it('lacks sections at the end that are not in use yet', () => {
    const before = firstFragments('RUC').v2.length;
    askNothing(sectionsInUse().at(-1)!);
    const { v1, v2 } = firstFragments('RUC');
    expect([v1.length, v2.length]).toEqual([Math.min(before - 1, sectionsV1.length), before - 1]);
  });

  it('has a text of a section that is not in use before others that are', () => {
    const before = firstFragments('RUC').v2.length;
    askNothing('alerta_tercero');
    expect(firstFragments('RUC').v2).toHaveLength(before);
    expect(firstFragments('RUC').v2[8]).toBe('"alerta_tercero":{"statusCode":"SH40","data":{}}');
  });
});
