import { describe, expect, it } from '@jest/globals';
import type { Document, ScreeningBasis } from '@vigia/contracts';
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

const verdict = (veredicto: 'confirmado' | 'descartado') => ({ veredicto, motivo: 'otro giro', por: 'operator', cuando: '2026-11-23' });

describe('the level of compliance', () => {
  it.each<[level: string, what: string, hits: Hit[]]>([
    ['Alta', 'the document is on a sanctions list, whatever the name', [byDocument]],
    ['Alta', 'the most severe of many hits is severe', [similar, { ...byDocument, tema: 'pep' }, byDocument, byName]],
    ['Alta', 'the document of a representative is on a list that binds', [{ ...byDocument, sujeto: 'representante', vinculante: true }]],
    ['Alta', 'facts speak for a nearly equal name', [{ ...byName, similitud: 0.95, fuerza: 0.55 }]],
    ['Alta', 'somebody has confirmed that the two are the same', [{ ...similar, veredicto: verdict('confirmado') }]],
    ['Media', 'facts speak for a name that is less than nearly equal', [{ ...byName, similitud: 0.9499, fuerza: 0.55 }]],
    ['Media', 'few facts speak for an equal name', [{ ...byName, fuerza: 0.5499 }]],
    ['Media', 'facts say little against an equal name', [{ ...byName, fuerza: 0.2 }]],
    ['Media', 'the name is the same from 0.8 on, on a list that binds', [{ ...byName, similitud: 0.8, vinculante: true }]],
    ['Baja', 'the name is only similar, on a list that binds', [{ ...byName, similitud: 0.7999, vinculante: true }]],
    ['Baja', 'facts say more against an equal name', [{ ...byName, fuerza: 0.1999 }]],
    ['Baja', 'somebody has dismissed the document', [{ ...byDocument, veredicto: verdict('descartado') }]],
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

  it('has the evidence, the link and the verdict of a hit in the words of the record', () => {
    const found: Hit = {
      ...byName,
      vinculante: true,
      enlace: 'https://example.com/1',
      fuerza: 0.4,
      indicios: [ground('nacimiento', 'en_contra'), inPeru],
      veredicto: verdict('confirmado'),
    };
    const { kept } = grounds('7', found, { ...found, veredicto: verdict('descartado') }, byName);
    const [hit, dismissed, plain] = (kept as ScreeningBasis).hits;
    expect(hit).toMatchObject({
      isBinding: true,
      link: 'https://example.com/1',
      evidence: {
        strength: 0.4,
        grounds: [
          { fact: 'birth', speaks: 'against', asked: 'a', listed: 'b' },
          { fact: 'country', speaks: 'for', asked: 'a', listed: 'b' },
        ],
      },
      verdict: { verdict: 'confirmed', reason: 'otro giro', decidedBy: 'operator', decidedAt: '2026-11-23' },
    });
    expect(dismissed!.verdict).toMatchObject({ verdict: 'dismissed' });
    expect(plain).toMatchObject({ isBinding: false, link: null, evidence: null, verdict: null });
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
