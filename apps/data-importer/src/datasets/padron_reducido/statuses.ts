import type { BarRow } from '../../reading/bar-table.js';

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

interface Status {
  found: Buffer;
  written: Buffer;
  isKnown: boolean;
}

/** Complete words for the statuses of lines, looked up by their bytes. An unknown status is kept unchanged. */
export class Statuses {
  private readonly byLengthAndEnds = new Map<number, Status[]>();

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
    return this.add({ found, written, isKnown: false });
  }

  private add(status: Status): Status {
    const at = mark(status.found, 0, status.found.length);
    this.byLengthAndEnds.set(at, [...(this.byLengthAndEnds.get(at) ?? []), status]);
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
