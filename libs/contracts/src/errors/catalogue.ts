/** Stable code, HTTP status and text of every error that can leave the system, in one place. */
const fixed = (status: number, text: string) => ({ status, text: () => text });
const filled = <P>(status: number, text: (params: P) => string) => ({ status, text });

export const errorCatalogue = {
  bad_request: filled(400, (p: { detail: string }) => p.detail),
  body_not_json: fixed(400, 'the body is not valid JSON'),
  body_not_object: fixed(400, 'the body must be a JSON object'),
  body_duplicate_key: fixed(400, 'the body contains the same key twice'),
  body_too_deep: fixed(400, 'the body is nested too deeply'),
  body_unexpected: fixed(400, 'this endpoint takes no body'),
  document_invalid: filled(400, (p: { docType: string }) => `taxId is not a valid ${p.docType}`),
  duplicate_authorization: fixed(400, 'more than one Authorization header'),
  credentials_missing: fixed(401, 'missing Authorization header'),
  credentials_invalid: fixed(401, 'invalid credentials'),
  credentials_disabled: fixed(401, 'credentials are disabled'),
  token_malformed: fixed(401, 'the Authorization header is not a bearer token'),
  token_invalid: fixed(401, 'invalid token'),
  token_expired: fixed(401, 'expired token'),
  not_found: fixed(404, 'not found'),
  profile_not_found: fixed(404, 'profile not found'),
  taxpayer_not_found: filled(404, (p: { taxId: string }) => `no taxpayer is registered with document ${p.taxId}`),
  method_not_allowed: filled(405, (p: { allow: string }) => `method not allowed; use ${p.allow}`),
  request_timeout: fixed(408, 'the request took too long to arrive'),
  conflict: filled(409, (p: { detail: string }) => p.detail),
  contract_not_active: fixed(409, 'no contract is active today'),
  months_exceed_contract: filled(409, (p: { fittingMonths: number }) => `the contract has room for ${p.fittingMonths} months at most`),
  quota_insufficient: fixed(409, 'the quota is not sufficient'),
  monitoring_expired: fixed(409, 'the monitoring has expired; it has to be reactivated first'),
  not_active: fixed(409, 'the profile is not active in your portfolio'),
  idempotency_key_reused: fixed(409, 'this Idempotency-Key was used for another call'),
  body_too_large: fixed(413, 'the body is larger than 32 KiB'),
  media_type: fixed(415, 'send application/json in UTF-8, not encoded'),
  expectation_failed: fixed(417, 'this expectation is not supported'),
  too_many_requests: filled(429, (p: { seconds: number }) => `too many requests; try again in ${p.seconds} s`),
  too_many_documents: filled(429, (p: { seconds: number }) => `too many documents in a minute; try again in ${p.seconds} s`),
  headers_too_large: fixed(431, 'the headers are larger than 8 KiB'),
  internal: filled(500, (p: { correlationId: string }) => `unexpected error; correlation id ${p.correlationId}`),
  all_sources_failed: fixed(502, 'no source could be read; nothing was charged'),
  unavailable: fixed(503, 'the service cannot answer now; try again'),
  billing_unavailable: fixed(503, 'the quota cannot be verified now; nothing was loaded or charged'),
} as const;

export type ErrorCode = keyof typeof errorCatalogue;
export type ErrorParams<C extends ErrorCode> = Parameters<(typeof errorCatalogue)[C]['text']>[0];
