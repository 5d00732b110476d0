import { type Static, Type } from 'typebox';
import type { Day } from '../calendar/lima-time.js';
import { group } from '../schema/fields.js';
import { day } from '../schema/vocabulary.js';

const dayOrNull = Type.Union([day, Type.Null()]);
const count = Type.Integer({ minimum: 0 });

const contractNotActive = group('ContractNotActive', {
  reason: Type.Literal('contract_not_active'),
  /** Last day of the last contract that has ended. */
  endedOn: dayOrNull,
  /** First day of the next contract. */
  beginsOn: dayOrNull,
});

const monthsExceedContract = group('MonthsExceedContract', {
  reason: Type.Literal('months_exceed_contract'),
  months: count,
  /** The most months that fit the contract. */
  fittingMonths: count,
  endsOn: day,
});

const quotaInsufficient = group('QuotaInsufficient', {
  reason: Type.Literal('quota_insufficient'),
  profiles: count,
  /** For each profile; one if the request leaves it open. */
  months: count,
  /** What the profiles would give back at the same time, as in a forced update. */
  returned: count,
  available: count,
  /** The most months that a request can name for each profile, if all are to be monitored. */
  fittingMonths: count,
  /** The most profiles, if each is to have all of its months. */
  fittingProfiles: count,
});

const notActive = group('ProfileNotActive', { reason: Type.Literal('not_active') });

const monitoringExpired = group('MonitoringExpired', {
  reason: Type.Literal('monitoring_expired'),
  /** Last day of the monitoring; null if it changed while the profile was refreshed. */
  endedOn: dayOrNull,
});

const ofMonths = [contractNotActive, monthsExceedContract, quotaInsufficient] as const;

/** Why months are refused, in numbers of the corporation that asks. */
export const refusal = Type.Union([...ofMonths], { title: 'RefusalOfMonths' });
export type Refusal = Static<typeof refusal>;
export const refusalReasons: readonly Refusal['reason'][] = ofMonths.map(({ properties }) => properties.reason.const);

/** `not_active`: skip the document. Every other refusal leaves the profile as it was and is reported as failed. */
export const reprocessRefusal = Type.Union([notActive, monitoringExpired, ...ofMonths], { title: 'RefusalOfProfile' });
export type ReprocessRefusal = Static<typeof reprocessRefusal>;
export type Refused<R extends ReprocessRefusal['reason']> = Extract<ReprocessRefusal, { reason: R }>;

/** What decides, besides months and contracts, whether a profile can be updated. */
export interface HeldProfile {
  mode: 'monitoring' | 'query';
  state: 'pending' | 'active' | 'expired' | 'failed';
  /** The last day on which it can, or could, be read; null without an end. */
  endsOn: Day | null;
}

/** Why a forced update leaves a profile as it is, before months and contracts are looked at. */
export function refusalOfUpdate(profile: HeldProfile | undefined): Refused<'monitoring_expired' | 'not_active'> | undefined {
  if (profile?.state === 'expired' && profile.mode === 'monitoring') return { reason: 'monitoring_expired', endedOn: profile.endsOn };
  return profile?.state === 'active' ? undefined : { reason: 'not_active' };
}

const counted = (count: number, word: string) => (count === 1 ? `1 ${word}` : `${count} ${word}s`);

/** One text for each reason. A missing one does not compile. */
export type RefusalTexts<R extends { reason: string } = ReprocessRefusal> = {
  [Reason in R['reason']]: (refused: Extract<R, { reason: Reason }>) => string;
};

/** What is refused, what it would need, and what can be done instead. */
export const refusalTexts: RefusalTexts = {
  contract_not_active: ({ endedOn, beginsOn }) => {
    const around = [endedOn && `the last one ended on ${endedOn}`, beginsOn && `the next one begins on ${beginsOn}`].filter(Boolean);
    return ['no contract is active today', around.join(', ')].filter(Boolean).join(': ');
  },

  months_exceed_contract: ({ months, fittingMonths, endsOn }) => {
    const asked = months === 1 ? '1 month does not fit' : `${months} months do not fit`;
    const fitting = `up to ${counted(fittingMonths, 'month')} ${fittingMonths === 1 ? 'fits' : 'fit'}`;
    return `${asked} the contract, which ends on ${endsOn}; ${fitting}, the current one included`;
  },

  quota_insufficient: (refused) => {
    const { profiles, months, returned, available, fittingMonths, fittingProfiles } = refused;
    const monitoring = `monitoring ${counted(profiles, 'profile')} for ${counted(months, 'month')}`;
    const besides = returned > 0 ? ` besides the ${returned} it gives back` : '';
    const ways = [
      fittingMonths > 0 && `up to ${counted(fittingMonths, 'month')}${profiles > 1 ? ' each' : ''}`,
      fittingProfiles > 0 && `${counted(fittingProfiles, 'profile')} for ${counted(months, 'month')}`,
    ].filter(Boolean);
    const takes = `takes ${counted(profiles * months - returned, 'month')} of quota${besides}`;
    return `${monitoring} ${takes}; ${available} ${available === 1 ? 'is' : 'are'} available: ${ways.join(', or ') || 'more quota is needed'}`;
  },

  not_active: () => 'the profile is not active in your portfolio',

  monitoring_expired: ({ endedOn }) => {
    if (!endedOn) return 'the monitoring changed or ended during this call; call again';
    return `the monitoring ended on ${endedOn}; load the profile to monitor it again`;
  },
};
