import { refusalTexts, type RefusalTexts } from './refusals.js';

const fixed = (status: number, text: string) => ({ status, text: () => text });
const filled = <P>(status: number, text: (params: P) => string) => ({ status, text });

const sizeOf = (bytes: number) => (bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes / 1_000_000} MB`);

type Refusals = { [Reason in keyof RefusalTexts]: { status: number; text: RefusalTexts[Reason] } };

function refusals(texts: RefusalTexts): Refusals {
  return Object.fromEntries(Object.entries(texts).map(([reason, text]) => [reason, { status: 409, text }])) as Refusals;
}

/** What a form needs to report an error at its field: the JSON Schema name of the rule, and its limit if it has one. */
interface Fault {
  detail: string;
  field?: string;
  rule?: string;
  limit?: number;
}

/** Stable code, HTTP status and text of every error that can leave the system, in one place. */
export const errorCatalogue = {
  bad_request: filled(400, (p: Fault) => p.detail),
  parameter_unknown: filled(400, (p: { name: string; instead: string }) => `unknown parameter ${p.name}; ${p.instead}`),
  parameter_repeated: filled(400, (p: { name: string }) => `the parameter ${p.name} is given twice`),
  body_not_json: fixed(400, 'the body is not valid JSON'),
  body_not_object: fixed(400, 'the body must be a JSON object'),
  body_duplicate_key: fixed(400, 'the body contains the same key twice'),
  body_too_deep: fixed(400, 'the body is nested too deeply'),
  body_unexpected: fixed(400, 'this endpoint takes no body'),
  webhook_not_configured: fixed(400, 'no active webhook configured for this event'),
  password_wrong: fixed(400, 'the current password is wrong'),
  secret_key_wrong: fixed(400, 'this is not the secret key that was prepared'),
  password_link_invalid: fixed(400, 'this link was used, has expired or never existed'),
  document_invalid: filled(400, (p: { docType: string }) => `taxId is not a valid ${p.docType}`),
  duplicate_authorization: fixed(400, 'more than one Authorization header'),
  credentials_missing: fixed(401, 'missing Authorization header'),
  credentials_invalid: fixed(401, 'invalid credentials'),
  credentials_disabled: fixed(401, 'credentials are disabled'),
  token_malformed: fixed(401, 'the Authorization header is not a bearer token'),
  token_invalid: fixed(401, 'invalid token'),
  token_expired: fixed(401, 'expired token'),
  sign_in_failed: fixed(401, 'wrong email or password'),
  session_missing: fixed(401, 'sign in first: there is no session, or it has ended'),
  other_site: fixed(403, 'this call must come from a page of this site'),
  role_missing: filled(403, (p: { roles: readonly string[] }) => `this needs the role ${p.roles.join(' or ')}`),
  not_found: fixed(404, 'not found'),
  profile_not_found: fixed(404, 'profile not found'),
  taxpayer_not_found: filled(404, (p: { taxId: string }) => `no taxpayer is registered with document ${p.taxId}`),
  method_not_allowed: filled(405, (p: { allow: string }) => `method not allowed; use ${p.allow}`),
  request_timeout: fixed(408, 'the request took too long to arrive'),
  other_user: fixed(409, 'the signed-in user is not the one in Vigia-User'),
  conflict: filled(409, (p: { detail: string }) => p.detail),
  not_in_portfolio: filled(409, (p: { taxId: string }) => `${p.taxId} is not in your portfolio: load it`),
  ...refusals(refusalTexts),
  contract_overlap: fixed(409, 'the corporation already has a contract on some of these days'),
  monitoring_ending: fixed(409, 'the monitoring of the monthly contract that has ended is still being ended; try again in a minute'),
  contract_ended: fixed(409, 'the contract has ended: make a new one'),
  contract_end_too_early: fixed(409, 'the last day of a contract must not be before its first'),
  contract_end_passed: fixed(409, 'the last day of a contract must not be before today'),
  contract_end_moved: filled(
    409,
    (p: { endsOn: string }) => `the contract ends on ${p.endsOn} now: its end was moved after this change was prepared`,
  ),
  months_not_available: filled(409, (p: { available: number }) =>
    p.available === 1 ? 'only 1 month is available' : `only ${p.available} months are available`,
  ),
  webhook_loading: filled(409, (p: { taxId: string }) => `an event for taxId ${p.taxId} is already in LOADING_PROFILE`),
  webhook_changed: fixed(409, 'this webhook was changed after it was read: read it again'),
  webhook_emptying: fixed(
    409,
    'the deliveries that waited when this webhook was switched off are still being given up; try again in a minute',
  ),
  webhook_places_taken: fixed(409, 'three webhook configurations are active already, which is the most; switch one off first'),
  webhooks_full: filled(409, (p: { most: number }) => `there are ${p.most} webhook configurations already; edit one of them`),
  webhook_inactive: fixed(409, 'the webhook configuration is not active'),
  secret_prepared: fixed(409, 'a new secret is prepared already; switch to it, or withdraw it'),
  secret_not_prepared: fixed(409, 'no new secret is prepared'),
  secret_switched: fixed(409, 'the new secret signs already; end the old one first, or switch back'),
  secret_not_switched: fixed(409, 'no new secret has taken over, so there is no old one'),
  dataset_changed: filled(
    409,
    ({ dataset, version, inForce }: { dataset: string; version: number; inForce: number | null }) =>
      `version ${version} of ${dataset} is no longer in force: ${inForce === null ? 'now none is' : `now it is version ${inForce}`}; nothing was done, look again first`,
  ),
  pause_changed: filled(
    409,
    (p: { dataset: string; reason: string }) => `the downloads of ${p.dataset} were paused again meanwhile, and stay paused: ${p.reason}`,
  ),
  nobody_to_ask: fixed(409, 'no RUC is left for a file: each has a recent answer, or was in a recent file'),
  email_taken: fixed(409, 'a user with this email exists already'),
  last_admin: fixed(409, 'this is the last active administrator: first add another, who must have set a password if this one has'),
  last_operator: fixed(409, 'this is the last active operator: first create another, who must have set a password if this one has'),
  credentials_full: filled(409, (p: { most: number }) => `there are ${p.most} active credentials already; revoke one first`),
  users_full: filled(409, (p: { most: number }) => `there are ${p.most} active users already; deactivate one first`),
  views_full: filled(409, (p: { most: number }) => `there are ${p.most} views already; remove one first`),
  payload_purged: fixed(409, 'the body of this delivery is no longer kept'),
  idempotency_key_reused: fixed(409, 'this Idempotency-Key was used for a call with another path or body; use a new key'),
  body_too_large: filled(413, (p: { limitBytes: number }) => `the body is larger than ${sizeOf(p.limitBytes)}`),
  media_type: fixed(415, 'the body must be application/json in UTF-8, without Content-Encoding'),
  expectation_failed: fixed(417, 'the only supported value of the header Expect is 100-continue'),
  too_many_requests: filled(429, (p: { seconds: number }) => `too many requests; try again in ${p.seconds} s`),
  too_many_documents: filled(429, (p: { seconds: number }) => `too many documents in a minute; try again in ${p.seconds} s`),
  headers_too_large: fixed(431, 'the address and the headers together are larger than 8 KiB'),
  internal: filled(500, (p: { correlationId: string }) => `unexpected error; correlation id ${p.correlationId}`),
  all_sources_failed: fixed(502, 'no source could be read, and nothing was charged; try again later'),
  unavailable: fixed(503, 'the service cannot answer now; try again'),
  billing_unavailable: fixed(503, 'the quota cannot be verified now, and nothing was loaded or charged; try again'),
} as const;

export type ErrorCode = keyof typeof errorCatalogue;
export type ErrorParams<C extends ErrorCode> = Parameters<(typeof errorCatalogue)[C]['text']>[0];
