import type { Session } from '@vigia/database';
import type { Dataset, SourceFile } from '../datasets/dataset.js';
import type { CopiedRows } from '../reading/source-file.js';
import type { KeptNotes } from './kept-notes.js';
import type { Pace } from './pace.js';
import type { Progress } from './progress.js';

/** The files of a version while they are copied into its tables. */
export interface Copying {
  session: Session;
  dataset: Dataset;
  version: number;
  files: Record<string, SourceFile>;
  notes: KeptNotes;
  progress: Progress;
  pace: Pace;
  signal: AbortSignal;
}

/** A layout's output in COPY format. */
export async function* readyLines(
  { files, notes, progress, pace, signal }: Copying,
  dataset: Dataset<'taxpayers' | 'premises' | 'trade'>,
): AsyncGenerator<Buffer> {
  let taken = 0;
  for await (const { rows, bytes } of dataset.layout.read(files, notes) as AsyncIterable<CopiedRows>) {
    signal.throwIfAborted();
    yield bytes;
    taken += rows;
    progress.counted({ rows: taken });
    await pace.rest();
  }
  progress.counted({ rows: taken, lines: notes.lineCount });
}
