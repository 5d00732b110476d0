import { type DocType, type Document, sourcesOf } from '@vigia/contracts';
import type { Condition } from './condition.js';
import { monthOf } from './month.js';
import { always, inTurn, onlyFrom, type Script, unknownTaxpayer } from './outcome.js';
import { activeRegistration, type Traits } from './traits.js';
import { noTrouble, type Trouble } from './trouble.js';

/** What a magic document determines. The rest comes from the healthy taxpayers below. */
export interface Casting {
  condition?: Partial<Omit<Condition, 'trouble'>>;
  trouble?: Partial<Trouble>;
  traits?: Partial<Traits>;
  /** Added to the above, and different for every call, counted from 0. */
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
  /** What its sources report, for people who look for a document to try. */
  about: string;
  casting: Casting;
}

const played =
  (docType: DocType) =>
  (taxId: string, code: string, about: string, casting: Casting = {}): MagicDocument => ({ docType, taxId, code, about, casting });
const ruc = played('RUC');
const dni = played('DNI');
const ce = played('CE');

// Escaped where an editor would reverse the line or show nothing: characters beyond 16 bits, Hebrew, Arabic, a combining accent.
const otherScripts = '\u{20BB7}\u91CE \u{10437} \u05E9\u05DC\u05D5\u05DD \u0645\u0631\u062D\u0628\u0627 Cafe\u0301';
const longName =
  `Ñandú & Peñaloza "Hermanos" Inversiones Agroindustriales O'Higgins – Güímac, Ancón, Cañete y Áncash ${otherScripts} `.repeat(4);
const lostDebt: Partial<Trouble> = { daysOverdue: 210, affectedShare: 1, overdueShare: 0.3, judicialShare: 0.4, writtenOff: 18_000 };
const partlyFailing = [...sourcesOf('finanzas'), ...sourcesOf('judicial'), ...sourcesOf('laboral')];
const driftingDaysOverdue = [0, 20, 45];

