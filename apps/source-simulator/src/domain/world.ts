import { Random } from './random.js';

/** Part of every seed and of every `sourceVersion`: a change of what is generated needs a new one. */
export const generatorVersion = 'v1';

/** One invented country: its seed decides everything that is not decided by the name of a stream. */
export class World {
  constructor(private readonly seed: string) {}

  stream(...name: readonly (string | number)[]): Random {
    return new Random([generatorVersion, this.seed, ...name].join('|'));
  }
}
