import { mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const [standardOutput, standardError] = [1, 2];
const busyMs = 100;

/**
 * Standard output, or a file. If it accepts nothing, as on a full disk, lines are lost and the service goes on. Standard error reports that
 * once, until lines are written again.
 */
export class LogFile {
  private readonly descriptor: number;
  private isBroken = false;
  private isCut = false;

  constructor(
    private readonly service: string,
    file?: string,
  ) {
    if (file !== undefined) mkdirSync(dirname(file), { recursive: true });
    this.descriptor = file === undefined ? standardOutput : openSync(file, 'a');
  }

  write(lines: string): void {
    // The text after a cut line starts on a new line.
    const bytes = Buffer.from(this.isCut ? `\n${lines}` : lines);
    let written = 0;
    try {
      while (written < bytes.length) written += this.writeSome(bytes.subarray(written));
      [this.isBroken, this.isCut] = [false, false];
    } catch (error) {
      this.isCut ||= written > 0;
      if (!this.isBroken) this.complain(error as NodeJS.ErrnoException);
      this.isBroken = true;
    }
  }

  /** A full pipe accepts nothing until its reader has read. */
  private writeSome(bytes: Buffer): number {
    try {
      return writeSync(this.descriptor, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs);
      return 0;
    }
  }

  private complain({ code }: NodeJS.ErrnoException): void {
    const line = { level: 'error', time: new Date().toISOString(), service: this.service, code, msg: 'lines of the log are lost' };
    try {
      writeSync(standardError, `${JSON.stringify(line)}\n`);
    } catch {
      // Standard error may be on the same full disk.
    }
  }
}
