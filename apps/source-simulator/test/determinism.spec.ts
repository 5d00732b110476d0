import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sourceNames, type Document } from '@vigia/contracts';
import { monthAt, monthText, type Month } from '../src/domain/month.js';
import { generatorVersion, Random, World } from '../src/domain/world.js';
import { taxpayerOf } from '../src/domain/taxpayer.js';
import { someDay, simulatorAt } from './asking.js';
import { anyDocument, anyMonth, companies, november, people } from './population.js';
import { everythingTold, told, world } from './telling.js';

type Row = Record<string, unknown>;

// A protested title may be paid between two questions; no other past event ever changes.
const settledLater = { estado: undefined, fecha_regularizacion: undefined };

/** The rows of an answer's lists, by their month or day. */
function datedRows(answer: object | null): Map<string, Row[]> {
  const rows = Object.values(answer ?? {})
    .filter(Array.isArray)
    .flat() as Row[];
  const dated = new Map<string, Row[]>();
  for (const row of rows) {
    const date = row.periodo ?? row.fecha_reporte ?? row.fecha ?? row.desde;
    if (date)
      dated.set(date as string, [...(dated.get(date as string) ?? []), 'fecha_regularizacion' in row ? { ...row, ...settledLater } : row]);
  }
  return dated;
}

// Another hash is another answer to an old question: that requires another `generatorVersion`. A new source adds hashes, and changes none.
const golden: Document[] = [
  { docType: 'RUC', taxId: '20991000012' },
  { docType: 'RUC', taxId: '20990000051' },
  { docType: 'RUC', taxId: '10999900017' },
  { docType: 'DNI', taxId: '99990002' },
  { docType: 'CE', taxId: 'SIM000002' },
];

describe('the generated world', () => {
  it('always draws the same first random numbers', () => {
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

  it('gives the same answers again, in any order of questions', async () => {
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

  it('gives other answers for another seed', () => {
    const document = companies[0]!;
    expect(everythingTold(document, november, new World('vigia'))).not.toEqual(everythingTold(document, november, new World('otro')));
  });

  it('gives the same facts about a month in every later month', () => {
    let compared = 0;
    const monthsLater = fc.integer({ min: 1, max: 14 });
    fc.assert(
      fc.property(anyDocument, anyMonth, monthsLater, (document, month, passed) => {
        const late = everythingTold(document, month + passed);
        for (const [source, early] of Object.entries(everythingTold(document, month))) {
          const later = datedRows(late[source as keyof typeof late]);
          for (const [date, rows] of datedRows(early)) {
            // Rows may leave the window of an answer; an entry in a register stays in it.
            if (!later.has(date) && !rows.some((row) => 'desde' in row)) continue;
            expect([source, later.get(date)]).toEqual([source, rows]);
            compared += 1;
          }
        }
      }),
    );
    expect(compared).toBeGreaterThan(1_000);
  });

  it('leaves an entry in a register unchanged when another entry joins it', () => {
    const owingBoth = people
      .map((person) => taxpayerOf(world, person, 0))
      .filter(({ traits, condition }) => traits.alimonyDebtor && condition.trouble.judicialDebt > 0);
    expect(owingBoth.length).toBeGreaterThan(0);
    for (const { document, condition } of owingBoth) {
      const entriesIn = (month: Month) => told<{ registros: object[] }>('morosos_judiciales', document, month)!.registros;
      const [before, after] = [entriesIn(condition.troubledSince), entriesIn(condition.troubledSince + 12)];
      expect([before.length, after.length]).toEqual([1, 2]);
      expect(after).toContainEqual(before[0]);
    }
  });

  it.each(golden)('keeps its answers about $taxId within a generator version', (document) => {
    const hash = (answer: object | null) => createHash('sha256').update(JSON.stringify(answer)).digest('hex').slice(0, 16);
    const hashes = Object.entries(everythingTold(document, november)).map(([source, answer]) => [source, hash(answer)]);
    expect(Object.fromEntries(hashes)).toMatchSnapshot(generatorVersion);
  });

  it('counts months in Lima time', () => {
    expect(monthText(monthAt(new Date('2026-03-01T04:59:59Z')))).toBe('2026-02');
    expect(monthText(monthAt(new Date('2026-03-01T05:00:00Z')))).toBe('2026-03');
    expect(monthText(monthAt(new Date('2027-01-01T00:00:00Z')))).toBe('2026-12');
  });
});
