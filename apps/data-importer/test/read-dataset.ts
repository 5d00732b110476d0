import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Dataset, Reject, SourceFile } from '../src/datasets/dataset.js';

interface ReadDataset {
  rows: unknown[];
  rejects: Reject[];
  published: string[];
  parts: string[];
  lines: number;
  unreadColumns: string[];
  lackingColumns: string[];
  unknown: string[];
}

/** The rows that a data set's layout yields for these files. */
export async function readFiles(layout: Dataset['layout'], files: Record<string, SourceFile>): Promise<ReadDataset> {
  const read: ReadDataset = {
    rows: [],
    rejects: [],
    published: [],
    parts: [],
    lines: 0,
    unreadColumns: [],
    lackingColumns: [],
    unknown: [],
  };
  const rows = layout.read(files, {
    reject: (reject) => read.rejects.push(reject),
    published: (day) => read.published.push(day),
    lines: (count) => (read.lines = count),
    part: (day) => read.parts.push(day),
    unknown: (what) => read.unknown.push(what),
    unreadColumn: (title) => read.unreadColumns.push(title),
    lackingColumn: (title) => read.lackingColumns.push(title),
  });
  for await (const row of rows) read.rows.push(row);
  return read;
}

/** The files of its fixture, by the roles of the layout, read in chunks of this many bytes. */
export function fixtureOf({ name, layout }: Dataset, highWaterMark = 64 * 1024): Record<string, SourceFile> {
  const folder = join(import.meta.dirname, 'fixtures', name);
  return Object.fromEntries(
    readdirSync(folder).map((file) => {
      const [role] = Object.entries(layout.files).find(([, pattern]) => pattern.test(file))!;
      return [role, { name: file, open: () => createReadStream(join(folder, file), { highWaterMark }) }];
    }),
  );
}

/** A file with this content, in chunks of this many bytes. */
export function fileOf(content: string | Buffer, name = 'file', chunk = 64): SourceFile {
  const bytes = Buffer.from(content as string);
  return {
    name,
    async *open() {
      for (let at = 0; at < bytes.length; at += chunk) yield await Promise.resolve(bytes.subarray(at, at + chunk));
    },
  };
}
