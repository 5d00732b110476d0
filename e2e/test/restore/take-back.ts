import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '@vigia/local-servers';
import pg from 'pg';
import { backupFolder } from './base-backup.js';

/** By `take-back.sh` where this machine has a `psql`, otherwise as that does it. Returns what it says. */
export async function takeBack(newestUrl: string, restoredUrl: string): Promise<string[]> {
  if (findProgram('psql')) {
    const said = execFileSync(join(backupFolder, 'take-back.sh'), [newestUrl, restoredUrl], { encoding: 'utf8', stdio: 'pipe' });
    return said.split('\n').filter(Boolean);
  }
  const statements = await textsOf(newestUrl, readFileSync(join(backupFolder, 'taken-back.sql'), 'utf8'));
  return textsOf(restoredUrl, `BEGIN; ${statements.join('\n')} COMMIT`);
}

/** The first column of all rows that some statements answer. */
async function textsOf(url: string, statements: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results: unknown = await client.query({ text: statements, rowMode: 'array' });
    return [results].flat().flatMap((result) => (result as pg.QueryArrayResult<[string]>).rows.map(([text]) => text));
  } finally {
    await client.end();
  }
}
