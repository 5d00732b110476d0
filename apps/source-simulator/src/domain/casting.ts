import type { Condition } from './condition.js';
import { monthOf } from './month.js';
import type { Script } from './outcome.js';
import { inGoodStanding, type Traits } from './traits.js';
import { noTrouble, type Trouble } from './trouble.js';

/** What a magic document fixes; the rest is the plain healthy taxpayer below. */
export interface Casting {
  condition?: Partial<Omit<Condition, 'trouble'>>;
  trouble?: Partial<Trouble>;
  traits?: Partial<Traits>;
  /** On top of the above, something else on every call, counted from 0. */
  drift?: (call: number) => Pick<Casting, 'trouble' | 'traits'>;
  script?: Script;
  /** At a time scale of 1. */
  delayMs?: number;
}

export interface Character {
  condition: Condition;
  traits: Traits;
}

// Long before any window that is asked about, and without volatility: a magic document is the same in every month.
const bankedSince = monthOf(2015, 1);
const troubledSince = monthOf(2023, 1);

const plainTraits: Traits = {
  hasRuc: true,
  name: null,
  standing: inGoodStanding,
  taxOmissions: 0,
  activities: 2,
  importer: false,
  exporter: false,
  tradeFigures: 'published',
  representatives: 2,
  newcomer: null,
  guarantors: 0,
  guaranteed: 0,
  partialDocuments: false,
  balancesReported: true,
  alimonyDebtor: false,
  listing: 'none',
};

const plainCompany: Character = {
  condition: {
    size: 'small',
    registeredSince: monthOf(2009, 5),
    debt: 250_000,
    unusedLine: 25_000,
    lenders: 2,
    bankedSince,
    troubledSince,
    volatility: 0,
    insolvent: false,
    trouble: noTrouble,
  },
  traits: plainTraits,
};

const plainPerson: Character = {
  condition: { ...plainCompany.condition, size: 'person', debt: 12_000, unusedLine: 1_200 },
  traits: { ...plainTraits, activities: 1, representatives: 0 },
};

export function characterOf({ condition, trouble, traits, drift }: Casting, kind: 'company' | 'person', call: number): Character {
  const plain = kind === 'company' ? plainCompany : plainPerson;
  const drifted = drift?.(call);
  return {
    condition: { ...plain.condition, ...condition, trouble: { ...noTrouble, ...trouble, ...drifted?.trouble } },
    traits: { ...plain.traits, ...traits, ...drifted?.traits },
  };
}
