import type { Surroundings } from '../surroundings.js';

export interface Progress {
  /** A state that the next line replaces, where there is a terminal to replace it on. */
  now(text: string): void;
  /** A line that stays. */
  done(text: string): void;
}

const clearLine = '\r\u001b[2K';

export function progressOn({ print, isTerminal }: Pick<Surroundings, 'print' | 'isTerminal'>): Progress {
  const [before, after] = isTerminal ? [clearLine, ''] : ['', '\n'];
  return {
    now: (text) => print(`${before}${text}${after}`),
    done: (text) => print(`${before}${text}\n`),
  };
}

export const noProgress: Progress = { now: () => {}, done: () => {} };
