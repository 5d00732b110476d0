import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import {
  errorCatalogue,
  isErrorCode,
  refusalTexts,
  VigiaError,
  type ErrorCode,
  type RefusalTexts,
  type ReprocessRefusal,
} from '../src/index.js';

const codes = Object.keys(errorCatalogue) as ErrorCode[];
const anyParams = {
  detail: 'the detail',
  docType: 'RUC',
  taxId: '20990000019',
  allow: 'GET',
  seconds: 3,
  profiles: 3,
  months: 4,
  returned: 0,
  available: 7,
  fittingMonths: 2,
  fittingProfiles: 1,
  endsOn: '2026-06-15',
  endedOn: '2026-03-31',
  beginsOn: '2026-05-01',
  correlationId: 'c-1',
  roles: ['admin'],
  most: 100,
  name: 'fehca',
  instead: 'did you mean fecha?',
  dataset: 'un',
  version: 41,
  inForce: 42,
  reason: 'rolled back: incomplete',
};

const errorOf = (code: ErrorCode) => VigiaError.read(code, anyParams);

describe('the error catalogue', () => {
  it.each(codes)('gives %s an HTTP status and a message of one line', (code) => {
    const { status, message } = errorOf(code);
    expect(STATUS_CODES[status]).toBeDefined();
    expect(status).toBeGreaterThanOrEqual(400);
    expect(message).toMatch(/^\S.*\S$/);
    expect(message).not.toMatch(/undefined|\[object|\$\{/);
  });

  it('has no two errors that differ by their code alone, which a client is told', () => {
    const answers = codes.map((code) => `${errorOf(code).status} ${errorOf(code).message}`);
    const free = ['bad_request', 'conflict'];
    expect(codes.filter((code, i) => answers.indexOf(answers[i]!) !== i && !free.includes(code))).toEqual([]);
  });

  it.each(codes)('writes %s in lower snake case', (code) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(isErrorCode(code)).toBe(true);
  });

  it('fills the parameters of an error into its message', () => {
    expect(VigiaError.of('taxpayer_not_found', { taxId: '20990000094' }).message).toBe(
      'no taxpayer is registered with document 20990000094',
    );
    expect(VigiaError.of('too_many_requests', { seconds: 7 })).toMatchObject({
      code: 'too_many_requests',
      status: 429,
      params: { seconds: 7 },
    });
  });

  it('does not compile without a text for every refusal', () => {
    type WithNewReason = ReprocessRefusal | { reason: 'planted' };
    // @ts-expect-error: the text of the planted reason is missing
    const incomplete: RefusalTexts<WithNewReason> = refusalTexts;
    const complete: RefusalTexts<WithNewReason> = { ...refusalTexts, planted: () => 'planted' };
    expect(Object.keys(complete)).toEqual([...Object.keys(incomplete), 'planted']);
    for (const reason of Object.keys(refusalTexts)) expect(errorCatalogue).toHaveProperty(reason, expect.objectContaining({ status: 409 }));
  });

  it('does not take a property of Object.prototype for a code', () => {
    expect(isErrorCode('constructor')).toBe(false);
    expect(isErrorCode('nope')).toBe(false);
  });
});
