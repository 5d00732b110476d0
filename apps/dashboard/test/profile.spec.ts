import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { coloursOf, sections, summaryV2, trafficLights, type SummaryV2 } from '@vigia/contracts';
import { fieldName, readable } from '../src/profile/changes/readable.ts';
import { differences } from '../src/profile/comparison/differences.ts';

const plain = (text: string) => text.replaceAll(/\s/g, ' ');

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

/** The names of all fields below a schema. */
function fieldsOf(schema: Schema, found = new Set<string>()): Set<string> {
  for (const [name, inner] of Object.entries(schema.properties ?? {})) fieldsOf(inner, found.add(name));
  for (const inner of [schema.items, ...(schema.anyOf ?? [])]) if (inner) fieldsOf(inner, found);
  return found;
}

describe('the summary', () => {
  it('has only fields that the page reads', () => {
    const folder = join(import.meta.dirname, '../src/profile');
    const shown = ['', 'cards', 'sections'].flatMap((inside) =>
      readdirSync(join(folder, inside))
        .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('words.'))
        .map((file) => readFileSync(join(folder, inside, file), 'utf8')),
    );
    // The page reads scores by the names of their modules, and the right to read with the access.
    const readOtherwise = /^(?:puntaje_(?:maximo_)?(?:finanzas|judicial|laboral|boletin)|taxId|activo|data)$/;
    const fields = [...fieldsOf(summaryV2 as Schema)].filter((field) => !readOtherwise.test(field));
    expect(fields.length).toBeGreaterThan(130);
    const words = new Set(shown.flatMap((text) => text.match(/\w+/g) ?? []));
    expect(fields.filter((field) => !words.has(field))).toEqual([]);
  });
});

describe('a traffic light', () => {
  it('has colours for every published code but 0, in the documented order', () => {
    expect(trafficLights.filter((code) => code !== 0).map((code) => coloursOf(code)?.length)).not.toContain(undefined);
    expect([coloursOf(0), coloursOf(null), coloursOf(8), coloursOf(5)]).toEqual([[], [], ['yellow', 'red'], undefined]);
  });
});

describe('a changed value', () => {
  it('is called as on its card if it is null', () => {
    const said = (path: string) => readable(path, null, 'es');
    expect(said('ventanas[12m].variacion_porcentaje')).toBe('sin base');
    expect(said('representantes_legales[40000001, SOCIO].participacion')).toBe('No reportada');
    expect([said('situacion.actual.garantias'), said('vinculos[aval, S.A. 1].monto')]).toEqual(['No reportado', 'No reportado']);
    expect([said('situacion.actual'), said('situacion'), said('resumen[x].monto')]).toEqual(Array(3).fill('Sin información'));
  });

  it('is absent if it is a whole item of a list', () => {
    const person = 'representantes_legales[40000001, SOCIO]';
    expect([readable(person, null, 'es'), readable(person, null, 'en')]).toEqual(['No figura', 'Not present']);
    expect(readable(person, { cargo: 'SOCIO', participacion: null }, 'es')).toBe('cargo: SOCIO, participación: No reportada');
  });

  it('is shown in the format of its field', () => {
    const path = 'deudas_boletin[Deuda vencida].monto_ultimo_periodo';
    expect(plain(readable(path, 1200.5, 'es'))).toBe('S/ 1,200.50');
    expect(readable('max_dias_vencidos', 34, 'es')).toBe('34');
    expect([33.34, 33.33].map((share) => readable('peor_calificacion.porcentaje', share, 'es'))).toEqual(['33.34%', '33.33%']);
    expect(readable('ultima_actualizacion', '2026-09-30', 'es')).toBe('30/09/2026');
    expect([readable('semaforo_actual', 16, 'es'), readable('semaforo_previo', 4, 'en')]).toEqual(['Rojo – Gris', 'Green']);
    expect([readable('boletin_concursal', true, 'es'), readable('nota', null, 'es')]).toEqual(['Sí', 'Sin información']);
    expect(fieldName(path)).toBe('deudas boletín · Deuda vencida · monto último periodo');
    expect(fieldName('omisiones_tributarias[2026-01, IGV CTA. PROPIA]')).toBe('omisiones tributarias · 2026-01, IGV CTA. PROPIA');
  });
});

describe('two summaries', () => {
  const empty = Object.fromEntries(sections.map((section) => [section, { statusCode: 'SH20', data: {} }]));
  const withPeople = (...people: string[]) =>
    ({
      ...empty,
      legal: {
        statusCode: 'SH10',
        data: {
          ultima_actualizacion: null,
          representantes_legales: people.map((numero_documento) => ({ numero_documento, cargo: 'GERENTE' })),
        },
      },
    }) as unknown as SummaryV2;

  it('do not differ in items that only moved', () => {
    expect(differences(withPeople('40000001'), withPeople('40000001'))).toEqual([]);
    const [legal] = differences(withPeople('40000001'), withPeople('40000002', '40000001'));
    expect(legal?.found.map(({ path }) => path)).toEqual(['representantes_legales[40000002, GERENTE]']);
  });

  it('differ only in the status code if one has no content', () => {
    expect(differences(empty as unknown as SummaryV2, withPeople('40000001'))).toEqual([
      { section: 'legal', found: [{ path: 'statusCode', from: 'SH20', to: 'SH10' }] },
    ]);
  });
});
