import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { orderOfText } from '@vigia/local-servers';
import { parse } from 'yaml';
import { commandOf, inherited, readStages, repository } from './dockerfile.js';

interface Service {
  image?: string;
  build?: { target: string; dockerfile: string };
  networks: string[];
  secrets?: string[];
  volumes?: string[];
  ports?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas: number };
  command?: string[];
  healthcheck?: { test: string[] };
  stop_grace_period?: string;
  restart: string;
  profiles?: string[];
  [key: string]: unknown;
}

interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, object>;
  secrets: Record<string, { file: string }>;
}

const compose = parse(readFileSync(`${repository}/docker-compose.yml`, 'utf8'), { merge: true }) as Compose;
const stages = readStages();
const services = Object.entries(compose.services);
const ours = services.filter(([, { build }]) => build);
const long = ['gateway', 'profile-loader', 'profile-loader-slow', 'billing', 'webhook-dispatcher'];
const seconds = (text = '0s') => Number(text.replace('s', ''));

describe('docker-compose.yml', () => {
  it.each(services)('refers only to what it declares: %s', (_name, service) => {
    const { networks, secrets = [], volumes = [], depends_on = {}, image, build } = service;
    expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining(networks));
    expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(secrets));
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
    for (const volume of volumes) {
      const [source = ''] = volume.split(':');
      expect(source.startsWith('./') ? existsSync(`${repository}/${source}`) : source in compose.volumes).toBe(true);
    }
    const madeFrom = build ? stages.some(({ name }) => name === build.target) : /^[a-z]+:\d+\.\d+/.test(image ?? '');
    expect(madeFrom).toBe(true);
    const files = Object.entries(service.environment ?? {}).filter(([variable]) => variable.endsWith('_FILE'));
    expect(secrets).toEqual(expect.arrayContaining(files.map(([, path]) => path.replace('/run/secrets/', ''))));
  });

  it('exposes only the front to the outside', () => {
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['front']);
    expect(compose.networks.data?.internal).toBe(true);
    expect(compose.services.front?.networks).not.toContain('data');
  });

  it('trusts the front in every network that Docker makes by default', () => {
    const [, block = ''] = /:-(.+)}/.exec(compose.services.gateway?.environment?.VIGIA_TRUSTED_PROXIES ?? '') ?? [];
    const trusted = new BlockList();
    for (const [network = '', bits] of block.split(',').map((one) => one.split('/'))) trusted.addSubnet(network, Number(bits));
    // The first and last of the pools that Docker takes networks from unless `default-address-pools` is set.
    const addresses = ['172.17.0.2', '172.31.255.254', '192.168.0.2', '192.168.255.254'];
    expect(addresses.filter((address) => !trusted.check(address))).toEqual([]);
    expect(trusted.check('10.0.0.1')).toBe(false);
  });

  it('lets only loaders, the simulator, dispatchers and the importer reach the outside', () => {
    const leadsOutside = (network: string) => !compose.networks[network]?.internal;
    const reaching = ours.filter(([, { networks }]) => networks.some(leadsOutside)).map(([name]) => name);
    expect(reaching.sort()).toEqual(['data-importer', 'profile-loader', 'profile-loader-slow', 'source-simulator', 'webhook-dispatcher']);
  });

  it('keeps queues in Redis: no eviction, and an append-only file', () => {
    const configuration = compose.services.redis?.command?.at(-1)?.split('\n');
    expect(configuration).toEqual(expect.arrayContaining(['maxmemory-policy noeviction', 'appendonly yes']));
  });

  it('starts the front beside a gateway that is not healthy, and asks it for the answer of any gateway', () => {
    const { depends_on, healthcheck } = compose.services.front!;
    expect(depends_on).toEqual({ gateway: { condition: 'service_started' } });
    const { host, pathname } = new URL(healthcheck!.test.at(-1)!);
    const [frontend] = /^frontend check\n(?: .*\n)+/m.exec(readFileSync(`${repository}/deploy/haproxy/haproxy.cfg`, 'utf8'))!;
    expect(frontend).toContain(`  bind ${host}\n`);
    expect(frontend).toContain(` unless { path ${pathname} }\n`);
  });

  it('waits for PostgreSQL on TCP, not for the temporary server that creates the database', () => {
    expect(compose.services.postgres?.healthcheck?.test).toEqual(expect.arrayContaining(['pg_isready', '-h', '127.0.0.1']));
  });

  it('keeps values of statements and of rows out of the log of PostgreSQL', () => {
    const withoutValues = ['--log_error_verbosity=terse', '--log_min_error_statement=panic', '--log_parameter_max_length=0'];
    expect(compose.services.postgres?.command).toEqual(expect.arrayContaining(withoutValues));
  });

  it('sorts text in a new database as the database of the tests does', () => {
    expect(compose.services.postgres?.environment?.POSTGRES_INITDB_ARGS?.split(' ')).toEqual(orderOfText);
  });

  it.each(long)('starts %s only after the migration, in more than one replica', (name) => {
    const service = compose.services[name] as Service;
    expect(service.depends_on?.migrate).toEqual({ condition: 'service_completed_successfully' });
    expect(service.depends_on?.postgres).toEqual({ condition: 'service_healthy' });
    expect(service.deploy?.replicas).toBeGreaterThanOrEqual(2);
    const grace = Number(
      /default: (\d+)_000/.exec(
        readFileSync(`${repository}/libs/service-kit/src/start/base-settings.ts`, 'utf8').split('shutdownGraceMs')[1] ?? '',
      )?.[1],
    );
    expect(seconds(service.stop_grace_period)).toBeGreaterThan(grace + 5);
  });

  it.each([...ours, ['front', compose.services.front as Service] as const])('hardens %s', (_name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], tmpfs: ['/tmp'] });
    expect(service.mem_limit).toBeDefined();
    expect(service.pids_limit).toBeDefined();
  });

  it('passes on every setting of data sets except their folder, which the image has', () => {
    const page = readFileSync(`${repository}/docs/settings.md`, 'utf8');
    const settings = [...page.matchAll(/`(VIGIA_DATA_\w+)`/g)].map(([, name]) => name).filter((name) => name !== 'VIGIA_DATA_DIR');
    expect(settings.length).toBeGreaterThan(0);
    expect(Object.keys(compose.services['data-importer']?.environment ?? {})).toEqual(expect.arrayContaining(settings));
  });

  it('assigns every section to a loader', () => {
    const worked = ['profile-loader', 'profile-loader-slow'].flatMap(
      (name) => compose.services[name]?.environment?.VIGIA_SOURCES?.split(',') ?? [],
    );
    const catalogue = readFileSync(`${repository}/libs/contracts/src/sources/catalogue.ts`, 'utf8');
    const sections = [...new Set([...catalogue.matchAll(/section: '(\w+)'/g)].map(([, section]) => section))];
    expect(worked.sort()).toEqual(sections.sort());
  });
});

