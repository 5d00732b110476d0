import type { ReprocessRefusal } from '../messages/refusals.js';

const counted = (count: number, word: string) => (count === 1 ? `1 ${word}` : `${count} ${word}s`);

/** A text for every reason: one that is missing does not compile. */
export type RefusalTexts<R extends { reason: string } = ReprocessRefusal> = {
  [Reason in R['reason']]: (refused: Extract<R, { reason: Reason }>) => string;
};

/** What is refused, what it would take, and what can be done instead. */
export const refusalTexts: RefusalTexts = {
  contract_not_active: ({ endedOn, beginsOn }) => {
    const around = [endedOn && `the last one ended on ${endedOn}`, beginsOn && `the next one begins on ${beginsOn}`].filter(Boolean);
    return ['no contract is active today', around.join(', ')].filter(Boolean).join(': ');
  },

  months_exceed_contract: ({ months, fittingMonths, endsOn }) => {
    const asked = months === 1 ? '1 month does not fit' : `${months} months do not fit`;
    return `${asked} the contract, which ends on ${endsOn}: up to ${counted(fittingMonths, 'month')} from today, the current one included`;
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
    return `${monitoring} ${takes}; ${available} ${available === 1 ? 'is' : 'are'} available: ${ways.join(', or ') || 'it needs more quota'}`;
  },

  not_active: () => 'the profile is not active in your portfolio',

  monitoring_expired: ({ endedOn }) => {
    if (!endedOn) return 'the monitoring was changed or ended meanwhile; call again';
    return `the monitoring ended on ${endedOn}; load the profile again to monitor it anew`;
  },
};
