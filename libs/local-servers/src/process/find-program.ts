import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Finds the first program of that name on the PATH, then in `folders`, where systems keep servers that are not on the PATH. */
export function findProgram(name: string, folders: string[] = []): string | undefined {
  const path = (process.env['PATH'] ?? '').split(delimiter);
  return [...path, ...folders]
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
