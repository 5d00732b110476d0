import { describe, expect, it } from '@jest/globals';
import { InvalidArgumentError } from 'commander';
import {
  addressArgument,
  dayArgument,
  emailArgument,
  monthsArgument,
  nameArgument,
  UsageError,
  uuidArgument,
} from '../src/commands/action.js';
import { buildProgram } from '../src/program.js';

describe('an argument', () => {
  it('is normalized', () => {
    expect(uuidArgument('0D4F6A52-3F0B-4C1E-9A57-2C1F3B9E7D10')).toBe('0d4f6a52-3f0b-4c1e-9a57-2c1f3b9e7d10');
    expect(nameArgument(' Ñandú S.A.C. ')).toBe('Ñandú S.A.C.');
    expect(emailArgument('Ana@Demo.example')).toBe('ana@demo.example');
    expect(dayArgument('2028-02-29')).toBe('2028-02-29');
    expect(monthsArgument('012')).toBe(12);
    expect(addressArgument('http://127.0.0.1:3000/')).toBe('http://127.0.0.1:3000');
  });

  it.each([
    ['an id', uuidArgument, ['', '0d4f6a52', '0d4f6a523f0b4c1e9a572c1f3b9e7d10']],
    ['a name', nameArgument, ['', '  ', 'a\nb', 'x'.repeat(201)]],
    ['an email', emailArgument, ['', 'ana', 'ana@demo', 'a na@demo.example', '@demo.example', 'ana@demo..example', 'ñandú@demo.example']],
    ['an email that the product stores', emailArgument, [`ana@${'demo.'.repeat(50)}e`]],
    ['a day', dayArgument, ['', '2027-02-29', '2026-13-01', '2026-12', '26-12-31', '2026-12-31T00:00']],
    ['a number of months', monthsArgument, ['', '-1', '1.5', '1e3', 'x', '1000001']],
    ['an address', addressArgument, ['', '127.0.0.1:3000', 'file:///tmp', 'redis://h']],
  ])('is refused when it is not %s', (_what, parse, wrong) => {
    for (const text of wrong) expect(() => parse(text)).toThrow(InvalidArgumentError);
  });
});

it('charges are refused for a period that ends before it begins', async () => {
  const program = buildProgram({ environment: {}, print: () => {}, isTerminal: false });
  const command = 'billing charges --corporation 0d4f6a52-3f0b-4c1e-9a57-2c1f3b9e7d10 --from 2026-02-01 --to 2026-01-31';
  await expect(program.parseAsync(command.split(' '), { from: 'user' })).rejects.toBeInstanceOf(UsageError);
});
