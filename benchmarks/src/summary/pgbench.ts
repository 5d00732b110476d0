import { execFile, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkDigitSql } from './profiles.js';

const run = promisify(execFile);
/** Debian's folder for it. */
const servers = '/usr/lib/postgresql';

interface Queries {
  databaseUrl: string;
  corporationId: string;
  version: 'v1' | 'v2';
  profiles: number;
  connections: number;
  seconds: number;
}

/** PostgreSQL's own load generator, if the machine has it. */
export function findPgbench(): string | undefined {
  const installed = () => readdirSync(servers).map((version) => join(servers, version, 'bin', 'pgbench'));
  let candidates = ['pgbench'];
  try {
    candidates = [...candidates, ...installed()];
  } catch {
    // No server from Debian.
  }
  return candidates.find((command) => spawnSync(command, ['--version']).error === undefined);
}

/** The bare server's prepared query from a C program that ignores its rows: no server over this database can be faster. */
export async function queriesPerSecond(pgbench: string, folder: string, asked: Queries): Promise<number> {
  const { databaseUrl, corporationId, version, profiles, connections, seconds } = asked;
  const program = join(folder, 'query.pgbench');
  await writeFile(
    program,
    `\\set n random(0, ${profiles - 1})
\\set digit ${checkDigitSql.replaceAll(/\bn\b/g, ':n')}
\\set id (2098000000 + :n) * 10 + :digit
SELECT access.state, access.expires_at, profile.estado, profile.failed_sources, array_to_string(profile.fragments_${version}, ',') AS fragments
FROM billing.access JOIN profiles.profile ON profile.tax_id = access.tax_id AND profile.doc_type = access.doc_type
WHERE access.corporation_id = '${corporationId}' AND access.tax_id = :id AND access.doc_type = 'RUC';
`,
  );
  const options = ['--no-vacuum', '--protocol=prepared', `--client=${connections}`, '--jobs=1', `--time=${seconds}`, `--file=${program}`];
  const { stdout } = await run(pgbench, [...options, databaseUrl]);
  const [, perSecond] = /tps = ([\d.]+)/.exec(stdout) ?? [];
  if (!perSecond || /number of failed transactions: [1-9]/.test(stdout)) throw new Error(stdout);
  return Number(perSecond);
}
