import { execFile } from 'node:child_process';
import { appendFile, chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Copies a cluster whose server is stopped. A server that starts on the copy follows the one at the URL until it is promoted. */
export async function makeStandby(dataDir: string, standbyDir: string, primaryUrl: string): Promise<void> {
  // Keeps the owner, because the server runs as the owner.
  await promisify(execFile)('cp', ['-a', dataDir, standbyDir]);
  const { hostname, port, username, password } = new URL(primaryUrl);
  const source = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`;
  await appendFile(join(standbyDir, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  const signal = join(standbyDir, 'standby.signal');
  await writeFile(signal, '');
  const { uid, gid } = await stat(standbyDir);
  await chown(signal, uid, gid);
}
