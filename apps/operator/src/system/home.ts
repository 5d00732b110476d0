import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Surroundings } from '../surroundings.js';

export class NoSystemError extends Error {
  constructor() {
    super('no running system is known: start one with `npm start`, or set DATABASE_URL and VIGIA_BROKER_URL (or REDIS_URL)');
    this.name = 'NoSystemError';
  }
}

/** What the standalone product writes down about itself. */
export function readHome<T>(environment: Surroundings['environment'], name: string): T {
  const file = join(resolve(environment.VIGIA_HOME ?? '.vigia'), name);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new NoSystemError();
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
