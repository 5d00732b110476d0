import { day } from '#language/day.ts';
import { count } from '#language/money.ts';
import type { RefusalWords } from './refusal.ts';

const quantity = (amount: number, one: string, many: string) => `${count(amount)} ${amount === 1 ? one : many}`;

const peopleOf: Record<string, string> = { admin: 'administrators', analyst: 'analysts', member: 'readers', operator: 'operators' };
const either = new Intl.ListFormat('en', { type: 'disjunction' });

export const en: RefusalWords = {
  byCode: {
    bad_request: () => 'Check what you entered: a field is not valid.',
    sign_in_failed: () => 'Wrong email or password.',
    session_missing: () => 'Your session has ended. Sign in again.',
    credentials_disabled: () => 'Your user is deactivated or your corporation is suspended. Ask an administrator or the operator of Vigía.',
    password_wrong: () => 'The current password is wrong.',
    password_link_invalid: () => 'This link was used, has expired or never existed. Ask an administrator for another.',
    role_missing: ({ roles }) => `Your role does not allow this: it is for ${either.format(roles.map((role) => peopleOf[role] ?? role))}.`,
    other_site: () => 'For security, this is only accepted from this page.',
    other_user: () => 'Somebody else has signed in in this browser.',
    document_invalid: ({ docType }) => `This is not a valid ${docType}.`,
    not_found: () => 'It does not exist, or it does not belong to your corporation.',
    profile_not_found: () => 'Your corporation does not have this profile.',
    taxpayer_not_found: ({ taxId }) => `No taxpayer is registered with document ${taxId}.`,
    dataset_changed: ({ inForce }) =>
      `Meanwhile ${inForce === null ? 'no version is in force any more' : `another version (no. ${inForce}) has come into force`}. Nothing was done this time: close this window and check what is in force before you continue.`,
    pause_changed: () =>
      'Meanwhile the downloads were paused again, perhaps for another reason. They are still paused: close this window and check the reason before you resume them.',
    nobody_to_ask: () => 'No RUC is left to query: all have a recent answer or a recent query.',
    email_taken: () => 'A user with this email already exists.',
    last_operator: () => 'This is the last active operator. First there must be another one, with a password if this one has one.',
    last_admin: () => 'This is the last active administrator. First there must be another one, with a password if this one has one.',
    webhook_changed: () =>
      'This webhook has changed since you opened the form. Nothing was saved this time: close it, look at the webhook and edit it again.',
    webhook_emptying: () => 'Vigía is still skipping the pending deliveries of this webhook. Switch it on again in a minute.',
    webhook_places_taken: () => 'Three webhooks are already active, which is the maximum. Switch one off first.',
    credentials_full: ({ most }) => `There are already ${most} active credentials; revoke one first.`,
    users_full: ({ most }) => `There are already ${most} active users, which is the maximum. Deactivate one first.`,
    views_full: ({ most }) => `There are already ${most} views, which is the maximum. Remove one first.`,
    webhooks_full: ({ most }) => `You already have ${most} webhooks, which is the maximum. Edit one of them.`,
    webhook_not_configured: () => 'No webhook is active: there is nobody to send the event to.',
    webhook_loading: ({ taxId }) => `An event of ${taxId} is already waiting for its load: it is sent when the load ends.`,
    webhook_inactive: () => 'The webhook is switched off.',
    payload_purged: () =>
      'The body of this delivery is no longer kept: bodies are stored for 90 days. Without it nothing can be sent again and no signature checked.',
    secret_key_wrong: () => 'This is not the secret that was prepared.',
    secret_prepared: () => 'A new secret is already prepared: switch to it or discard it.',
    secret_not_prepared: () => 'No new secret is prepared.',
    secret_switched: () => 'The new secret already signs deliveries: delete the previous one first, or switch back to it.',
    secret_not_switched: () => 'The secret has not changed, so there is no previous one.',
    contract_overlap: () => 'The corporation already has a contract on some of these days.',
    monitoring_ending: () => 'The monitoring of the monthly contract before this one is still being ended. Try again in a minute.',
    contract_ended: () => 'The contract has ended: create a new one.',
    contract_end_too_early: () => 'A contract cannot end before the day it starts.',
    contract_end_moved: ({ endsOn }) => `Somebody else moved the end meanwhile: the contract now ends on ${day(endsOn)}.`,
    contract_end_passed: () => 'The end of a contract cannot be moved to a day before today.',
    months_not_available: ({ available }) => `Only ${quantity(available, 'month is', 'months are')} available.`,
    contract_not_active({ endedOn, beginsOn }) {
      const around = [endedOn && `the last one ended on ${day(endedOn)}`, beginsOn && `the next one begins on ${day(beginsOn)}`];
      return `${['There is no contract in force', around.filter(Boolean).join(' and ')].filter(Boolean).join(': ')}.`;
    },
    months_exceed_contract: ({ fittingMonths, endsOn }) =>
      `The contract ends on ${day(endsOn)}: up to ${quantity(fittingMonths, 'month fits', 'months fit')}, the current one included.`,
    quota_insufficient: ({ available, months, fittingMonths, fittingProfiles }) => {
      const ways = [
        fittingMonths > 0 && `up to ${quantity(fittingMonths, 'month', 'months')} for all`,
        fittingProfiles > 0 && `${quantity(fittingProfiles, 'profile', 'profiles')} for ${quantity(months, 'month', 'months')}`,
      ].filter(Boolean);
      const left = `${quantity(available, 'month is', 'months are')} left in the quota, which is not enough.`;
      return ways.length > 0 ? `${left} There is room for ${ways.join(', or ')}.` : left;
    },
    not_in_portfolio: ({ taxId }) => `There is no current data of ${taxId}: load it first.`,
    too_many_documents: () => 'Too many documents were asked for within a minute.',
    idempotency_key_reused: () => 'Your earlier request, with other data, was received. Check its result before you send another.',
    not_active: () => 'The profile is not active.',
    monitoring_expired: ({ endedOn }) =>
      endedOn === null
        ? 'The monitoring of this profile changed or ended during the update. Ask for the update again.'
        : 'The monitoring of this profile has expired. Activate it again.',
    all_sources_failed: () => 'No source answered. Nothing was charged. Try again later.',
    billing_unavailable: () => 'The quota could not be verified. Nothing was loaded or charged.',
  },
  byStatus: {
    0: 'There is no connection to the service.',
    400: 'Check what you entered: something is not valid.',
    401: 'Your session has ended. Sign in again.',
    403: 'Your role does not allow this.',
    404: 'It does not exist, or it does not belong to your corporation.',
    408: 'The service did not answer.',
    409: 'This cannot be done in the current state.',
    413: 'What was sent is too large.',
    429: 'Too many attempts in a row.',
    502: 'The service did not answer.',
    503: 'The service cannot answer at the moment.',
    504: 'The service did not answer.',
  },
  mayBeDone: 'It may have been done all the same: check before you request it again.',
  other: 'Something failed on our side.',
};
