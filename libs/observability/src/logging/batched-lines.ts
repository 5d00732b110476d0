import { pino } from 'pino';

interface Destination {
  write(text: string): unknown;
}

/** Asks pino to leave the level of each line in `lastLevel`. */
const metadata: unique symbol = Symbol.for('pino.metadata');

const pauseMs = 20;
const mostCharacters = 16_384;

const waiting = new Set<BatchedLines>();
process.on('exit', () => waiting.forEach((lines) => lines.flush()));

/**
 * Collects lines that come close together into one write, because a write costs more than making the line. A warning is written at once,
 * together with the lines before it. A killed process loses the lines of its last moment, but no warning.
 */
export class BatchedLines {
  readonly [metadata] = true;
  lastLevel = 0;
  private lines = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly destination: Destination) {}

  write(line: string): void {
    this.lines += line;
    if (this.lastLevel >= pino.levels.values.warn! || this.lines.length >= mostCharacters) return this.flush();
    waiting.add(this);
    this.timer ??= setTimeout(() => this.flush(), pauseMs);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    waiting.delete(this);
    const { lines } = this;
    this.lines = '';
    if (lines) this.destination.write(lines);
  }
}
