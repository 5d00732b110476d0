import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { sourceNames, type SourceName } from '@vigia/contracts';
import { mappingOf } from '../../src/sections/sections.js';
import type { SourceMapping } from '../../src/sources/source-mapping.js';
import { fixturesOf, sourcesFolder, type Fixture } from './fixtures-of.js';
import { deepFrozen, withEachDayIn, withEachOfAnotherType, withNewFields, withoutEachField } from './spoiled-answers.js';

const mappingInFolder = async (source: SourceName): Promise<SourceMapping> =>
  (await import(new URL(`${source}/${source}.ts`, sourcesFolder).href))[source];

/** What a source may date after its answer. From any other, a wrong day would be shown, or figures would be counted up to it. */
const keptAhead: Partial<Record<SourceName, string[]>> = {
  // States the register as it is. A code of a district can look like a month.
  identificacion: [
    'fecha_inscripcion',
    'fecha_inicio_actividades',
    'emisor_electronico_desde',
    'afiliado_ple_desde',
    'omisiones_tributarias.*.periodo',
    'domicilio.ubigeo',
  ],
  representantes_legales: ['representantes.*.fecha_desde'],
  // The publisher's own cut, to which everything else refers: lines after it are not counted.
  codeudores_avales: ['corte'],
  importaciones: ['corte', 'operaciones.*.periodo', 'tipos_cambio.*.periodo'],
  exportaciones: ['corte', 'operaciones.*.periodo', 'tipos_cambio.*.periodo'],
  // A debt is counted at its cut, whatever its own days say.
  deuda_coactiva: ['cortes.*.deudas.*.periodo_tributario', 'cortes.*.deudas.*.fecha_inicio_cobranza'],
  boletin_concursal: ['procedimiento.fecha_publicacion'],
};

describe.each(sourceNames)('the source %s', (source) => {
  const fixtures = fixturesOf(source);
  const answered = fixtures.filter((fixture): fixture is Fixture & { answer: object } => fixture.answer !== null);
  let mapping: SourceMapping;

  beforeAll(async () => {
    mapping = await mappingInFolder(source);
  });

  it.each([`${source}.ts`, 'README.md'])('has %s', (file) => {
    expect(existsSync(new URL(`${source}/${file}`, sourcesFolder))).toBe(true);
  });

  it('has fixtures with data and without', () => {
    expect(answered.length).toBeGreaterThan(0);
    expect(fixtures.some(({ answer }) => answer === null)).toBe(true);
  });

  it.each(fixtures)('maps $file to exactly its piece, each time, and does not change the answer', ({ document, answer, piece }) => {
    deepFrozen(answer);
    expect(answer === null || mapping.accepts(answer)).toBe(true);
    expect(mapping.piece(answer, document)).toStrictEqual(piece);
    expect(mapping.piece(answer, document)).toStrictEqual(piece);
  });

  it.each(answered)('ignores new fields in $file', ({ document, answer, piece }) => {
    const grown = withNewFields(answer);
    expect(mapping.accepts(grown)).toBe(true);
    expect(mapping.piece(grown, document)).toStrictEqual(piece);
    expect(mapping.isComplete(grown)).toBe(mapping.isComplete(answer));
  });

  it.each(answered)('refuses $file or maps it alike when a field is missing or of another type', ({ document, answer, piece }) => {
    const [missing, mistyped] = [withoutEachField(answer), withEachOfAnotherType(answer)];
    for (const spoiled of [...missing, ...mistyped]) {
      if (!mapping.accepts(spoiled.answer)) continue;
      expect({ [spoiled.what]: mapping.piece(spoiled.answer, document) }).toStrictEqual({ [spoiled.what]: piece });
    }
    expect(missing.some(({ answer: spoiled }) => !mapping.accepts(spoiled))).toBe(true);
    expect(mistyped.some(({ answer: spoiled }) => !mapping.accepts(spoiled))).toBe(true);
  });

  it('keeps nothing that is dated long after the answer, but for what is named above', () => {
    const kept = answered.flatMap(({ answer }) =>
      withEachDayIn(2062, answer).filter(({ answer: data }) => {
        const given = { outcome: 'data', data, sourceVersion: '1', observedAt: '2026-11-27T15:00:00Z' } as const;
        return mapping.accepts(data) && JSON.stringify(mapping.tidied(given, '2026-11-27').data).includes('2062');
      }),
    );
    expect(new Set(kept.map(({ what }) => what))).toEqual(new Set(keptAhead[source]));
  });

  it.each([[{}], [[]], [{ error: 'unavailable' }], [{ data: null }]])('refuses %j', (raw) => {
    expect(mapping.accepts(raw)).toBe(false);
  });
});

describe('the folders of sources', () => {
  it('match the catalogue, each under its own name', async () => {
    for (const source of sourceNames) expect(mappingOf(source)).toBe(await mappingInFolder(source));
  });
});
