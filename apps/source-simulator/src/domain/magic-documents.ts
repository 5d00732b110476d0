import { type Document, sourcesOf } from '@vigia/contracts';
import type { Condition } from './condition.js';
import { monthOf } from './month.js';
import { always, inTurn, onlyFrom, type Script, unknownTaxpayer } from './outcome.js';
import { activeRegistration, type Traits } from './traits.js';
import { noTrouble, type Trouble } from './trouble.js';

/** What a magic document fixes. The rest comes from the healthy taxpayers below. */
export interface Casting {
  condition?: Partial<Omit<Condition, 'trouble'>>;
  trouble?: Partial<Trouble>;
  traits?: Partial<Traits>;
  /** Added to the above, and different on every call, counted from 0. */
  drift?: (call: number) => Pick<Casting, 'trouble' | 'traits'>;
  script?: Script;
  /** At a time scale of 1. */
  delayMs?: number;
}

export interface Character {
  condition: Condition;
  traits: Traits;
}

// Long before the window of any answer, and without volatility: a magic document is the same in every month.
const bankedSince = monthOf(2015, 1);
const troubledSince = monthOf(2023, 1);

const plainTraits: Traits = {
  hasRuc: true,
  name: null,
  registration: activeRegistration,
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

export interface MagicDocument extends Document {
  code: string;
  casting: Casting;
}

const ruc = (taxId: string, code: string, casting: Casting = {}): MagicDocument => ({ docType: 'RUC', taxId, code, casting });
const dni = (taxId: string, code: string, casting: Casting = {}): MagicDocument => ({ docType: 'DNI', taxId, code, casting });
const ce = (taxId: string, code: string, casting: Casting = {}): MagicDocument => ({ docType: 'CE', taxId, code, casting });

// Escaped where an editor would turn the line around or show nothing: characters beyond 16 bits, Hebrew, Arabic, an accent of its own.
const otherScripts = '\u{20BB7}\u91CE \u{10437} \u05E9\u05DC\u05D5\u05DD \u0645\u0631\u062D\u0628\u0627 Cafe\u0301';
const longName =
  `Ñandú & Peñaloza "Hermanos" Inversiones Agroindustriales O'Higgins – Güímac, Ancón, Cañete y Áncash ${otherScripts} `.repeat(4);
const lostDebt: Partial<Trouble> = { daysOverdue: 210, affectedShare: 1, overdueShare: 0.3, judicialShare: 0.4, writtenOff: 18_000 };
const partlyFailing = [...sourcesOf('finanzas'), ...sourcesOf('judicial'), ...sourcesOf('laboral')];
const driftingDaysOverdue = [0, 20, 45];

export const magicDocuments: readonly MagicDocument[] = [
  ruc('20990000019', 'CLEAN'),
  ruc('20990000027', 'LOW', { trouble: { daysOverdue: 20, affectedShare: 0.6, coactiveDebt: 1_800 } }),
  ruc('20990000035', 'MEDIUM', { trouble: { daysOverdue: 45, affectedShare: 1, overdueShare: 0.1 } }),
  ruc('20990000043', 'HIGH', { trouble: lostDebt }),
  ruc('20990000051', 'CRITICAL', {
    condition: { insolvent: true },
    trouble: {
      ...lostDebt,
      coactiveDebt: 95_000,
      overdueBills: 40_000,
      protestsPerYear: 6,
      labourDebt: 64_000,
      resolutionsPerYear: 4,
      payrollFall: 0.7,
      judicialDebt: 72_000,
      edictsPerYear: 6,
    },
  }),
  ruc('20990000060', 'SANCTIONED', { traits: { listing: 'sanctioned' } }),
  ruc('20990000078', 'PEP_REP', { traits: { listing: 'exposed_representative' } }),
  ruc('20990000086', 'NAME_ALIKE', { traits: { listing: 'similar_name' } }),
  ruc('20990000094', 'NOT_FOUND', { script: unknownTaxpayer }),
  ruc('20990000108', 'NO_INFO', { script: always('no_data') }),
  ruc('20990000116', 'PARTIAL_ONE', { script: onlyFrom(sourcesOf('finanzas'), 'error') }),
  ruc('20990000124', 'PARTIAL_MANY', { script: onlyFrom(partlyFailing, 'error') }),
  ruc('20990000132', 'ALL_FAIL', { script: always('error') }),
  ruc('20990000141', 'FLAKY', { script: inTurn('error', 'error', 'ok') }),
  ruc('20990000159', 'SLOW_5S', { delayMs: 5_000 }),
  ruc('20990000167', 'SLOW_45S', { delayMs: 45_000 }),
  ruc('20990000175', 'HANG', { script: always('timeout') }),
  ruc('20990000183', 'RATE_LIMITED', { script: inTurn('rate_limited', 'ok') }),
  ruc('20990000191', 'BAD_PAYLOAD', { script: inTurn('malformed', 'malformed', 'drifted') }),
  ruc('20990000205', 'NOT_CONTRACTED', { script: onlyFrom(sourcesOf('laboral'), 'not_contracted') }),
  ruc('20990000213', 'TRADER', { traits: { importer: true, exporter: true } }),
  ruc('20990000221', 'TRADE_PENDING', { traits: { importer: true, exporter: true, tradeFigures: 'pending' } }),
  ruc('20990000230', 'TRADE_NO_FX', { traits: { importer: true, exporter: true, tradeFigures: 'without_exchange_rate' } }),
  ruc('20990000248', 'LEGACY_FINANZAS', { traits: { balancesReported: false } }),
  ruc('20990000256', 'DRIFTS', {
    drift: (call) => ({
      trouble: { daysOverdue: driftingDaysOverdue[call % driftingDaysOverdue.length]!, affectedShare: 1, overdueShare: 0.05 },
      traits: { newcomer: call },
    }),
  }),
  ruc('20990000264', 'HUGE', {
    condition: { size: 'large', debt: 60_000_000, unusedLine: 6_000_000, lenders: 24 },
    traits: { guarantors: 500, guaranteed: 3_000, representatives: 200, activities: 100, importer: true, exporter: true },
  }),
  ruc('20990000272', 'UNICODE', { traits: { name: `${longName}S.A.C.` } }),
  ruc('20990000299', 'NO_HABIDO', {
    traits: { registration: { status: 'BAJA DE OFICIO', condition: 'NO HABIDO' }, taxOmissions: 4 },
  }),
  ruc('20990000302', 'GUARANTOR', { traits: { guarantors: 6, guaranteed: 5, partialDocuments: true } }),
  dni('99990001', 'DNI_WITH_RUC'),
  dni('99990002', 'DNI_NO_RUC', { traits: { hasRuc: false } }),
  dni('99990003', 'DNI_REDAM', { traits: { alimonyDebtor: true } }),
  ce('SIM000000001', 'CE_OK'),
  ce('SIM000002', 'CE_SHORT'),
];
