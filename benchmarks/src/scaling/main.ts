import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { mondayOf, usual, workerTypes } from './monday.js';
import { scalingPage, withTable } from './page.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(usual.seed) },
    overhead: { type: 'string', default: String(usual.overhead) },
    start: { type: 'string', default: String(usual.startS) },
    write: { type: 'boolean', default: false },
  },
});
const options = { seed: Number(values.seed), overhead: Number(values.overhead), startS: Number(values.start) };
const { table, picture } = scalingPage(workerTypes.map((type) => mondayOf(type, options)));
console.log(table);
if (values.write) {
  const docs = new URL('../../../docs/', import.meta.url);
  const page = new URL('kubernetes.md', docs);
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), table));
  writeFileSync(new URL('images/scaling.svg', docs), picture);
}
