import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { magicDocuments } from './summary-contract/documents.js';

it('the page of the simulator says of each magic document how a load ends, as the running product is seen to end it', () => {
  const page = readFileSync(join(import.meta.dirname, '../../apps/source-simulator/README.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (?:RUC|DNI|CE) .*\|$/gm)].map(([row]) => row.split('|').map((cell) => cell.trim()));
  const ends = magicDocuments.map(({ taxId, status, shows }) => {
    const isPartial = 'estado' in shows && shows.estado === 'partial';
    return [taxId, isPartial ? `${status}, partial` : String(status)];
  });
  // What is late under the usual settings is in time where the sources are a hundred times as fast; the simulator's own spec knows which these are.
  const late = rows.filter((cells) => cells[5] === '202, failed').map((cells) => cells[2]);
  expect(late).toEqual(['20990000167', '20990000175']);
  const said = rows.map((cells) => [cells[2], cells[5]]);
  const inTime = (all: (string | undefined)[][]) => all.filter(([taxId]) => !late.includes(taxId));
  expect(inTime(said)).toEqual(inTime(ends));
});
