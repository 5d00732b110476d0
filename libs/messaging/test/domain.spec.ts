import { describe, expect, it } from '@jest/globals';
import { messages, VigiaError } from '@vigia/contracts';
import { checksOf, failureReply, judge, mailCheck, replyAddressOf, valueOf } from '../src/domain/envelope.js';
import { coverageProblems } from '../src/domain/queues.js';
import { opening, reservation } from './sample-billing.js';

const now = 1_000_000;
const checks = checksOf(messages['quota.reserve']);
const envelope = { v: 1, id: 'request-1', correlationId: 'c', sentAt: now, payload: reservation() };

describe('an arriving message', () => {
  it('is accepted when it is valid and its deadline lies ahead', () => {
    expect(judge(envelope, checks, now).kind).toBe('accepted');
    expect(judge({ ...envelope, deadlineAt: now + 1 }, checks, now).kind).toBe('accepted');
  });

  it('expires at its deadline, even if its payload is invalid', () => {
    expect(judge({ ...envelope, deadlineAt: now, payload: {} }, checks, now)).toEqual({ kind: 'expired' });
  });

  it.each([
    { what: 'no object', data: null },
    { what: 'another version', data: { ...envelope, v: 2 } },
    { what: 'an extra field', data: { ...envelope, secret: 'x' } },
    { what: 'no correlation id', data: { ...envelope, correlationId: undefined } },
    { what: 'an invalid address', data: { ...envelope, replyTo: 'a b' } },
  ])('is refused with $what in its envelope', ({ data }) => {
    expect(judge(data, checks, now)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/^envelope: /) });
  });

  it('is refused with the path of the invalid field, without its value', () => {
    const payload = { ...reservation(), docType: 'hunter2' };
    const arrival = judge({ ...envelope, payload }, checks, now);
    expect(arrival).toMatchObject({ kind: 'refused', reason: expect.stringContaining('/docType') });
    expect(JSON.stringify(arrival)).not.toContain('hunter2');
  });

  it('is refused when its name is unknown', () => {
    expect(judge(envelope, undefined, now)).toEqual({ kind: 'refused', reason: 'unknown message' });
  });

  it('gives the address for the reply even when the rest of it is invalid', () => {
    expect(replyAddressOf({ replyTo: 'gateway-1', payload: 7 })).toBe('gateway-1');
    expect(replyAddressOf({ replyTo: 7 })).toBeUndefined();
    expect(replyAddressOf('text')).toBeUndefined();
  });
});

describe('a failure', () => {
  it.each([VigiaError.of('webhook_inactive'), VigiaError.of('taxpayer_not_found', { taxId: '20990000012' })])(
    'arrives as the same error: %s',
    (error) => {
      const mail: unknown = JSON.parse(JSON.stringify(failureReply('request-1', error)));
      expect(mailCheck.Check(mail)).toBe(true);
      expect(() => valueOf(mail as never, 'c')).toThrow(error);
    },
  );

  it('with an unknown code arrives as an internal error', () => {
    const read = () => valueOf({ kind: 'failure', id: 'r', code: 'from_the_future', params: null }, 'corr-9');
    expect(read).toThrow(VigiaError.of('internal', { correlationId: 'corr-9' }));
  });
});

describe('the boot check', () => {
  const registry = { 'quota.reserve': messages['quota.reserve'], 'loads.start': messages['loads.start'] };

  it('finds no problem with one handler for each message of the service', () => {
    expect(coverageProblems(registry, 'billing', ['quota.reserve'])).toEqual([]);
  });

  it('names every problem at once', () => {
    expect(coverageProblems(registry, 'billing', ['loads.start', 'loads.start', 'x'])).toEqual([
      'no handler for quota.reserve',
      'more than one handler for loads.start',
      'loads.start is not a message of billing',
      'x is not a message of billing',
    ]);
  });
});

describe('the sample message', () => {
  it('is valid by its contract', () => {
    expect(checks.payload(reservation())).toBeUndefined();
    expect(checksOf(messages['access.open']).payload(opening())).toBeUndefined();
  });
});
