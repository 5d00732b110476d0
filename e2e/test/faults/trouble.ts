import { rucCheckDigit, sourcesFor, type SourceName } from '@vigia/contracts';
import type { System } from '@vigia/testing';
import { controlSource } from '../../src/clients/control-source.js';
import { Random } from '../../src/chaos/random.js';

/** What a loader must make of each kind of trouble. */
export const failureOf = {
  error: 'source_error',
  timeout: 'timeout',
  malformed: 'malformed',
  drifted: 'malformed',
  rate_limited: 'rate_limited',
  not_contracted: null,
} as const;
type TroubleKind = keyof typeof failureOf;
const kinds = Object.keys(failureOf) as TroubleKind[];

export interface Trouble {
  taxId: string;
  source: SourceName;
  outcome: TroubleKind;
  /** Calls that it lasts; left out: for ever. */
  times?: number;
}

// Names are looked up in lists that the loader holds itself: nobody is asked.
const asked = sourcesFor('RUC').filter((source) => source !== 'listas_compliance');

export function inventedDocuments(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `2099${700_000 + i}`).map((digits) => `${digits}${rucCheckDigit(digits)}`);
}

/** One question in eight meets trouble, half of it for ever; every fiftieth document is told nothing by anybody. */
export function drawTroubles(taxIds: readonly string[], random: Random): Trouble[] {
  const [silent, others] = [taxIds.filter((_, i) => i % 50 === 7), taxIds.filter((_, i) => i % 50 !== 7)];
  const drawn = others.flatMap((taxId) => asked.map((source): Trouble | undefined => drawOne(taxId, source, random)));
  return [
    ...silent.flatMap((taxId) => sourcesFor('RUC').map((source): Trouble => ({ taxId, source, outcome: 'error' }))),
    ...drawn.filter((trouble) => trouble !== undefined),
  ];
}

function drawOne(taxId: string, source: SourceName, random: Random): Trouble | undefined {
  const [happens, lasts] = [random.next() < 1 / 8, random.next() < 1 / 2];
  const [outcome, times] = [random.pick(kinds), random.pick([1, 2])];
  if (!happens) return undefined;
  return { taxId, source, outcome, ...(!lasts && { times }) };
}

export async function layTroubles(system: System, troubles: readonly Trouble[]): Promise<void> {
  const atOnce = 20;
  for (let from = 0; from < troubles.length; from += atOnce) {
    const laid = troubles.slice(from, from + atOnce);
    await Promise.all(laid.map(({ taxId, source, ...rule }) => controlSource(system, source, taxId, rule)));
  }
}

/** The passing troubles that have begun, by kind: the simulator counts down what it has done to somebody. */
export async function troublesMet(system: System, troubles: readonly Trouble[]): Promise<Record<TroubleKind, number>> {
  const { rules } = (await (await fetch(`${system.simulator.url}/control`)).json()) as { rules: Trouble[] };
  const left = new Map(rules.map((rule) => [`${rule.source} ${rule.taxId}`, rule.times]));
  const met = troubles.filter(({ source, taxId, times }) => times !== undefined && left.get(`${source} ${taxId}`) !== times);
  return Object.fromEntries(kinds.map((kind) => [kind, met.filter(({ outcome }) => outcome === kind).length])) as Record<
    TroubleKind,
    number
  >;
}
