import { styleText } from 'node:util';
import type { Surroundings } from '../surroundings.js';

export type Paint = (colour: 'green' | 'yellow' | 'red' | 'gray' | 'bold', text: string) => string;

/** Decided here and not by `styleText`, which would look at the standard output of the process. */
export function paintFor({ isTerminal, environment }: Pick<Surroundings, 'isTerminal' | 'environment'>): Paint {
  return isTerminal && !environment.NO_COLOR
    ? (colour, text) => styleText(colour, text, { validateStream: false })
    : (_colour, text) => text;
}
