import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rucCheckDigit } from '@vigia/contracts';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const perFile = 1_000;
const blocks = 8_000;
const firstBlock = 2_091_000_000;
let last = 2_099_750_000;
let lastFile: string | undefined;

/** A company that no spec has loaded. */
export function freshRuc(): string {
  last += 1;
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
  if (specUrl === lastFile) return;
  lastFile = specUrl;
  last = firstDocumentOf(relative(repository, fileURLToPath(specUrl)));
}

export function firstDocumentOf(specFile: string): number {
  const hash = createHash('sha256').update(specFile).digest().readUInt32BE(0);
  return firstBlock + (hash % blocks) * perFile;
}
