import { rucCheckDigit, type Document, type SourceName } from '@vigia/contracts';
import { startServiceProcess } from '@vigia/testing';
import type { Answers } from '../../src/sections/section-definition.js';

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const ruc = (firstTenDigits: string) => `${firstTenDigits}${rucCheckDigit(firstTenDigits)}`;

// The magic documents that always answer at once, for every source.
const magicNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 20, 21, 22, 23, 24, 25, 26, 27, 29, 30];

const population: Document[] = [
  ...magicNumbers.map((number): Document => ({ docType: 'RUC', taxId: ruc(`20990000${String(number).padStart(2, '0')}`) })),
  ...numbers(130).map((number): Document => ({ docType: 'RUC', taxId: ruc(`2099${600_000 + number}`) })),
  ...numbers(40).map((number): Document => ({ docType: 'DNI', taxId: `9999${6_000 + number}` })),
  ...numbers(20).map((number): Document => ({ docType: 'CE', taxId: `SIM${100_000 + number}` })),
];

export interface Told {
  document: Document;
  answers: Answers;
}

/** What the simulated sources hold about some two hundred invented taxpayers of every kind. */
export async function simulatedAnswers(sources: readonly SourceName[]): Promise<Told[]> {
  const simulator = await startServiceProcess('source-simulator', { VIGIA_SIMULATOR_PORT: '0' });
  const ask = async (source: SourceName, { docType, taxId }: Document) => {
    const response = await fetch(`${simulator.url}/sources/${source}/${docType}/${taxId}`);
    if (!response.ok) throw new Error(`${source} answered ${response.status} about ${taxId}`);
    return ((await response.json()) as { data: object | null }).data;
  };
  try {
    const told: Told[] = [];
    for (const document of population) {
      const answers = await Promise.all(sources.map(async (source) => [source, await ask(source, document)]));
      told.push({ document, answers: Object.fromEntries(answers) as Answers });
    }
    return told;
  } finally {
    await simulator.kill();
  }
}
