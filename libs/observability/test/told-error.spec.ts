import { describe, expect, it } from '@jest/globals';
import { PlainError, VigiaError } from '@vigia/contracts';
import { toldError } from '../src/index.js';

class HeldMonthsError extends PlainError {}

const document = '20990000019';

describe('a logged error', () => {
  it('shows its type and its stack, without its message', () => {
    const told = toldError(new RangeError(`no such document: ${document}`));
    expect(told).toEqual({ type: 'RangeError', stack: expect.stringMatching(/^ {4}at .*told-error\.spec\.ts:\d+:\d+/) });
  });

  it('shows its message, too, where its class declares the text safe', () => {
    expect(toldError(new HeldMonthsError('hold 7 was resolved before'))).toMatchObject({
      type: 'HeldMonthsError',
      message: 'hold 7 was resolved before',
    });
  });

  it('shows its code in the catalogue if it is an answer to a client', () => {
    const told = toldError(VigiaError.of('taxpayer_not_found', { taxId: document }));
    expect(told).toMatchObject({ type: 'VigiaError', code: 'taxpayer_not_found' });
    expect(JSON.stringify(told)).not.toContain(document);
  });

  it('shows names and codes only, whatever else the error carries', () => {
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

  it('shows the same of its cause', () => {
    const fault = new SyntaxError(`Unexpected token in ${document}`);
    expect(toldError(new HeldMonthsError('not kept', { cause: fault })).cause).toEqual({ type: 'SyntaxError', stack: expect.any(String) });
    const refused = Object.assign(new Error(document), { code: 'ECONNREFUSED', syscall: 'connect' });
    expect(toldError(new AggregateError([refused], document)).cause).toMatchObject({ code: 'ECONNREFUSED', syscall: 'connect' });
  });

  it('keeps the stack behind a frame without a file', async () => {
    const failing = Promise.all([1].map(async () => JSON.parse(document.slice(0, 1) + '{')));
    const error = await failing.catch((thrown: unknown) => thrown);
    expect(toldError(error).stack).toMatch(/JSON\.parse \(<anonymous>\)\n.*told-error\.spec/);
  });

  it('does not take a line of its message for a stack frame', () => {
    const { stack } = toldError(new Error(`first\n    at ${document}\n${document}`));
    expect(stack).not.toContain(document);
  });

  it.each([document, { taxId: document }, null, undefined])('shows only the type of a thrown value that is not an Error: %j', (thrown) => {
    expect(toldError(thrown)).toEqual({ type: typeof thrown });
  });
});
