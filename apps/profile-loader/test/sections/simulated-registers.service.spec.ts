import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  boletinSection,
  judicialSection,
  laboralSection,
  rucCheckDigit,
  sourcesOf,
  type BoletinSection,
  type Document,
  type JudicialSection,
  type LaboralSection,
} from '@vigia/contracts';
import { startServiceProcess } from '@vigia/testing';
import { Compile } from 'typebox/compile';
import { boletin } from '../../src/sections/boletin.js';
import { judicial } from '../../src/sections/judicial.js';
import { laboral } from '../../src/sections/laboral.js';
import type { Answers } from '../../src/sections/section-definition.js';

const clean = '20990000019';
const critical = '20990000051';
const sources = [...sourcesOf('boletin'), ...sourcesOf('laboral'), ...sourcesOf('judicial')];

const many = <T>(count: number, make: (number: number) => T) => Array.from({ length: count }, (_, number) => make(number));
const company = (tenDigits: string): Document => ({ docType: 'RUC', taxId: `${tenDigits}${rucCheckDigit(tenDigits)}` });
const population: Document[] = [
  { docType: 'RUC', taxId: clean },
  { docType: 'RUC', taxId: critical },
  ...many(140, (number) => company(`2099${620_000 + number}`)),
  ...many(40, (number): Document => ({ docType: 'DNI', taxId: `9999${6_200 + number}` })),
  ...many(20, (number): Document => ({ docType: 'CE', taxId: `SIM${620_000 + number}` })),
];

describe('the simulated registers', () => {
  const told = new Map<Document, Answers>();

  beforeAll(async () => {
    const simulator = await startServiceProcess('source-simulator', { VIGIA_SIMULATOR_PORT: '0', VIGIA_SIMULATOR_TIME_SCALE: '0' });
    const ask = async (source: string, { docType, taxId }: Document) => {
      const response = await fetch(`${simulator.url}/sources/${source}/${docType}/${taxId}`);
      if (!response.ok) throw new Error(`${source} answered ${response.status} about ${taxId}`);
      return ((await response.json()) as { data: object | null }).data;
    };
    try {
      for (const document of population) {
        const answers = await Promise.all(sources.map(async (source) => [source, await ask(source, document)] as const));
        told.set(document, Object.fromEntries(answers));
      }
    } finally {
      await simulator.kill();
    }
  });

  const shown = <Section>(section: { v2(answers: Answers, document: Document): object }) =>
    [...told].map(([document, answers]) => ({ ...document, content: section.v2(answers, document) as Section }));
  const of = <Section>(sections: { taxId: string; content: Section }[], wanted: string) =>
    sections.find(({ taxId }) => taxId === wanted)!.content;

  it('give valid bulletins: CLEAN owes nothing, and CRITICAL has debts of every kind', () => {
    const sections = shown<BoletinSection>(boletin);
    const contract = Compile(boletinSection);
    expect(sections.flatMap(({ content }) => contract.Errors(content))).toEqual([]);
    const owed = (taxId: string) => of(sections, taxId).deudas_boletin.map(({ monto_ultimo_periodo }) => monto_ultimo_periodo);
    expect(owed(clean)).toEqual([0, null, null]);
    expect(owed(critical).filter((amount) => amount !== null && amount > 0)).toHaveLength(3);
    const stated = sections.filter(({ content }) => content.ultima_actualizacion_coactiva !== null);
    expect(stated.length).toBeGreaterThan(100);
    expect(stated.some(({ docType }) => docType === 'CE')).toBe(false);
  });

  it('give valid labour records, in which the headcounts add up', () => {
    const sections = shown<LaboralSection>(laboral);
    const contract = Compile(laboralSection);
    expect(sections.flatMap(({ content }) => contract.Errors(content))).toEqual([]);
    expect(of(sections, clean).variacion_deuda_laboral).toEqual([]);
    expect(of(sections, critical).variacion_deuda_laboral[0]?.monto_ultimo_periodo).toBeGreaterThan(0);
    const heads = sections.map(({ content }) => content.datos_trabajadores.map(({ cantidad_ultimo_periodo }) => cantidad_ultimo_periodo));
    const declared = heads.filter((counts): counts is number[] => !counts.includes(null));
    expect(declared.length).toBeGreaterThan(100);
    expect(declared.map(([total]) => total)).toEqual(declared.map(([, ...parts]) => parts.reduce((sum, part) => sum + part, 0)));
  });

  it('give valid court records', () => {
    const sections = shown<JudicialSection>(judicial);
    const contract = Compile(judicialSection);
    expect(sections.flatMap(({ content }) => contract.Errors(content))).toEqual([]);
    expect(of(sections, clean)).toMatchObject({ deudores_morosos: { monto_ultimo_periodo: null }, boletin_concursal: false });
    expect(of(sections, critical).deudores_morosos.monto_ultimo_periodo).toBeGreaterThan(0);
    expect(of(sections, critical)).toMatchObject({ boletin_concursal: true });
  });
});
