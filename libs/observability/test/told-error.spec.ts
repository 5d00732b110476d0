import { describe, expect, it } from '@jest/globals';
import { PlainError, VigiaError } from '@vigia/contracts';
import { toldError } from '../src/index.js';

class HeldMonthsError extends PlainError {}

const document = '20990000019';

describe('what is told of an error', () => {
  it('is its kind and its place, without the text', () => {
    const told = toldError(new RangeError(`no such document: ${document}`));
    expect(told).toEqual({ type: 'RangeError', stack: expect.stringMatching(/^ {4}at .*told-error\.spec\.ts:\d+:\d+/) });
  });

  it('is the text, too, where the error was made to be read', () => {
    expect(toldError(new HeldMonthsError('hold 7 was resolved before'))).toMatchObject({
      type: 'HeldMonthsError',
      message: 'hold 7 was resolved before',
    });
  });

  it('is the place in the catalogue of what is answered to a client', () => {
    const told = toldError(VigiaError.of('taxpayer_not_found', { taxId: document }));
    expect(told).toMatchObject({ type: 'VigiaError', code: 'taxpayer_not_found' });
    expect(JSON.stringify(told)).not.toContain(document);
  });

  it('is names and codes, whatever else the error carries', () => {
    const carried = {
      code: '23505',
      schema: 'profiles',
      table: 'profile',
      constraint: 'profile_pkey',
      detail: `Key (tax_id)=(${document})`,
    };
    const error = Object.assign(new Error(document), carried, { parameters: [document], query: document, where: document, hint: document });
    const { stack, ...told } = toldError(error);
    expect(told).toEqual({ type: 'Error', code: '23505', schema: 'profiles', table: 'profile', constraint: 'profile_pkey' });
    expect(stack).not.toContain(document);
  });

  it('is the same of what is underneath', () => {
    const fault = new SyntaxError(`Unexpected token in ${document}`);
    expect(toldError(new HeldMonthsError('not kept', { cause: fault })).cause).toEqual({ type: 'SyntaxError', stack: expect.any(String) });
    const refused = Object.assign(new Error(document), { code: 'ECONNREFUSED', syscall: 'connect' });
    expect(toldError(new AggregateError([refused], document)).cause).toMatchObject({ code: 'ECONNREFUSED', syscall: 'connect' });
  });

  it('keeps the places behind one that has no line of a file', async () => {
    const failing = Promise.all([1].map(async () => JSON.parse(document.slice(0, 1) + '{')));
    const error = await failing.catch((thrown: unknown) => thrown);
    expect(toldError(error).stack).toMatch(/JSON\.parse \(<anonymous>\)\n.*told-error\.spec/);
  });

  it('does not take a line of the text for a place', () => {
    const { stack } = toldError(new Error(`first\n    at ${document}\n${document}`));
    expect(stack).not.toContain(document);
  });

  it.each([document, { taxId: document }, null, undefined])('is only the kind of what is no error: %j', (thrown) => {
    expect(toldError(thrown)).toEqual({ type: typeof thrown });
  });
});
