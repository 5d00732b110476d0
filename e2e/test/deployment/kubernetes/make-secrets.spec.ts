import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { repository } from '../dockerfile.js';

/** Writes its arguments down; whether the cluster has the Secret is in a file, and without the file the cluster does not answer. */
const kubectl = `#!/bin/sh
echo "$*" >> "$CLUSTER/calls"
case "$*" in
  *'get secret'*) cat "$CLUSTER/secret" ;;
  apply*) cat >/dev/null ;;
  *'patch secret'*) cat /dev/stdin ;;
esac
`;
const openssl = `#!/bin/sh
case "$1" in
  rand) echo 0123abcd ;;
  req) echo certificate >secrets/certificate.crt; echo key >secrets/certificate.key ;;
esac
`;

describe('deploy/kubernetes/make-secrets.sh', () => {
  let deploy: string;
  let secrets: string;

  beforeEach(() => {
    deploy = mkdtempSync(join(tmpdir(), 'vigia-secrets-'));
    secrets = join(deploy, 'secrets');
    mkdirSync(join(deploy, 'kubernetes'));
    for (const script of ['make-secrets.sh', 'kubernetes/make-secrets.sh'])
      copyFileSync(join(repository, 'deploy', script), join(deploy, script));
    for (const [name, program] of Object.entries({ kubectl, openssl })) writeFileSync(join(deploy, name), program, { mode: 0o755 });
  });

  afterEach(() => rmSync(deploy, { recursive: true }));

  function makeSecrets(inCluster: '' | 'secret/gateway\n' | undefined) {
    for (const left of ['calls', 'secret']) rmSync(join(deploy, left), { force: true });
    if (inCluster !== undefined) writeFileSync(join(deploy, 'secret'), inCluster);
    const env = { ...process.env, PATH: `${deploy}:${process.env.PATH}`, CLUSTER: deploy };
    const { status, stderr } = spawnSync('sh', [join(deploy, 'kubernetes/make-secrets.sh')], { env, encoding: 'utf8' });
    const calls = readFileSync(join(deploy, 'calls'), 'utf8').trimEnd().split('\n');
    const brought = (call: string) => [...call.matchAll(/--from-file=(?:\w+=)?secrets\/(\w+)/g)].map(([, file]) => file!);
    return {
      status,
      said: stderr,
      applied: calls.filter((call) => call.startsWith('apply')).length,
      brought: calls.filter((call) => !call.includes('secret generic postgres')).flatMap(brought),
      made: existsSync(secrets) ? readdirSync(secrets).sort() : [],
    };
  }

  it('makes every secret of a first installation, and brings those that are there later', () => {
    const first = makeSecrets('');
    expect(first).toMatchObject({ status: 0, said: '', applied: 11 });
    expect(first.made).toEqual(expect.arrayContaining(first.brought));
    writeFileSync(join(secrets, 'jwt_keys'), 'k2:changed,k1:before');
    expect(makeSecrets('secret/gateway\n')).toEqual(first);
    expect(readFileSync(join(secrets, 'jwt_keys'), 'utf8')).toBe('k2:changed,k1:before');
  });

  it('makes a secret that a later version adds', () => {
    const first = makeSecrets('');
    rmSync(join(secrets, 'log_key'));
    expect(makeSecrets('secret/gateway\n')).toEqual(first);
  });

  it('makes and brings nothing in place of the secrets of the cluster, where a file or all are missing', () => {
    const refused = (missing: string) => ({
      status: 1,
      said: expect.stringContaining(`deploy/secrets/${missing} is missing here`),
      applied: 0,
    });
    expect(makeSecrets('secret/gateway\n')).toMatchObject({ ...refused('jwt_keys'), made: [] });
    const { brought, made } = makeSecrets('');
    const inUse = [...new Set(brought)].filter((file) => file !== 'log_key');
    expect(inUse).toHaveLength(11);
    for (const file of inUse) {
      const kept = readFileSync(join(secrets, file));
      rmSync(join(secrets, file));
      expect(makeSecrets('secret/gateway\n')).toMatchObject({ ...refused(file), made: made.filter((name) => name !== file) });
      writeFileSync(join(secrets, file), kept);
    }
  });

  it('leaves a key to the Secret of a service that the documented command puts there, whatever its file contains', () => {
    const [command] = /^printf .* patch secret data-importer .*$/m.exec(readFileSync(join(repository, 'docs/kubernetes.md'), 'utf8'))!;
    const headers = JSON.stringify({ world_bank: { apikey: 'a"b\\c%d' } }).repeat(10);
    writeFileSync(join(deploy, 'data_headers'), headers);
    const env = { ...process.env, PATH: `${deploy}:${process.env.PATH}`, CLUSTER: deploy };
    const { data } = JSON.parse(spawnSync('sh', ['-c', command], { cwd: deploy, env, encoding: 'utf8' }).stdout) as {
      data: Record<string, string>;
    };
    expect(Buffer.from(data.data_headers!, 'base64').toString()).toBe(headers);
    expect(makeSecrets('').brought).not.toContain('data_headers');
  });

  it('makes nothing where the cluster does not answer', () => {
    const { status, applied, made } = makeSecrets(undefined);
    expect([status, applied, made]).toEqual([1, 0, []]);
  });
});
