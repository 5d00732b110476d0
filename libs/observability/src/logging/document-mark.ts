import { createHmac, randomBytes } from 'node:crypto';

/** Until the installation gives its own: then only lines of one process can be compared. */
let key: string | Buffer = randomBytes(32);

/** Called at the start of a process, before its first line. Services in one process have one key. */
export function keyDocumentMarks(given: string): void {
  key = given;
}

/**
 * Stands for a document in the log: it finds all lines about one document without its number. Without the key nobody can try the numbers that
 * exist.
 */
export function documentMark(taxId: string): string {
  return createHmac('sha256', key).update(taxId).digest('hex').slice(0, 12);
}
