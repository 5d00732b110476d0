import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { repository } from '../dockerfile.js';

/**
 * Writes its arguments down; what the cluster has in the Secret is in a file, and without the file the cluster does not answer. The lists of
 * keys in the cluster are a file each.
 */
const kubectl = `#!/bin/sh
echo "$*" >> "$CLUSTER/calls"
case "$*" in
  *'get secret'*'{.data.'*) list=\${8#*data.}; [ ! -s "$CLUSTER/\${list%?}" ] || base64 <"$CLUSTER/\${list%?}" | tr -d '\\n' ;;
  *'get secret'*go-template*) cat "$CLUSTER/secret-$5" ;;
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

const withoutLogKey = '{"database_url":"eA==","jwt_keys":"eA=="}';
const withLogKey = '{"jwt_keys":"eA==","log_key":"eA=="}';

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

  function makeSecrets(inCluster: string | undefined) {
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
    expect(makeSecrets(withLogKey)).toEqual(first);
    expect(readFileSync(join(secrets, 'jwt_keys'), 'utf8')).toBe('k2:changed,k1:before');
  });

  it('makes a secret that a later version adds', () => {
    const first = makeSecrets('');
    rmSync(join(secrets, 'log_key'));
    expect(makeSecrets(withoutLogKey)).toEqual(first);
  });

  it('makes and brings nothing in place of the secrets of the cluster, where a file or all are missing', () => {
    const refused = (missing: string) => ({
      status: 1,
      said: expect.stringContaining(`deploy/secrets/${missing} is missing here`),
      applied: 0,
    });
    expect(makeSecrets(withLogKey)).toMatchObject({ ...refused('jwt_keys'), made: [] });
    const { made } = makeSecrets('');
    // What compose alone has.
    const inUse = made.filter((file) => file !== 'certificate');
    expect(inUse).toHaveLength(18);
    for (const file of inUse) {
      const kept = readFileSync(join(secrets, file));
      rmSync(join(secrets, file));
      expect(makeSecrets(withLogKey)).toMatchObject({ ...refused(file), made: made.filter((name) => name !== file) });
      writeFileSync(join(secrets, file), kept);
    }
  });

  describe('where the cluster has its Secrets', () => {
    const held = { jwt_keys: 'k1:tokens', secret_peppers: 'k2:new=pepper,k1:peppers', webhook_keys: 'k1:webhooks' };
    const there = (lists: Record<string, string>, folder: string) =>
      Object.entries(lists).forEach(([list, keys]) => writeFileSync(join(folder, list), keys));

    beforeEach(() => {
      makeSecrets('');
      there(held, deploy);
    });

    it.each([
      [
        'the first key is put second, first, or alone',
        { jwt_keys: 'k1:tokens,k2:x', secret_peppers: 'k3:y,k2:new=pepper', webhook_keys: 'k1:webhooks\n' },
      ],
      ['a list is written with spaces', { ...held, jwt_keys: 'k2:x, k1:tokens' }],
    ])('brings the lists of keys when %s', (_how, lists) => {
      there(lists, secrets);
      expect(makeSecrets(withLogKey)).toMatchObject({ status: 0, said: '', applied: 11 });
    });

    it.each([
      ['jwt_keys', 'k1:others'],
      ['secret_peppers', 'k1:new=pepper'],
      ['webhook_keys', 'k1:webhooks2,k2:webhooks'],
    ])('brings nothing when none of its keys is in the file %s, and prints no key', (list, keys) => {
      there({ ...held, [list]: keys }, secrets);
      const { status, said, applied } = makeSecrets(withLogKey);
      expect([status, applied]).toEqual([1, 0]);
      expect(said).toContain(`deploy/secrets/${list} has none of the keys that the cluster has`);
      expect(said).not.toMatch(/pepper,|tokens|others|webhooks2|new=/);
    });

    it('brings nothing from files that deploy/make-secrets.sh has just made on another machine', () => {
      expect(makeSecrets(withLogKey)).toMatchObject({ status: 1, applied: 0 });
    });

    it('brings nothing where only the Secret of the dispatchers is left', () => {
      rmSync(join(deploy, 'jwt_keys'));
      rmSync(join(deploy, 'secret_peppers'));
      expect(makeSecrets('')).toMatchObject({ status: 1, applied: 0 });
    });
  });

  it('has from the cluster, by the documented command, every file that it needs', () => {
    const { made } = makeSecrets('');
    const kept = new Map(made.map((file) => [file, readFileSync(join(secrets, file), 'utf8')]));
    for (const call of readFileSync(join(deploy, 'calls'), 'utf8').split('\n')) {
      const [, name] = /create secret generic (\S+)/.exec(call) ?? [];
      const keys = [...call.matchAll(/--from-file=(?:(\w+)=)?secrets\/(\w+)/g)].map(([, key, file]) => [key ?? file!, kept.get(file!)!]);
      const lines = keys.map(([key, value]) => `${key} ${Buffer.from(value!).toString('base64')}\n`);
      if (name) writeFileSync(join(deploy, `secret-${name}`), lines.join(''));
    }
    rmSync(secrets, { recursive: true });
    const [, commands] = /```sh\n(mkdir -p -m 700 deploy\/secrets\n[^`]*)```/.exec(
      readFileSync(join(repository, 'docs/kubernetes.md'), 'utf8'),
    )!;
    const env = { ...process.env, PATH: `${deploy}:${process.env.PATH}`, CLUSTER: deploy };
    expect(spawnSync('sh', ['-ec', commands!.replaceAll('deploy/secrets', secrets)], { env, encoding: 'utf8' }).stderr).toBe('');
    kept.delete('certificate');
    expect(new Map(readdirSync(secrets).map((file) => [file, readFileSync(join(secrets, file), 'utf8')]))).toEqual(kept);
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
