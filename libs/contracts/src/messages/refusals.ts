import { Type, type Static } from 'typebox';
import { closed } from './definition.js';
import { day } from './vocabulary.js';

const dayOrNull = Type.Union([day, Type.Null()]);
const count = Type.Integer({ minimum: 0 });

const contractNotActive = closed({
  reason: Type.Literal('contract_not_active'),
  /** Last day of the last contract that is over. */
  endedOn: dayOrNull,
  /** First day of the next contract. */
  beginsOn: dayOrNull,
});

const monthsExceedContract = closed({
  reason: Type.Literal('months_exceed_contract'),
  months: count,
  /** The most that the contract has room for. */
  fittingMonths: count,
  endsOn: day,
});

const quotaInsufficient = closed({
  reason: Type.Literal('quota_insufficient'),
  profiles: count,
  /** For each of them; one where the request leaves it open. */
  months: count,
  /** What the profiles would give back at the same time, as with a forced update. */
  returned: count,
  available: count,
  /** The most for each, if all profiles are to be monitored. */
  fittingMonths: count,
  /** The most, if each is to have all of its months. */
  fittingProfiles: count,
});

const notActive = closed({ reason: Type.Literal('not_active') });

const monitoringExpired = closed({
  reason: Type.Literal('monitoring_expired'),
  /** Last day of the monitoring; null where it was changed while the profile was refreshed. */
  endedOn: dayOrNull,
});

const ofMonths = [contractNotActive, monthsExceedContract, quotaInsufficient] as const;

/** Why months cannot be had, in numbers of the corporation that asks. `errors/refusal-texts.ts` puts every one of them into words. */
export const refusal = Type.Union([...ofMonths]);
export type Refusal = Static<typeof refusal>;

/** `not_active`: to be skipped. Every other refusal leaves the profile as it was and is reported as failed. */
export const reprocessRefusal = Type.Union([notActive, monitoringExpired, ...ofMonths]);
export type ReprocessRefusal = Static<typeof reprocessRefusal>;
export type Refused<R extends ReprocessRefusal['reason']> = Extract<ReprocessRefusal, { reason: R }>;
