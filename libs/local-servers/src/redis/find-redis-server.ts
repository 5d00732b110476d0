import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The program named by `VIGIA_REDIS_SERVER`, else the first `redis-server` on the PATH. */
export function findRedisServer(): string | undefined {
  const named = process.env['VIGIA_REDIS_SERVER'];
  if (named) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, 'redis-server')).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
