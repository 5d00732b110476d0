import { csvRecords } from '../../reading/csv.js';
import { UnreadableFile } from '../../reading/source-file.js';
import { sheetRows } from '../../reading/spreadsheet.js';
import type { Dataset, Notes, SourceFile } from '../dataset.js';
import type { Activity } from '../rows.js';

const code = /^(?:[A-U]|\d{2,4})$/;

export const ciiu: Dataset<'activities'> = {
  name: 'ciiu',
  kind: 'activities',
  title: 'Clasificación industrial internacional uniforme, revisión 4',
  publisher: 'INEI, as SUNAT publishes it',
  licence: 'Published for download, without terms; the classification is of the United Nations',
  address: null,
  cadence: 'by_hand',
  isLasting: true,
  parser: 1,
  layout: { files: { main: /ciiu[^/]*\.(?:xlsx|csv)$/i }, read },
};

/** A code and a name somewhere in each row. Rows above the table or between its parts have none. */
async function* read(files: Record<string, SourceFile>, notes: Notes): AsyncGenerator<Activity> {
  const seen = new Set<string>();
  let lines = 0;
  for (const cells of await rowsOf(files.main!)) {
    lines += 1;
    const found = cells.find((cell) => code.test(cell));
    const name = cells.find((cell) => /\p{L}{3}/u.test(cell))?.replaceAll(/\s+/g, ' ');
    if (found === undefined || name === undefined) continue;
    if (seen.has(found)) notes.reject({ line: lines, reason: 'repeated', text: cells.join('|') });
    else yield { code: found, name };
    seen.add(found);
  }
  if (seen.size === 0) throw new UnreadableFile('header', 'no row has a code and the name of an activity');
  notes.lines(lines);
}

async function rowsOf(file: SourceFile): Promise<string[][]> {
  let start: Buffer = Buffer.alloc(0);
  for await (const chunk of file.open()) {
    start = Buffer.concat([start, chunk]);
    if (start.length >= 4) break;
  }
  if (start.toString('hex', 0, 4) === 'd0cf11e0')
    throw new UnreadableFile('form', 'a workbook of before 2007 (.xls): save it as .xlsx or .csv');
  if (start.toString('latin1', 0, 2) === 'PK') return sheetRows(file.open());
  const rows: string[][] = [];
  for await (const { cells } of csvRecords(file.open())) rows.push(cells.map((cell) => cell.trim()));
  return rows;
}
