import { describe, expect, it } from '@jest/globals';
import { rucOfDni } from '@vigia/contracts';
import fc from 'fast-check';
import { evidenceOf, nameAlone } from '../../src/screening/domain/evidence.js';
import { kindToldBy, subjectsOf, type Subject } from '../../src/screening/domain/subjects.js';
import type { ListedEntity } from '../../src/screening/domain/listed-entity.js';

const person: Subject = { sujeto: 'titular', nombre: 'URIARTE QUEVEDO OFELIA', documentos: [], nacimiento: null, paises: [] };
const name = { text: 'URIARTE QUEVEDO OFELIA', isWeak: false, order: 'family-first' as const };
const entry: ListedEntity = {
  id: '1',
  kind: 'person',
  names: [name],
  documents: [],
  births: [],
  countries: [],
  programmes: [],
  link: null,
  until: null,
};
const births = [
  { day: '1970-05-01', from: null, to: null, isApproximate: false },
  { day: null, from: 1980, to: 1982, isApproximate: false },
];
const strengthOf = (
  subject: Partial<Subject>,
  listed: Partial<ListedEntity>,
  isWeak = false,
  document: Subject['documentos'][0] | null = null,
) =>
  evidenceOf(
    { ...person, ...subject },
    { entity: { ...entry, ...listed }, name: { ...name, isWeak }, document, toldKind: listed.kind ?? entry.kind },
  );

