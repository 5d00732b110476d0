import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rucCheckDigit } from '@vigia/contracts';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const perFile = 1_000;
const blocks = 8_000;
const firstBlock = 2_091_000_000;
const firstOfNobody = 2_099_750_000;
let last = firstOfNobody;
let end = Infinity;
/** The spec file that fresh documents belong to, or nobody if its system is not shared. The runner removes this variable after each file. */
const ownerVariable = 'VIGIA_TEST_DOCUMENTS_OF';
const nobody = 'nobody';

/** A company that no spec has loaded on this system. A file whose system is not shared draws the same ones in every run, too. */
export function freshRuc(): string {
  if (process.env[ownerVariable] === undefined) {
    process.env[ownerVariable] = nobody;
    [last, end] = [firstOfNobody, Infinity];
  }
  last += 1;
  if (last > end) throw new Error(`a spec file has ${perFile - 1} documents of its own: the next ones are those of another file`);
  return `${last}${rucCheckDigit(String(last))}`;
}

export function freshRucs(count: number): string[] {
  return Array.from({ length: count }, freshRuc);
}

/**
 * From now on fresh documents belong to this spec file. They are the same in every run, on every worker and after any other file. A few in
 * a hundred companies are closed, owe nothing or employ nobody, and a test must not meet one by chance.
 */
export function takeDocumentsOf(specUrl: string): void {
  const owner = process.env[ownerVariable];
  if (owner === specUrl) return;
  if (owner === nobody) throw new Error('draw fresh documents after livingSystem: before, they may be those of any other spec');
  process.env[ownerVariable] = specUrl;
  last = firstDocumentOf(relative(repository, fileURLToPath(specUrl)));
  end = last + perFile - 1;
}

export function firstDocumentOf(specFile: string): number {
  const hash = createHash('sha256').update(specFile).digest().readUInt32BE(0);
  return firstBlock + (hash % blocks) * perFile;
}
