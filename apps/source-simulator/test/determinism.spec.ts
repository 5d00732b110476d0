import { describe, expect, it } from '@jest/globals';
import { sourceNames, type Document } from '@vigia/contracts';
import { Inquiry } from '../src/domain/inquiry.js';
import { monthAt, monthOf, monthText, type Month } from '../src/domain/month.js';
import { Random } from '../src/domain/random.js';
import { taxpayerOf } from '../src/domain/taxpayer.js';
import { World } from '../src/domain/world.js';
import { generators } from '../src/sources/generators.js';
import { someDay, simulatorAt } from './asking.js';
import { companies, people } from './population.js';

const november = monthOf(2026, 11);

function everything(world: World, document: Document, month: Month) {
  return Object.fromEntries(
    sourceNames.map((source) => [source, generators[source](new Inquiry(world, taxpayerOf(world, document, 0), source, month))]),
  );
}

/** Every row of a dated series under its month or day. */
function byDate(answer: object | null): Map<string, unknown[]> {
  const rows = Object.values(answer ?? {})
    .filter(Array.isArray)
    .flat() as { periodo?: string; fecha_reporte?: string; fecha?: string }[];
  const dated = new Map<string, unknown[]>();
  for (const row of rows) {
    const date = row.periodo ?? row.fecha_reporte ?? row.fecha;
    if (date) dated.set(date, [...(dated.get(date) ?? []), row]);
  }
  return dated;
}

describe('the generated world', () => {
  it('keeps its first numbers for ever', () => {
    const random = new Random('v1|vigia|RUC:20991000012|deuda_financiera');
    expect([random.next(), random.next(), random.next()]).toMatchInlineSnapshot(`
[
  0.3257604003883898,
  0.6516683662775904,
  0.34203513665124774,
]
`);
    expect(new World('vigia').stream('RUC:20991000012', 'deuda_financiera').next()).toBe(
      new Random('v1|vigia|RUC:20991000012|deuda_financiera').next(),
    );
  });

  it('tells the same twice and in any order', async () => {
    const first = await simulatorAt(someDay);
    const second = await simulatorAt(someDay);
    try {
      const document = companies[0]!;
      const forward = new Map<string, string>();
      for (const source of sourceNames) forward.set(source, (await first.ask(source, document.taxId)).text);
      for (const source of sourceNames.toReversed()) {
        await second.ask(source, companies[1]!.taxId);
        expect((await second.ask(source, document.taxId)).text).toBe(forward.get(source));
        expect((await first.ask(source, document.taxId)).text).toBe(forward.get(source));
      }
    } finally {
      await first.close();
      await second.close();
    }
  });

  it('tells another story for another seed', () => {
    const document = companies[0]!;
    expect(everything(new World('vigia'), document, november)).not.toEqual(everything(new World('otro'), document, november));
  });

  it('says the same of a month whenever it is asked', () => {
    const world = new World('vigia');
    let compared = 0;
    for (const document of [...companies.slice(0, 40), ...people.slice(0, 15)]) {
      const early = everything(world, document, november);
      const late = everything(world, document, november + 5);
      // A protested title may be paid in between; nothing else that happened ever changes.
      for (const source of sourceNames.filter((name) => name !== 'protestos')) {
        const later = byDate(late[source]!);
        for (const [date, rows] of byDate(early[source]!)) {
          if (!later.has(date)) continue;
          expect(later.get(date)).toEqual(rows);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(3_000);
  });

  it('dates its months in Lima', () => {
    expect(monthText(monthAt(new Date('2026-03-01T04:59:59Z')))).toBe('2026-02');
    expect(monthText(monthAt(new Date('2026-03-01T05:00:00Z')))).toBe('2026-03');
    expect(monthText(monthAt(new Date('2027-01-01T00:00:00Z')))).toBe('2026-12');
  });
});
