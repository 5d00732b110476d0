import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseBasic } from '../../src/authentication/domain/credentials.js';

const encoded = (text: string | Buffer) => Buffer.from(text).toString('base64');

describe('a Basic header', () => {
  it('yields the access key and everything after the first colon', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }),
        (accessKey, accessSecret) => {
          const header = `Basic ${encoded(`${accessKey}:${accessSecret}`)}`;
          fc.pre(header.length <= 1024);
          expect(parseBasic(header)).toEqual({ accessKey, accessSecret });
        },
      ),
    );
  });

  it('may name its scheme in any case, followed by one or more spaces', () => {
    for (const scheme of ['bAsIc ', 'Basic   ']) {
      expect(parseBasic(`${scheme}${encoded('vk_1:a:b')}`)).toEqual({ accessKey: 'vk_1', accessSecret: 'a:b' });
    }
  });

  it.each([
    ['no scheme', encoded('vk_1:s')],
    ['another scheme', `Bearer ${encoded('vk_1:s')}`],
    ['no credentials', 'Basic '],
    ['a tab', `Basic\t${encoded('vk_1:s')}`],
    ['a comma', `Basic ${encoded('vk_1:s')}, Basic ${encoded('vk_1:s')}`],
    ['invalid base64', 'Basic %%%'],
    ['no colon', `Basic ${encoded('vk_1')}`],
    ['no access key', `Basic ${encoded(':s')}`],
    ['no secret', `Basic ${encoded('vk_1:')}`],
    ['NUL in the access key', `Basic ${encoded('vk\0:s')}`],
    ['an access key that is not UTF-8', `Basic ${encoded(Buffer.from([0xff, 0xfe, 0x3a, 0x73]))}`],
    ['a very long access key', `Basic ${encoded(`${'k'.repeat(65)}:s`)}`],
    ['a very long secret', `Basic ${encoded(`vk_1:${'s'.repeat(1000)}`)}`],
  ])('is refused with %s', (_, header) => {
    expect(parseBasic(header)).toBeUndefined();
  });
});
