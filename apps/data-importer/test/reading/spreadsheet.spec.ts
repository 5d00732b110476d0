import { crc32 } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { SheetExtent } from '../../src/reading/sheet-extent.js';
import { sheetRows } from '../../src/reading/spreadsheet.js';
import { workbookWith } from '../fixtures/binary.js';
import { entriesOf, zipOf } from '../fixtures/stored-zip.js';
import { fileOf } from '../read-dataset.js';

const sheet = 'xl/worksheets/sheet1.xml';
const zeros = Buffer.alloc(40_000_000);
const checksum = crc32(zeros);
const large = (name: string, says = {}) => ({ name, content: zeros, isCompressed: true, says: { checksum, ...says } });

const cell = (place: string, row = '1') =>
  `<worksheet><sheetData><row r="${row}"><c r="${place}"><v>1</v></c></row></sheetData></worksheet>`;

describe('a workbook', () => {
  it.each([
    ['is another kind of file', 'RUC;NOMBRE', 'not a workbook'],
    ['is cut', zipOf({ name: sheet, content: 'a' }).subarray(0, 30), 'not readable as a workbook'],
    ['has no sheet', zipOf({ name: 'leeme.txt', content: 'a' }), 'not readable as a workbook'],
    ['claims 1 KB and has 40 MB', zipOf(large(sheet, { size: 1_024 })), 'too many bytes'],
    ['has a cell beyond the last column', zipOf({ name: sheet, content: cell('ZZZZZZZZ1') }), 'no place "ZZZZZZZZ1"'],
    ['has a row beyond the last', zipOf({ name: sheet, content: cell('A1', '4000000000') }), 'no place "4000000000"'],
    ['hides a row', zipOf({ name: sheet, content: cell('A1', '&#52;000000000').replaceAll('row', 'x:row') }), 'no place "4000000000"'],
    [
      'hides a row in a script',
      zipOf({ name: sheet, content: cell('A1', '4000000000').replaceAll('sheetData', 'script') }),
      'no place "4000000000"',
    ],
    ['has a document type', zipOf({ name: sheet, content: `<!DOCTYPE worksheet>${cell('A1')}` }), 'no document type'],
    ['has a place in other letters', zipOf({ name: sheet, content: cell('\u{1D400}1') }), 'no place'],
    ['has too many cells', zipOf({ name: sheet, content: cell('XFD1048576') }), '1048576 rows of 16384 cells'],
    [
      'has too many rows without a number',
      zipOf({ name: sheet, content: cell('XFD1001', '1001').replace('<row r="1001"', `${'<row/>'.repeat(1_000)}<row`) }),
      '1001 rows of 16384 cells',
    ],
    ['is too large in total', zipOf(...Array.from({ length: 7 }, (_, i) => large(`xl/${i}.bin`))), 'more than 256 MB'],
  ])('is refused when it %s', async (_, content, message) => {
    await expect(sheetRows(fileOf(content, 'a.xlsx', 64 * 1024).open())).rejects.toMatchObject({
      name: 'UnreadableFile',
      message: expect.stringContaining(message),
    });
  });

  it('is read by its directory, and what stands between the listed entries is not unpacked', async () => {
    const files = entriesOf(workbookWith([['RUC'], ['20990000019']]));
    const unlisted = { ...large(sheet), isUnlisted: true };
    const workbook = zipOf(...files, unlisted, { name: 'xl/empty.xml', content: '' });
    expect(await sheetRows(fileOf(workbook, 'a.xlsx', 64 * 1024).open())).toEqual([['RUC'], ['20990000019']]);
  });

  it('may have rows and cells that are only formatted, up to the last row', () => {
    const formatted = '<row r="1048576"><c r="J1048576" s="4"/></row>';
    const sheets = [cell('J1').replace('</sheetData>', `${formatted}</sheetData>`), '<calcChain><c r="A900000"/><c r="AZ1"/></calcChain>'];
    for (const content of sheets) expect(() => new SheetExtent().read(Buffer.from(content))).not.toThrow();
  });
});
