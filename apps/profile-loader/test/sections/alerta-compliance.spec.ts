import { describe, expect, it } from '@jest/globals';
import type { Document } from '@vigia/contracts';
import { sectionDefinitions } from '../../src/sections/sections.js';
import type { Hit } from '../../src/sources/listas_compliance/listas_compliance.js';

const { alerta_compliance } = sectionDefinitions;

const document: Document = { docType: 'RUC', taxId: '20991000012' };
const byName: Hit = {
  lista: 'L',
  tema: 'sancion',
  id_entidad: '1',
  sujeto: 'titular',
  nombre_consultado: 'EMPRESA INVENTADA',
  nombre_listado: 'EMPRESA INVENTADA',
  documento: null,
  similitud: 1,
};
const documento = { tipo: 'RUC', numero: document.taxId };
const byDocument: Hit = { ...byName, documento, similitud: 0 };
const similar: Hit = { ...byName, similitud: 0.8499 };
type Ground = NonNullable<Hit['indicios']>[number];
const ground = (indicio: Ground['indicio'], sentido: Ground['sentido']): Ground => ({ indicio, sentido, consultado: 'a', listado: 'b' });
const inPeru = ground('pais', 'a_favor');
/** With Peru in common, as for nearly everybody who is screened here. */
const against = (indicio: Ground['indicio'], fuerza: number): Hit => ({
  ...byName,
  fuerza,
  indicios: [ground(indicio, 'en_contra'), inPeru],
});

describe('the level of compliance', () => {
  it.each<[level: string, what: string, hits: Hit[]]>([
    ['Alta', 'the document is on a sanctions list, whatever the name', [byDocument]],
    ['Alta', 'the most severe of many hits is severe', [similar, { ...byDocument, tema: 'pep' }, byDocument, byName]],
    ['Media', 'the name alone is on a sanctions list', [byName]],
    ['Media', 'the name is the same from 0.85 on', [{ ...byName, similitud: 0.85 }]],
    ['Media', 'the document is one of an exposed person', [{ ...byDocument, tema: 'pep' }]],
    ['Media', 'the document is one of a disqualified supplier', [{ ...byDocument, tema: 'inhabilitacion' }]],
    ['Media', 'a representative is sanctioned', [{ ...byDocument, sujeto: 'representante' }]],
    ['Media', 'a representative has the name of an exposed person', [{ ...byName, tema: 'pep', sujeto: 'representante' }]],
    ['Media', 'only another document speaks against the name', [against('documento', 0.3)]],
    [
      'Media',
      'a weak alias has the birth of the profile',
      [{ ...byName, fuerza: 0.4, indicios: [ground('nacimiento', 'a_favor'), ground('alias_debil', 'en_contra')] }],
    ],
    ['Alta', 'a document is the same, and the birth another', [{ ...against('nacimiento', 0.85), documento }]],
    ['Baja', 'a birth speaks against the name', [against('nacimiento', 0.2)]],
    ['Baja', 'the name is a weak alias', [against('alias_debil', 0.25)]],
    ['Baja', 'the entry is of another kind, also on a list that binds', [{ ...against('clase', 0.25), vinculante: true }]],
    ['Baja', 'a provider says that little but the name speaks for it', [{ ...byName, fuerza: 0.1 }]],
    ['Baja', 'a name is only similar', [similar]],
    [
      'Baja',
      'there are many hits, and all are only similar',
      [similar, { ...similar, tema: 'pep' }, { ...similar, sujeto: 'representante' }],
    ],
    ['Baja', 'nothing was found', []],
  ])('is Alerta %s when %s', (level, _what, coincidencias) => {
    const answers = { listas_compliance: { listas: [{ lista: 'L', version: '1' }], coincidencias } };
    expect(alerta_compliance.v2(answers, document)).toEqual({ nivel: `Alerta ${level}` });
    expect(alerta_compliance.v1!(answers, document)).toBe(`Alerta ${level}`);
  });
});

describe('the basis of a screening', () => {
  const grounds = (version: string, ...coincidencias: Hit[]) =>
    alerta_compliance.grounds!({ listas_compliance: { listas: [{ lista: 'L', version }], coincidencias } })!;
  const explained: Hit = {
    ...byName,
    alineacion: [{ consultado: 'empresa', listado: 'empresa', puntaje: 1 }],
    sin_par: { consultado: ['inventada'], listado: [] },
  };

  it('is its lists and its hits, with the matched words when the screening gives them', () => {
    expect(grounds('7', byDocument, explained).kept).toEqual({
      lists: [{ list: 'L', version: '7' }],
      hits: [
        expect.objectContaining({ entityId: '1', document: { kind: 'RUC', number: document.taxId }, similarity: 0, words: null }),
        expect.objectContaining({
          document: null,
          words: { pairs: [{ asked: 'empresa', listed: 'empresa', score: 1 }], askedOnly: ['inventada'], listedOnly: [] },
        }),
      ],
    });
  });

  it('changes with its hits, and not with the version of a list', () => {
    expect(grounds('8', byName).compared).toEqual(grounds('7', byName).compared);
    expect(grounds('7', similar).compared).not.toEqual(grounds('7', byName).compared);
  });

  it('does not change with the order of the hits', () => {
    const others = [{ ...byName, nombre_consultado: 'OTRA EMPRESA' }, { ...byName, id_entidad: '2' }, byDocument];
    expect(grounds('7', byName, ...others).compared).toEqual(grounds('7', ...others.toReversed(), byName).compared);
  });

  it('is null when the source has no data', () => {
    expect(alerta_compliance.grounds!({ listas_compliance: null })).toBeNull();
  });
});
