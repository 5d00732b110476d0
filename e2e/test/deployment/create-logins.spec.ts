import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { repository } from './dockerfile.js';

const logins = ['gateway', 'profile_loader', 'billing', 'webhook_dispatcher', 'data_importer'];
/** Notes how it was started, in the folder in which it is. */
const psql = `#!/bin/sh
folder=$(dirname "$0")
echo "$*" >>"$folder/arguments"
printenv LOGIN_PASSWORD >>"$folder/environment"
cat >>"$folder/statements"
`;

describe('the script that creates the logins of the services', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-logins-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('hands no password to psql as an argument, which everybody on the machine could read', () => {
    const secrets = join(folder, 'secrets');
    mkdirSync(secrets);
    for (const login of logins) writeFileSync(join(secrets, `${login}_password`), `secret-of-${login}\n`);
    writeFileSync(join(folder, 'psql'), psql, { mode: 0o755 });
    const script = readFileSync(join(repository, 'deploy/postgres/create-logins.sh'), 'utf8').replaceAll('/run/secrets', secrets);
    const env = { PATH: `${folder}:${process.env.PATH}`, POSTGRES_USER: 'owner', POSTGRES_DB: 'vigia' };
    execFileSync('sh', ['-c', script], { env });
    const [given, environment, statements] = ['arguments', 'environment', 'statements'].map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    );
    expect(given).toBe('-v ON_ERROR_STOP=1 --username owner --dbname vigia\n'.repeat(logins.length));
    expect(environment).toBe(logins.map((login) => `secret-of-${login}\n`).join(''));
    expect(statements!.match(/^\\getenv password LOGIN_PASSWORD$/gm)).toHaveLength(logins.length);
    expect(statements).not.toContain('secret-of-');
  });
});
