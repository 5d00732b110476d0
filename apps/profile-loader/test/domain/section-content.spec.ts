import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalContent, fieldChanges } from '../../src/domain/section-content.js';

const boletin = {
  deudas_boletin: [
    { tipo: 'Deuda vencida', monto_ultimo_periodo: 100, fecha_ultimo_periodo: '2026-01-31' },
    { tipo: 'Documentos protestados', monto_ultimo_periodo: null, fecha_ultimo_periodo: null },
  ],
  ultima_actualizacion_protestos: '2026-01-31',
};

describe('the canonical content of a section', () => {
  it('does not change with the order of its lists and fields, nor with the day it was updated', () => {
    const same = {
      ultima_actualizacion_protestos: '2026-02-28',
      deudas_boletin: boletin.deudas_boletin.toReversed().map((debt) => Object.fromEntries(Object.entries(debt).toReversed())),
    };
    expect(canonicalContent(same)).toBe(canonicalContent(boletin));
    expect(fieldChanges(boletin, same)).toEqual([]);
  });

  it('does not change with the month of its calculation, but with that of a part', () => {
    const inMonth = (periodo: string) => ({ periodo, puntaje_total: 3 });
    expect(canonicalContent(inMonth('2026-02'))).toBe(canonicalContent(inMonth('2026-01')));
    expect(fieldChanges(inMonth('2026-01'), inMonth('2026-02'))).toEqual([]);
    const [before, after] = [{ deuda: inMonth('2026-01') }, { deuda: inMonth('2026-02') }];
    expect(canonicalContent(after)).not.toBe(canonicalContent(before));
    expect(fieldChanges(before, after)).toEqual([{ field: 'deuda.periodo', before: '2026-01', after: '2026-02' }]);
  });

  it('changes with every other field', () => {
    const one = structuredClone(boletin);
    one.deudas_boletin[0]!.monto_ultimo_periodo = 100.01;
    expect(canonicalContent(one)).not.toBe(canonicalContent(boletin));
  });

  it('distinguishes lists, texts, null and empty values', () => {
    const contents = [{ a: [] }, { a: null }, { a: '' }, { a: '[]' }, { a: {} }, {}, { a: ['1'] }, { a: [1] }];
    expect(new Set(contents.map(canonicalContent)).size).toBe(contents.length);
  });
});

describe('the changes of a section', () => {
  it('name the field, and the item of a list by its identity', () => {
    const after = structuredClone(boletin);
    after.deudas_boletin[0]!.monto_ultimo_periodo = 250;
    expect(fieldChanges(boletin, after)).toEqual([
      { field: 'deudas_boletin[Deuda vencida].monto_ultimo_periodo', before: 100, after: 250 },
    ]);
  });

  it('contain an item that was added or removed as one change', () => {
    const chief = { numero_documento: '99990001', cargo: 'GERENTE GENERAL', nombre: 'ANA' };
    const deputy = { numero_documento: '99990002', cargo: 'APODERADO', nombre: 'LUZ' };
    const [before, after] = [{ representantes_legales: [chief] }, { representantes_legales: [deputy, chief] }];
    expect(fieldChanges(before, after)).toEqual([{ field: 'representantes_legales[99990002, APODERADO]', before: null, after: deputy }]);
    expect(fieldChanges(after, before)).toEqual([{ field: 'representantes_legales[99990002, APODERADO]', before: deputy, after: null }]);
  });

  it('keep two items apart that look alike', () => {
    const link = { rol: 'aval', contraparte: { doc: '1' }, entidad: 'X', monto: 5 };
    const changes = fieldChanges({ vinculos: [link, link] }, { vinculos: [link, { ...link, monto: 7 }] });
    expect(changes).toEqual([{ field: 'vinculos[aval, 1, X #2].monto', before: 5, after: 7 }]);
  });

  it('name people without a whole document number by their names, and nobody else changes when one of them leaves', () => {
    const partner = (nombre: string) => ({ numero_documento: null, cargo: 'SOCIO', nombre });
    const [ana, beto, carla] = ['ANA', 'BETO', 'CARLA'].map(partner);
    expect(fieldChanges({ representantes_legales: [ana, beto, carla] }, { representantes_legales: [beto, carla] })).toEqual([
      { field: 'representantes_legales[ANA, SOCIO]', before: ana, after: null },
    ]);
    const link = (nombre: string, monto: number) => ({ rol: 'aval', contraparte: { doc: '***1234', nombre }, entidad: 'X', monto });
    expect(fieldChanges({ vinculos: [link('ANA', 5), link('BETO', 6)] }, { vinculos: [link('BETO', 7)] })).toEqual([
      { field: 'vinculos[aval, ***1234 ANA, X]', before: link('ANA', 5), after: null },
      { field: 'vinculos[aval, ***1234 BETO, X].monto', before: 6, after: 7 },
    ]);
  });

  it('contain only the item that was removed of several with one identity', () => {
    const since = (fecha_inicio: string) => ({ numero_documento: '99990001', cargo: 'SOCIO', nombre: 'ANA', fecha_inicio });
    const [first, second] = ['2020-01-01', '2021-01-01'].map(since);
    expect(fieldChanges({ representantes_legales: [first, second] }, { representantes_legales: [second] })).toEqual([
      { field: 'representantes_legales[99990001, SOCIO #2]', before: first, after: null },
    ]);
  });

  it('show null that became a group, and a group that became null, as one change each', () => {
    expect(fieldChanges({ situacion: null }, { situacion: { actual: 1 } })).toEqual([
      { field: 'situacion', before: null, after: { actual: 1 } },
    ]);
    expect(fieldChanges({ situacion: { actual: 1 } }, { situacion: null })).toEqual([
      { field: 'situacion', before: { actual: 1 }, after: null },
    ]);
  });

  it('contain a field that only one of the two has, and a list that became null', () => {
    expect(fieldChanges({ nota: 'x' }, { monto: 1 })).toEqual([
      { field: 'nota', before: 'x', after: null },
      { field: 'monto', before: null, after: 1 },
    ]);
    expect(fieldChanges({ textos: ['x'] }, { textos: null })).toEqual([{ field: 'textos', before: ['x'], after: null }]);
    expect(fieldChanges({ textos: null }, { textos: ['x'] })).toEqual([{ field: 'textos', before: null, after: ['x'] }]);
  });

  it('are empty exactly when the canonical content is the same', () => {
    // Sections always have all of their fields.
    const value = fc.option(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('', 'a', '0')));
    const item = fc.record({ tipo: fc.constantFrom('a', 'b'), valor: value });
    const content = fc.record({
      monto: value,
      texts: fc.array(fc.constantFrom('x', 'y')),
      resumen: fc.array(item),
      deudas_boletin: fc.array(item),
    });
    fc.assert(
      fc.property(content, content, (before, after) => {
        expect(fieldChanges(before, after).length === 0).toBe(canonicalContent(before) === canonicalContent(after));
        expect(fieldChanges(before, { ...before, deudas_boletin: before.deudas_boletin.toReversed() })).toEqual([]);
      }),
    );
  });
});
