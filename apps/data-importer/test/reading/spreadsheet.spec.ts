import { crc32 } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { sheetRows } from '../../src/reading/spreadsheet.js';
import { zipOf } from '../fixtures/stored-zip.js';
import { fileOf } from '../read-dataset.js';

const sheet = 'xl/worksheets/sheet1.xml';
const zeros = Buffer.alloc(40_000_000);
const checksum = crc32(zeros);
const large = (name: string, says = {}) => ({ name, content: zeros, isCompressed: true, says: { checksum, ...says } });

describe('a workbook', () => {
  it.each([
    ['is another kind of file', 'RUC;NOMBRE', 'not a workbook'],
    ['is cut', zipOf({ name: sheet, content: 'a' }).subarray(0, 30), 'not readable as a workbook'],
    ['has no sheet', zipOf({ name: 'leeme.txt', content: 'a' }), 'not readable as a workbook'],
    ['claims 1 KB and has 40 MB', zipOf(large(sheet, { size: 1_024 })), 'too many bytes'],
    ['is too large in total', zipOf(...Array.from({ length: 7 }, (_, i) => large(`xl/${i}.xml`))), 'more than 256 MB'],
  ])('is refused when it %s', async (_, content, message) => {
    await expect(sheetRows(fileOf(content, 'a.xlsx', 64 * 1024).open())).rejects.toMatchObject({
      name: 'UnreadableFile',
      message: expect.stringContaining(message),
    });
  });
});