describe('evidence beside a name', () => {
  it('is empty when nothing else is known', () => {
    expect(strengthOf({}, {})).toEqual({ fuerza: nameAlone, indicios: [] });
    expect(strengthOf({ nacimiento: '1970-05-01' }, { countries: ['PE'] })).toEqual({ fuerza: nameAlone, indicios: [] });
    expect(strengthOf({ paises: ['PE'] }, { births })).toEqual({ fuerza: nameAlone, indicios: [] });
  });

  it.each<[what: string, subject: Partial<Subject>, listed: Partial<ListedEntity>, fuerza: number, ground: object]>([
    ['a day of birth', { nacimiento: '1970-05-01' }, { births }, 0.7, { indicio: 'nacimiento', sentido: 'a_favor', listado: '1970-05-01' }],
    [
      'a year of birth',
      { nacimiento: '1981-01-31' },
      { births },
      0.55,
      { indicio: 'nacimiento', sentido: 'a_favor', listado: '1980–1982' },
    ],
    ['another birth', { nacimiento: '1990-01-31' }, { births }, 0.1, { sentido: 'en_contra', listado: '1970-05-01, 1980–1982' }],
    ['another day in the same year', { nacimiento: '1970-05-02' }, { births: births.slice(0, 1) }, 0.1, { sentido: 'en_contra' }],
    ['a country', { paises: ['PE'] }, { countries: ['CO', 'PE'] }, 0.4, { indicio: 'pais', sentido: 'a_favor', listado: 'PE' }],
    ['another country', { paises: ['PE'] }, { countries: ['CO'] }, 0.25, { indicio: 'pais', sentido: 'en_contra', listado: 'CO' }],
    ['a ship', {}, { kind: 'vessel' }, 0.15, { indicio: 'clase', sentido: 'en_contra', listado: 'vessel' }],
    ['an aircraft', {}, { kind: 'aircraft' }, 0.15, { indicio: 'clase', sentido: 'en_contra', listado: 'aircraft' }],
    [
      'another document of one kind',
      { documentos: [{ tipo: 'DNI', numero: '99991234' }] },
      { documents: [{ tipo: 'DNI', numero: '99991235' }] },
      0.2,
      { indicio: 'documento', sentido: 'en_contra' },
    ],
  ])('gives %s its weight', (_what, subject, listed, fuerza, ground) => {
    expect(strengthOf(subject, listed)).toMatchObject({ fuerza, indicios: [ground] });
  });

  it.each<[what: string, nacimiento: string, day: string | null, fuerza: number, grounds: object[]]>([
    ['in its year', '1960-12-31', null, 0.55, [{ indicio: 'nacimiento', sentido: 'a_favor', listado: '1960 aprox.' }]],
    ['near its year', '1961-05-01', null, nameAlone, []],
    ['ten years away', '1950-01-01', null, nameAlone, []],
    ['ten years away on the other side', '1970-12-31', null, nameAlone, []],
    ['near its day', '1961-05-01', '1960-05-01', nameAlone, []],
    ['in another generation', '1971-01-01', null, 0.1, [{ indicio: 'nacimiento', sentido: 'en_contra', listado: '1960 aprox.' }]],
    ['in the generation before', '1949-12-31', null, 0.1, [{ indicio: 'nacimiento', sentido: 'en_contra', listado: '1960 aprox.' }]],
  ])('takes an approximate birth for no exact one: %s', (_what, nacimiento, day, fuerza, grounds) => {
    const circa = { day, from: day === null ? 1960 : null, to: day === null ? 1960 : null, isApproximate: true };
    expect(strengthOf({ nacimiento }, { births: [circa] })).toMatchObject({ fuerza, indicios: grounds });
  });

  it('has nothing against a birth that one of several, an approximate one, may be', () => {
    const circa = { day: null, from: 1960, to: 1960, isApproximate: true };
    expect(strengthOf({ nacimiento: '1961-05-01' }, { births: [births[0]!, circa] })).toEqual({ fuerza: nameAlone, indicios: [] });
  });

  it('does not compare documents of different kinds', () => {
    const listed = { documents: [{ tipo: 'PASAPORTE', numero: '99991235' }] };
    expect(strengthOf({ documentos: [{ tipo: 'DNI', numero: '99991234' }] }, listed)).toEqual({ fuerza: nameAlone, indicios: [] });
  });

  it('is never nothing, whatever speaks against the two', () => {
    const subject = { nacimiento: '1990-01-31', paises: ['PE'], documentos: [{ tipo: 'DNI', numero: '99991234' }] };
    const listed = { births, countries: ['CO'], kind: 'vessel' as const, documents: [{ tipo: 'DNI', numero: '99991235' }] };
    const { fuerza, indicios } = strengthOf(subject, listed, true);
    expect([fuerza, indicios.length]).toEqual([0.05, 5]);
  });

  it.each<[what: string, subject: Partial<Subject>, listed: Partial<ListedEntity>, fuerza: number]>([
    ['alone', {}, {}, 0.9],
    ['with the day of birth', { nacimiento: '1970-05-01' }, { births }, 1],
    ['with the country', { paises: ['PE'] }, { countries: ['PE'] }, 0.93],
    ['against another country', { paises: ['PE'] }, { countries: ['CO'] }, 0.89],
    ['against another birth', { nacimiento: '1990-01-31' }, { births }, 0.85],
  ])('of a document that both have is named first and nearly certain: %s', (_what, subject, listed, fuerza) => {
    const shared = { tipo: 'DNI', numero: '99991234' };
    const evidence = strengthOf(subject, listed, false, shared);
    expect(evidence.fuerza).toBe(fuerza);
    expect(evidence.indicios[0]).toEqual({
      indicio: 'documento',
      sentido: 'a_favor',
      consultado: 'DNI 99991234',
      listado: 'DNI 99991234',
    });
  });

  it('is weaker for a name that the list calls weak', () => {
    expect(strengthOf({}, {}, true)).toMatchObject({ fuerza: 0.15, indicios: [{ indicio: 'alias_debil' }] });
  });

  it('never falls for a supporting fact nor rises for a contrary one, and a document outweighs all', () => {
    const born = fc.constantFrom(null, '1970-05-01', '1981-01-31', '1990-01-31');
    const countries = fc.constantFrom(['PE'], ['CO'], []);
    fc.assert(
      fc.property(
        born,
        countries,
        fc.boolean(),
        fc.constantFrom<ListedEntity['kind']>('person', 'vessel'),
        (nacimiento, listed, isWeak, kind) => {
          const subject = { nacimiento, paises: ['PE'] };
          const of = (more: Partial<ListedEntity>) => strengthOf(subject, { births, countries: listed, kind, ...more }, isWeak).fuerza;
          const { fuerza } = strengthOf(subject, { births, countries: listed, kind }, isWeak);
          expect(of({ countries: ['PE'] })).toBeGreaterThanOrEqual(fuerza);
          expect(of({ kind: 'vessel' })).toBeLessThanOrEqual(fuerza);
          expect(
            strengthOf({ ...subject, nacimiento: '1970-05-01' }, { births, countries: listed, kind }, isWeak).fuerza,
          ).toBeGreaterThanOrEqual(fuerza);
          const shared = { tipo: 'DNI', numero: '99991234' };
          expect(strengthOf(subject, { births, countries: listed, kind }, isWeak, shared).fuerza).toBeGreaterThanOrEqual(
            Math.max(0.85, fuerza),
          );
        },
      ),
    );
  });
});

