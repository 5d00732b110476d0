import type { BarRow } from '../../reading/bar-table.js';
import { UnreadableFile } from '../../reading/source-file.js';

/** The file cuts a status at twenty characters; these are the complete words. */
const words = [
  'ACTIVO',
  'BAJA DE OFICIO',
  'BAJA DEFINITIVA',
  'SUSPENSION TEMPORAL',
  'BAJA PROVISIONAL',
  'BAJA MULT.INSCR. Y OTROS',
  'BAJA PROV. POR OFICIO',
  'INHABILITADO-VENT.UNICA',
  'ANULACION - ERROR SUNAT',
  'ANULACION - ACTO ILICITO',
  'ANULACION - PROVISIONAL',
  'NUM. INTERNO IDENTIFICADO',
  'OTROS OBLIGADOS',
];
const cutAt = 20;
/** Many times the statuses that SUNAT has. A column that holds something else, such as a number, has as many values as the file has lines. */
const mostUnknown = 1_000;
/** A longer text is no status: it is kept in its line, and not remembered. */
const longestRemembered = 200;

interface Status {
  found: Buffer;
  written: Buffer;
  isKnown: boolean;
}

/**
 * Complete words for the statuses of lines, looked up by their bytes. An unknown status is kept unchanged. Every status is remembered, so a
 * file with too many different ones is refused while it is read.
 */
export class Statuses {
  private readonly byLengthAndEnds = new Map<number, Status[]>();
  private unknown = 0;

  constructor() {
    for (const word of words) {
      const cut = word.slice(0, cutAt).trimEnd();
      for (const found of new Set([cut, word])) this.add({ found: Buffer.from(found), written: Buffer.from(word), isKnown: true });
    }
  }

  of(row: BarRow, column: number): Status {
    const [start, end] = [row.starts[column]!, row.ends[column]!];
    for (const status of this.byLengthAndEnds.get(mark(row.bytes, start, end)) ?? [])
      if (isAt(row.bytes, start, status.found)) return status;
    const found = Buffer.from(row.bytes.subarray(start, end));
    const written = row.isLatin ? Buffer.from(found.toString('latin1')) : found;
    const status = { found, written, isKnown: false };
    if (found.length > longestRemembered) return status;
    this.unknown += 1;
    if (this.unknown > mostUnknown) throw new UnreadableFile('form', `more than ${mostUnknown} different statuses are not known`);
    return this.add(status);
  }

  private add(status: Status): Status {
    const at = mark(status.found, 0, status.found.length);
    const alike = this.byLengthAndEnds.get(at);
    if (alike) alike.push(status);
    else this.byLengthAndEnds.set(at, [status]);
    return status;
  }
}

function isAt(bytes: Buffer, start: number, found: Buffer): boolean {
  for (let at = 0; at < found.length; at += 1) if (bytes[start + at] !== found[at]) return false;
  return true;
}

/** Distinguishes most statuses without comparing them. */
function mark(bytes: Buffer, start: number, end: number): number {
  return ((end - start) << 16) | (bytes[start]! << 8) | bytes[end - 1]!;
}