describe('deploy/compose.managed.yml', () => {
  const tagged = (tag: string) => ({ tag, collection: 'map' as const, resolve: (value: unknown) => value });
  const managed = parse(readFileSync(`${repository}/deploy/compose.managed.yml`, 'utf8'), {
    merge: true,
    customTags: [tagged('!override'), tagged('!reset')],
  }) as { services: Record<string, Partial<Service>> };
  const merged = services.map(([name, service]) => ({
    name,
    ...service,
    ...managed.services[name],
    networks: [...service.networks, ...(managed.services[name]?.networks ?? [])],
  }));

  it('lets everything that uses the database and the broker reach servers outside', () => {
    const users = merged.filter(({ environment }) => environment?.DATABASE_URL_FILE);
    expect(users.length).toBeGreaterThan(6);
    expect(users.filter(({ networks }) => networks.every((network) => compose.networks[network]?.internal))).toEqual([]);
  });

  it('starts no server of its own, and waits for none', () => {
    const [own, others] = [merged.filter(({ profiles }) => profiles), merged.filter(({ profiles }) => !profiles)];
    expect(own.map(({ name }) => name).sort()).toEqual(['postgres', 'redis', 'source-simulator']);
    expect(others.flatMap(({ depends_on }) => Object.keys(depends_on ?? {})).sort()).toEqual(['gateway', ...Array(6).fill('migrate')]);
  });
});