describe('the subjects of a screening', () => {
  const document = { docType: 'RUC', taxId: '20991000012' } as const;
  const registered = { nombre_o_razon_social: 'EMPRESA INVENTADA S.A.C.', numero_ruc: null };
  const one = { nombre: 'X Y', tipo_documento: 'DNI', numero_documento: '99991234' };

  it('are the profile itself, its representatives and its partners, with what is known of each', () => {
    const representantes = [
      { ...one, cargo: 'GERENTE GENERAL', participacion: 40, fecha_nacimiento: '01/05/1970' },
      { ...one, cargo: 'SOCIO' },
      { ...one, cargo: 'Accionista', tipo_documento: 'CE', numero_documento: 'SIM000001' },
    ];
    expect(subjectsOf(document, registered, { representantes })).toMatchObject([
      { sujeto: 'titular', paises: ['PE'], nacimiento: null },
      { sujeto: 'representante', paises: ['PE'], nacimiento: '1970-05-01' },
      { sujeto: 'socio', paises: ['PE'] },
      { sujeto: 'socio', paises: [] },
    ]);
  });

  it.each<['representante' | 'socio', string | undefined, number | null]>([
    ['socio', 'SOCIA', null],
    ['socio', undefined, 40],
    ['representante', undefined, null],
    ['representante', 'ASOCIADO', 40],
  ])('are a %s by the office %s and the share %s', (sujeto, cargo, participacion) => {
    const [, subject] = subjectsOf(document, registered, { representantes: [{ ...one, ...(cargo && { cargo }), participacion }] });
    expect(subject!.sujeto).toBe(sujeto);
  });

  it('have the RUC of their DNI and the DNI of their RUC, once each', () => {
    const both = [
      { tipo: 'DNI', numero: '99991234' },
      { tipo: 'RUC', numero: rucOfDni('99991234') },
    ];
    const documentsOf = (docType: 'DNI' | 'RUC' | 'CE', taxId: string, numero_ruc: string | null) =>
      subjectsOf({ docType, taxId }, { ...registered, numero_ruc }, null)[0]!.documentos;
    expect(documentsOf('DNI', '99991234', null)).toEqual(both);
    expect(documentsOf('DNI', '99991234', rucOfDni('99991234'))).toEqual(both);
    expect(documentsOf('RUC', rucOfDni('99991234'), null)).toEqual(both.toReversed());
    expect(documentsOf('CE', 'SIM000001', '20991000012')).toEqual([
      { tipo: 'CE', numero: 'SIM000001' },
      { tipo: 'RUC', numero: '20991000012' },
    ]);
  });

  it('have the country of Peru by any of their documents, and no name where the register gives none', () => {
    const [foreigner] = subjectsOf({ docType: 'CE', taxId: 'SIM000001' }, { ...registered, numero_ruc: '15999000015' }, null);
    expect(foreigner!.paises).toEqual(['PE']);
    for (const nombre of ['NO ESPECIFICADO', 'NO  ESPECIFICADO ']) {
      const [, unnamed] = subjectsOf(document, registered, { representantes: [{ ...one, nombre }] });
      expect(unnamed!.nombre).toBeNull();
    }
  });

  it.each<['person' | 'company' | null, string, string]>([
    ['company', 'RUC', '20991000012'],
    ['person', 'RUC', '10999912345'],
    ['person', 'RUC', '15999000015'],
    ['person', 'DNI', '20991234'],
    ['person', 'CE', '200012345'],
    ['person', 'PASAPORTE', '20AB1234'],
    [null, 'OTRO', '20991000012'],
  ])('are known to be a %s by the document %s %s', (kind, tipo, numero) => {
    expect(kindToldBy([{ tipo, numero }])).toBe(kind);
  });

  it('are a person in two offices once, and once more as a partner', () => {
    const representantes = ['GERENTE GENERAL', 'APODERADO', 'SOCIO'].map((cargo) => ({ ...one, cargo }));
    const subjects = subjectsOf(document, registered, {
      representantes: [...representantes, { ...one, nombre: 'Z Y', cargo: 'APODERADO' }],
    });
    expect(subjects.map(({ sujeto, nombre }) => [sujeto, nombre])).toEqual([
      ['titular', 'EMPRESA INVENTADA S.A.C.'],
      ['representante', 'X Y'],
      ['socio', 'X Y'],
      ['representante', 'Z Y'],
    ]);
  });
});
