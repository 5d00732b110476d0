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
  const [since] = await textsOf(restoredUrl, sinceOf(readFileSync(join(backupFolder, 'take-back.sh'), 'utf8')));
  const script = readFileSync(join(backupFolder, 'taken-back.sql'), 'utf8');
  const statements = await textsOf(newestUrl, script.replaceAll(":'since'", `'${since}'`));
  return textsOf(restoredUrl, `BEGIN; ${statements.join('\n')} COMMIT`);
}

/** The statement by which the script finds out from which moment on the newest server is asked for its entries. */
const sinceOf = (script: string) => /^since=.*\n +-c "([^"]+)"\)$/m.exec(script)![1]!;

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
