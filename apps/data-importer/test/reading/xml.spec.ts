import { describe, expect, it } from '@jest/globals';
import { textsOf, xmlElements, type XmlElement } from '../../src/reading/xml.js';
import { fileOf } from '../read-dataset.js';

async function elements(text: string | Buffer, chunk = 64): Promise<XmlElement[]> {
  const found: XmlElement[] = [];
  for await (const element of xmlElements(fileOf(text, 'a.xml', chunk).open(), ['entry'])) found.push(element);
  return found;
}

describe('XML as a stream', () => {
  it.each([1, 2, 3, 64])('gives the root and then each element whole, in chunks of %i bytes', async (chunk) => {
    const text = '\uFEFF<list day="1"><group><entry id="ñ"><v>a &amp; b</v><v><![CDATA[<c>]]></v></entry></group><entry/></list>';
    const [root, first, second] = await elements(text, chunk);
    expect([root!.name, root!.attributes, root!.children]).toEqual(['list', { day: '1' }, []]);
    expect([first!.attributes.id, textsOf(first!, 'v'), second!.children]).toEqual(['ñ', ['a & b', '<c>'], []]);
  });

  it('says the same with other line ends', async () => {
    const [lf, crlf] = await Promise.all(['\n', '\r\n'].map((end) => elements(`<list>${end}<entry><v>a${end}b</v></entry></list>`, 1)));
    expect(crlf).toEqual(lf);
  });

  it('measures each element alone', async () => {
    const entry = `<entry>${'<v a="1"/>'.repeat(5_000)}</entry>`;
    expect(await elements(`<list>${'<other a="1"/>'.repeat(50_000)}${entry.repeat(4)}</list>`, 64 * 1024)).toHaveLength(5);
  });

  it.each([
    ['a document type', '<!DOCTYPE list [<!ENTITY a "aaaa">]><list><entry>&a;</entry></list>', 'declares a document type'],
    ['an unknown entity', '<list><entry>&a;</entry></list>', 'not readable as XML'],
    ['another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?><list/>', 'written in ISO-8859-1'],
    ['bytes of another encoding', Buffer.from('<list>ñ</list>', 'latin1'), 'bytes that are not UTF-8'],
    ['wide characters', Buffer.from('\uFEFF<list/>', 'utf16le'), 'written in UTF-16'],
    ['a missing end tag', '<list><entry></entry>', 'not readable as XML'],
    ['an element that is too large', `<list><entry><v>${'a'.repeat(5_000_000)}`, '<entry> has more than 4 MB'],
    ['an element that has too many others', `<list><entry>${'<v/>'.repeat(30_000)}`, '<entry> has more than 4 MB'],
    [
      'an element that has too many attributes',
      `<list><entry ${Array.from({ length: 50_000 }, (_, i) => `a${i}=""`).join(' ')}/></list>`,
      'has more than 4 MB',
    ],
    ['too many nested elements', '<a>'.repeat(100), 'more than 64 deep'],
  ])('is refused with %s', async (_, text, message) => {
    await expect(elements(text, 64 * 1024)).rejects.toThrow(message);
  });
});