export const magicDocuments: readonly MagicDocument[] = [
  ruc('20990000019', 'CLEAN', 'a healthy company: every section has data, and nothing is overdue'),
  ruc('20990000027', 'LOW', '20 days overdue, rated CPP, and a small debt in enforced collection', {
    trouble: { daysOverdue: 20, affectedShare: 0.6, coactiveDebt: 1_800 },
  }),
  ruc('20990000035', 'MEDIUM', '45 days overdue, rated DEF', { trouble: { daysOverdue: 45, affectedShare: 1, overdueShare: 0.1 } }),
  ruc('20990000043', 'HIGH', '210 days overdue, rated PER, in court and written off', { trouble: lostDebt }),
  ruc('20990000051', 'CRITICAL', 'as HIGH, with debt in enforced collection, protested titles, labour debt, a judgment and an insolvency', {
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
  ruc('20990000060', 'SANCTIONED', 'its number is on a list of sanctions', { traits: { listing: 'sanctioned' } }),
  ruc('20990000078', 'PEP_REP', 'a legal representative is a politically exposed person', {
    traits: { listing: 'exposed_representative' },
  }),
  ruc('20990000086', 'NAME_ALIKE', 'its name resembles one on a list of sanctions, but it is another company', {
    traits: { listing: 'similar_name' },
  }),
  ruc('20990000094', 'NOT_FOUND', 'the registry knows nobody with this number, and no other source has data', { script: unknownTaxpayer }),
  ruc('20990000108', 'NO_INFO', 'every source answers that it has no data', { script: always('no_data') }),
  ruc('20990000116', 'PARTIAL_ONE', 'the two sources of `finanzas` fail, all others answer', {
    script: onlyFrom(sourcesOf('finanzas'), 'error'),
  }),
  ruc('20990000124', 'PARTIAL_MANY', 'every source of `finanzas`, `judicial` and `laboral` fails, all others answer', {
    script: onlyFrom(partlyFailing, 'error'),
  }),
  ruc('20990000132', 'ALL_FAIL', 'every source fails', { script: always('error') }),
  ruc('20990000141', 'FLAKY', 'every source fails twice, then answers, then starts over', { script: inTurn('error', 'error', 'ok') }),
  ruc('20990000159', 'SLOW_5S', 'every source answers after 5 seconds', { delayMs: 5_000 }),
  ruc('20990000167', 'SLOW_45S', 'every source answers after 45 seconds, longer than a question waits under the usual settings', {
    delayMs: 45_000,
  }),
  ruc('20990000175', 'HANG', 'no source ever answers', { script: always('timeout') }),
  ruc('20990000183', 'RATE_LIMITED', 'every source answers 429, then as asked, in turn', { script: inTurn('rate_limited', 'ok') }),
  ruc('20990000191', 'BAD_PAYLOAD', 'every source answers with broken JSON, with a page, with fields of other names, in turn', {
    script: inTurn('malformed', 'malformed', 'drifted'),
  }),
  ruc('20990000205', 'NOT_CONTRACTED', 'the sources of `laboral` answer that they are not contracted', {
    script: onlyFrom(sourcesOf('laboral'), 'not_contracted'),
  }),
  ruc('20990000213', 'TRADER', 'imports and exports, with figures of 36 months', { traits: { importer: true, exporter: true } }),
  ruc('20990000221', 'TRADE_PENDING', 'imports and exports, and the figures are not calculated yet', {
    traits: { importer: true, exporter: true, tradeFigures: 'pending' },
  }),
  ruc('20990000230', 'TRADE_NO_FX', 'imports and exports, and no May has an exchange rate', {
    traits: { importer: true, exporter: true, tradeFigures: 'without_exchange_rate' },
  }),
  ruc('20990000248', 'LEGACY_FINANZAS', 'lenders report the shares of each rating and no balances', {
    traits: { balancesReported: false },
  }),
  ruc('20990000256', 'DRIFTS', 'every call finds another representative, and a rating that goes from NOR to CPP to DEF and back', {
    drift: (call) => ({
      trouble: { daysOverdue: driftingDaysOverdue[call % driftingDaysOverdue.length]!, affectedShare: 1, overdueShare: 0.05 },
      traits: { newcomer: call },
    }),
  }),
  ruc('20990000264', 'HUGE', '200 representatives, 500 guarantors, 3000 guaranteed, 100 activities, 24 lenders', {
    condition: { size: 'large', debt: 60_000_000, unusedLine: 6_000_000, lenders: 24 },
    traits: { guarantors: 500, guaranteed: 3_000, representatives: 200, activities: 100, importer: true, exporter: true },
  }),
  ruc('20990000272', 'UNICODE', 'a name of more than 500 characters: quotes, accents, Hebrew, Arabic, characters beyond 16 bits', {
    traits: { name: `${longName}S.A.C.` },
  }),
  ruc('20990000299', 'NO_HABIDO', 'struck off and not found at its address, with four tax omissions', {
    traits: { registration: { status: 'BAJA DE OFICIO', condition: 'NO HABIDO' }, taxOmissions: 4 },
  }),
  ruc('20990000302', 'GUARANTOR', 'guarantees five others and is guaranteed by six, with documents that lack parts', {
    traits: { guarantors: 6, guaranteed: 5, partialDocuments: true },
  }),
  dni('99990001', 'DNI_WITH_RUC', 'a person who has a RUC, 10999900017, which plays the same part'),
  dni('99990002', 'DNI_NO_RUC', 'a person without a RUC', { traits: { hasRuc: false } }),
  dni('99990003', 'DNI_REDAM', 'a person in the register of alimony debtors', { traits: { alimonyDebtor: true } }),
  ce('SIM000000001', 'CE_OK', 'a foreign resident, number of 12 characters'),
  ce('SIM000002', 'CE_SHORT', 'a foreign resident, number of 9 characters'),
];
