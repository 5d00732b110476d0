import { describe, expect, it } from '@jest/globals';
import { sourcesFor, type Document, type SourceName } from '@vigia/contracts';
import { AddedSources } from '../src/loads/added-sources.js';
import type { DueDocument } from '../src/loads/refresh-dependants.js';

const screening: SourceName = 'listas_compliance';
const members: SourceName = 'representantes_legales';
const company: Document = { docType: 'RUC', taxId: '20990000019' };
const another: Document = { docType: 'RUC', taxId: '20990000027' };
const person: Document = { docType: 'DNI', taxId: '99990001' };

const knownBut = (...added: SourceName[]) =>
  sourcesFor('RUC')
    .filter((source) => !added.includes(source))
    .map((source) => ({ source }));
const roomFor = (more: Partial<Record<SourceName, number>>) => new Map(Object.entries(more) as [SourceName, number][]);
const due = (document: Document, ...sources: SourceName[]): DueDocument => ({ ...document, sources });

describe('sources that a release has added', () => {
  it('are those of the kind of document that have no standing and are not asked anyway', () => {
    const added = new AddedSources(roomFor({ protestos: 9, trabajadores: 9, [members]: 9 }), [], []);
    expect(added.beside(['trabajadores'], company, knownBut('protestos', 'trabajadores'))).toEqual(['protestos']);
    expect(added.beside([], company, knownBut())).toEqual([]);
    expect(added.beside([], person, knownBut('protestos', members))).toEqual(['protestos']);
  });

  it('are asked about as many documents as the due refreshes of the round leave room for', () => {
    const added = new AddedSources(roomFor({ protestos: 2 }), [], [due(another, 'protestos'), due(company, 'trabajadores')]);
    expect(added.beside([], company, knownBut('protestos'))).toEqual(['protestos']);
    expect(added.beside([], person, knownBut('protestos'))).toEqual([]);
  });

  it('are not asked while they are paused', () => {
    expect(new AddedSources(roomFor({ trabajadores: 9 }), [], []).beside([], company, knownBut('protestos'))).toEqual([]);
  });

  describe('that bring another source along', () => {
    const room = roomFor({ [members]: 9, [screening]: 2 });
    const ask = (added: AddedSources, asked: SourceName[] = []) => added.beside(asked, company, knownBut(members));

    it('need its room if its tasks may wait, which due refreshes and earlier documents have taken', () => {
      const added = new AddedSources(room, [screening], [due(another, 'identificacion')]);
      expect(ask(added)).toEqual([members]);
      expect(ask(added)).toEqual([]);
      expect(ask(added, ['identificacion', screening])).toEqual([members]);
    });

    it('do not need it if its tasks never wait, or while it is paused', () => {
      expect(ask(new AddedSources(roomFor({ [members]: 9, [screening]: 0 }), [], []))).toEqual([members]);
      expect(ask(new AddedSources(roomFor({ [members]: 9 }), [screening], []))).toEqual([members]);
    });
  });
});
