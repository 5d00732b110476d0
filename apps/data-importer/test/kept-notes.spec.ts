import { describe, expect, it } from '@jest/globals';
import type { Database, Transaction } from '@vigia/database';
import type { Dataset, SourceFile } from '../src/datasets/dataset.js';
import { localAnexo } from '../src/datasets/local_anexo/layout.js';
import { padronReducido } from '../src/datasets/padron_reducido/layout.js';
import { KeptNotes } from '../src/importing/kept-notes.js';
import { fileOf } from './read-dataset.js';
import { latin1, padronHeader, padronLine } from './running/padron.js';

interface Kept {
  line: number;
  reason: string;
  text: string;
}

/** What would be written about rejected lines. */
async function keptOf(notes: KeptNotes): Promise<Kept[]> {
  let kept: Kept[] = [];
  const send = (statement: string, values: unknown[]) => {
    if (statement.includes('INSERT INTO registry.reject')) kept = JSON.parse(values[1] as string) as Kept[];
  };
  const database = { transaction: (work: (tx: Transaction) => Promise<void>) => work({ send } as unknown as Transaction) };
  await notes.write(database as unknown as Database, 1);
  return kept;
}

async function readThrough({ layout }: Dataset, main: SourceFile, notes: KeptNotes): Promise<void> {
  for await (const rows of layout.read({ main }, notes)) expect(rows).toBeDefined();
}

const person = 'QUISPE MUESTRA JUAN';
const lines = [
  padronLine('20991000013', 'EMPRESA'),
  padronLine('10999900018', person),
  padronLine('1099990001', person),
  '20991000080|FALTAN COLUMNAS|',
  `10999900017|${person}|`,
  `${person}|10999900017|`,
  `10999900025|${person}`,
];

async function rejectsFor(takes?: (ruc: string) => boolean): Promise<KeptNotes> {
  const notes = new KeptNotes(() => undefined);
  if (takes) notes.takes = takes;
  const main = fileOf(latin1(padronHeader, ...lines).subarray(0, -1));
  await readThrough(padronReducido, main, notes);
  return notes;
}

describe('the rejected lines of a register of taxpayers', () => {
  const all = { check_digit: 2, ruc_form: 1, columns: 3, cut_line: 1 };

  it('are kept without their text, though counted, if they are about persons who are not taken, or do not say whom', async () => {
    const notes = await rejectsFor(() => false);
    expect(notes.rejectedByReason).toEqual(all);
    const kept = await keptOf(notes);
    expect(kept.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'check_digit'],
      [3, 'check_digit'],
      [4, 'ruc_form'],
      [5, 'columns'],
      [6, 'columns'],
      [7, 'columns'],
      [8, 'cut_line'],
    ]);
    expect(kept.filter(({ text }) => text !== '').map(({ line }) => line)).toEqual([2, 5]);
    expect(JSON.stringify(kept)).not.toContain(person);
  });

  it('are kept with their text if they are about persons who are taken, or everybody is', async () => {
    const known = await keptOf(await rejectsFor((ruc) => ruc === '10999900017'));
    expect(known.filter(({ text }) => text.includes(person)).map(({ line }) => line)).toEqual([6]);
    const everybody = await keptOf(await rejectsFor());
    expect(everybody.filter(({ text }) => text.includes(person))).toHaveLength(5);
  });

  it('are those of premises too', async () => {
    const notes = new KeptNotes(() => undefined);
    notes.takes = () => false;
    const header = padronHeader.replace('NOMBRE O RAZÓN SOCIAL|ESTADO DEL CONTRIBUYENTE|CONDICIÓN DE DOMICILIO|', '');
    const main = fileOf(latin1(header, '10999900018|150101|JR.|DE LA CASA|-|-|7|-|-|-|-|-|', '10999900017|JR. DE LA CASA|'));
    await readThrough(localAnexo, main, notes);
    expect(await keptOf(notes)).toEqual([
      { line: 2, reason: 'check_digit', text: '' },
      { line: 3, reason: 'columns', text: '' },
    ]);
  });
});
