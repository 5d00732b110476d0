import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rucCheckDigit, rucOfDni, sourceNames, sourcesFor, type Document, type SourceName } from '@vigia/contracts';
import { startServiceProcess, type ServiceProcess } from '@vigia/testing';
import { mappingOf } from '../../src/sections/sections.js';

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
const dnis = numbers(40).map((i) => String(99_995_000 + i));
const ruc = (tenDigits: string): Document => ({ docType: 'RUC', taxId: `${tenDigits}${rucCheckDigit(tenDigits)}` });

/** Clean, critical, traders of three kinds, without balances, drifting, huge, oddly named, not to be found, guarantors. */
const oddCompanies = [
  '20990000019',
  '20990000051',
  '20990000213',
  '20990000221',
  '20990000230',
  '20990000248',
  '20990000256',
  '20990000264',
  '20990000272',
  '20990000299',
  '20990000302',
];

/** Enough of every kind that each source has something to say, and the documents that are odd on purpose. */
const population: Document[] = [
  ...numbers(90).map((i) => ruc(String(2_099_500_000 + i))),
  ...numbers(10).map((i) => ruc(String(1_599_500_000 + i))),
  ...numbers(10).map((i) => ruc(String(1_799_500_000 + i))),
  ...dnis.slice(0, 20).map((dni): Document => ({ docType: 'RUC', taxId: rucOfDni(dni) })),
  ...dnis.map((taxId): Document => ({ docType: 'DNI', taxId })),
  ...numbers(10).map((i): Document => ({ docType: 'CE', taxId: `SIM${500_000 + i}` })),
  ...oddCompanies.map((taxId): Document => ({ docType: 'RUC', taxId })),
  { docType: 'DNI', taxId: '99990003' },
];

interface Simulated {
  document: Document;
  /** Null if the source has nothing registered; undefined if nobody has the number. */
  answer: object | null | undefined;
}

describe('the answers of the simulated sources', () => {
  const answers = new Map<SourceName, Simulated[]>(sourceNames.map((source) => [source, []]));
  let simulator: ServiceProcess;

  beforeAll(async () => {
    simulator = await startServiceProcess('source-simulator', { VIGIA_SIMULATOR_PORT: '0', VIGIA_SIMULATOR_TIME_SCALE: '0' });
    for (const document of population) {
      await Promise.all(
        sourcesFor(document.docType).map(async (source) => answers.get(source)?.push({ document, answer: await ask(source, document) })),
      );
    }
  });

  afterAll(() => simulator?.kill());

  async function ask(source: SourceName, { docType, taxId }: Document): Promise<object | null | undefined> {
    const response = await fetch(`${simulator.url}/sources/${source}/${docType}/${taxId}`);
    if (response.status === 404 && source === 'identificacion') return undefined;
    if (!response.ok) throw new Error(`${source} of ${taxId} answered ${response.status}`);
    return ((await response.json()) as { data: object | null }).data;
  }

  it.each(sourceNames)('are accepted and mapped: %s', (source) => {
    const known = answers.get(source)!.filter(({ answer }) => answer);
    expect(known.length).toBeGreaterThan(2);
    for (const { document, answer } of answers.get(source)!) {
      if (answer === undefined) continue;
      expect({ document, accepted: answer === null || mappingOf(source).accepts(answer) }).toEqual({ document, accepted: true });
      const piece = mappingOf(source).piece(answer, document);
      // Values that JSON cannot express (NaN, undefined, -0) do not survive the round trip.
      expect({ document, piece: JSON.parse(JSON.stringify(piece)) }).toStrictEqual({ document, piece });
    }
  });

  it.each(sourceNames)('give pieces with the same fields, with data and without: %s', (source) => {
    const shapes = answers
      .get(source)!
      .map(({ document, answer = null }) => Object.keys(Object(mappingOf(source).piece(answer, document))));
    expect(new Set(shapes.map((keys) => keys.join()))).toHaveProperty('size', 1);
  });
});
