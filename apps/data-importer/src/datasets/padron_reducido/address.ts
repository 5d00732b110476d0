import type { BarRow } from '../../reading/bar-table.js';
import type { CopiedLines } from '../../reading/copied-lines.js';

/** The address columns of both SUNAT registers. `DEPARTAMENTO` is the flat. */
export const addressTitles = [
  'TIPO DE VÍA',
  'NOMBRE DE VÍA',
  'NÚMERO',
  'KILÓMETRO',
  'MANZANA',
  'LOTE',
  'DEPARTAMENTO',
  'INTERIOR',
  'CÓDIGO DE ZONA',
  'TIPO DE ZONA',
] as const;

/** What SUNAT prints before each part of an address, in order. */
const labels = ['', '', 'NRO. ', 'KM. ', 'MZA. ', 'LOTE. ', 'DPTO. ', 'INT. ', '', ''].map((label) => Buffer.from(label));
const space = Buffer.from(' ');

/** Writes the address in one line, from the columns that begin at `first`; nothing if all of them are empty. */
export function copyAddress(row: BarRow, first: number, lines: CopiedLines): void {
  let isBegun = false;
  for (let piece = 0; piece < labels.length; piece += 1) {
    const column = first + piece;
    if (row.isEmpty(column)) continue;
    const label = labels[piece]!;
    const [start, end] = [row.starts[column]!, row.ends[column]!];
    if (!isBegun && label.length === 0) lines.value(row.bytes, start, end, row.isLatin);
    else {
      if (isBegun) lines.append(space, 0, 1);
      else lines.value(label, 0, label.length);
      if (isBegun) lines.append(label, 0, label.length);
      lines.append(row.bytes, start, end, row.isLatin);
    }
    isBegun = true;
  }
  if (!isBegun) lines.null();
}
