import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { sourceNames } from '@vigia/contracts';
import { magicDocuments } from './summary-contract/documents.js';

const page = readFileSync(join(import.meta.dirname, '../../apps/source-simulator/README.md'), 'utf8');

it('the page of the simulator gives the true end of a load for each magic document', () => {
  const rows = [...page.matchAll(/^\| (?:RUC|DNI|CE) .*\|$/gm)].map(([row]) => row.split('|').map((cell) => cell.trim()));
  const ends = magicDocuments.map(({ taxId, status, shows }) => {
    const isPartial = 'estado' in shows && shows.estado === 'partial';
    return [taxId, isPartial ? `${status}, partial` : String(status)];
  });
  // Documents that are late by default are in time with sources a hundred times as fast; the spec of the simulator names them.
  const late = rows.filter((cells) => cells[5] === '202 or 502').map((cells) => cells[2]);
  expect(late).toEqual(['20990000167', '20990000175']);
  const said = rows.map((cells) => [cells[2], cells[5]]);
  const inTime = (all: (string | undefined)[][]) => all.filter(([taxId]) => !late.includes(taxId));
  expect(inTime(said)).toEqual(inTime(ends));
});

it('the page of the simulator describes the answer of each source', () => {
  const described = page
    .split(/^\| Source +\| `data` +\|$/m)[1]!
    .split('\n\n')[0]!
    .matchAll(/^\| (?<names>[a-z][a-z_, ]*?) +\|/gm);
  expect([...described].flatMap(({ groups }) => groups!['names']!.split(', ')).toSorted()).toEqual(sourceNames.toSorted());
});