describe('deploy/make-secrets.sh', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-secrets-'));
    copyFileSync(`${repository}/deploy/make-secrets.sh`, join(folder, 'make-secrets.sh'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** With another `openssl`, the body of a shell script, instead of that of the machine. */
  const makeSecrets = (openssl: string) => {
    writeFileSync(join(folder, 'openssl'), `#!/bin/sh\n${openssl}\n`, { mode: 0o755 });
    const { status } = spawnSync('sh', [join(folder, 'make-secrets.sh')], { env: { PATH: `${folder}:${process.env.PATH}` } });
    const secrets = Object.values(compose.secrets).map(({ file }) => join(folder, file.replace('deploy/', '')));
    return { status, made: secrets.filter((path) => existsSync(path)).map((path) => [basename(path), readFileSync(path, 'utf8')]) };
  };

  it('writes every secret of docker-compose.yml, and keeps it', () => {
    const first = makeSecrets(`case "$1$2" in
      rand-hex) echo 0123abcd ;;
      rand-base64) echo 'ab+/cd==' ;;
      req*) echo certificate >secrets/certificate.crt; echo key >secrets/certificate.key ;;
    esac`);
    expect(first.status).toBe(0);
    expect(first.made.map(([name]) => name)).toEqual(Object.keys(compose.secrets));
    expect(Object.fromEntries(first.made)).toMatchObject({
      owner_password: '0123abcd',
      owner_database_url: 'postgres://vigia:0123abcd@postgres:5432/vigia',
      data_importer_database_url: 'postgres://data_importer:0123abcd@postgres:5432/vigia',
      redis_url: 'redis://:0123abcd@redis:6379/0',
      webhook_keys: 'k1:ab-_cd',
      certificate: 'certificate\nkey\n',
    });
    expect(makeSecrets('[ "$1" = version ]')).toEqual(first);
  });

  it.each([
    ['is missing', 'exit 127'],
    ['makes no random bytes', '[ "$1" = version ]'],
    ['makes no keys', '[ "$1 $2" != "rand -base64" ] && echo 0123abcd'],
  ])('fails if openssl %s, and writes no secret without it', (_trouble, openssl) => {
    const { status, made } = makeSecrets(openssl);
    expect(status).not.toBe(0);
    expect(made.filter(([, secret]) => !secret!.includes('0123abcd'))).toEqual([]);
  });
});

describe('deploy/Dockerfile', () => {
  it('pins its base images', () => {
    const outside = stages.filter(({ from }) => !stages.some(({ name }) => name === from)).map(({ from }) => from);
    const lts = /^lts=(.+)$/m.exec(readFileSync(`${repository}/.ci/use-lts`, 'utf8'))?.[1];
    expect(outside).toEqual([`node:${lts}-bookworm-slim`, 'gcr.io/distroless/cc-debian12:nonroot']);
  });

  it('copies every shared library that Node loads and the base image lacks', () => {
    // In a new process: one that has looked up a name has loaded what this machine looks names up with.
    const report = execFileSync(process.execPath, ['-p', 'JSON.stringify(process.report.getReport().sharedObjects)'], { encoding: 'utf8' });
    const sharedObjects = JSON.parse(report) as string[];
    // In distroless `cc`: those of glibc, of GCC and of the C++ compiler.
    const ofTheBase = /^(?:linux-vdso|ld-linux[\w-]*|lib(?:c|m|dl|rt|pthread|gcc_s|stdc\+\+))\.so/;
    const loaded = sharedObjects.map((path) => basename(path)).filter((name) => /\.so(?:\.|$)/.test(name) && !name.endsWith('.node'));
    const copied = stages.find(({ name }) => name === 'libraries')?.instructions.join() ?? '';
    expect(loaded.length > 0).toBe(process.platform === 'linux');
    expect(loaded.filter((name) => !ofTheBase.test(name) && !copied.includes(`/${name} `))).toEqual([]);
    expect(inherited(stages, 'service')).toContain('COPY --from=libraries /libraries /');
  });

  it('makes no image of a service that was not built', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['deploy/copy-contents.mjs', 'migrate'], {
      cwd: repository,
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining('there is no dist/services/migrate.js')]);
  });

  it('needs no shell: images run nothing at build time and start programs directly', () => {
    for (const { build } of ours.map(([, service]) => service)) {
      const instructions = inherited(stages, build?.target ?? '');
      expect(instructions.filter((line) => /^(RUN|SHELL|ENTRYPOINT)/.test(line))).toEqual([]);
      expect(instructions.filter((line) => /^CMD (?!\[)|CMD [^[]*$/.test(line))).toEqual([]);
    }
  });

  it('starts what writes a log without reading source maps', () => {
    for (const target of ours.map(([, { build }]) => build?.target ?? '').filter((name) => name !== 'migrate')) {
      const command = commandOf(inherited(stages, target), /^CMD/);
      expect(command).toContain('./libs/observability/dist/preload.js');
      expect(command).not.toContain('--enable-source-maps');
    }
  });

  it.each([...new Set(ours.map(([, { build }]) => build?.target ?? ''))])(
    'builds %s as an unprivileged user, with a health check and every file that it starts',
    (target) => {
      const instructions = inherited(stages, target);
      expect(instructions.findLast((line) => line.startsWith('USER '))).toBe('USER nonroot');
      expect(instructions.some((line) => line.startsWith('HEALTHCHECK'))).toBe(true);
      const files = commandOf(instructions, /^CMD/).filter((argument) => argument.endsWith('.js'));
      const isBuilt = instructions.some((line) => /\/contents\/\S+ \.\/$/.test(line));
      const copied = [...instructions.flatMap((line) => / \.\/(\S+)$/.exec(line)?.[1] ?? []), ...(isBuilt ? ['dist/services'] : [])];
      const missing = files.filter((file) => !copied.some((folder) => join(file).startsWith(`${folder}/`)));
      expect([files.length > 0, missing]).toEqual([true, []]);
    },
  );
});
