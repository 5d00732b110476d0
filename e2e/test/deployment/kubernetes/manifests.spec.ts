import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { sourceQueue, sourcesOf, type Section } from '@vigia/contracts';
import { orderOfText } from '@vigia/local-servers';
import { parse, parseAllDocuments } from 'yaml';
import { commandOf, inherited, readStages, repository } from '../dockerfile.js';
import { build, containersOf, kubernetes, templateOf, type Container, type Manifest, type PodSpec } from './build.js';
import { problemsOf } from './schema.js';

const overlays = ['small', 'production'] as const;
const built = Object.fromEntries(overlays.map((name) => [name, build(join(kubernetes, 'overlays', name))])) as Record<string, Manifest[]>;
const byRedis = build(join(kubernetes, 'components/workers-by-redis'));
const backups = build(join(kubernetes, 'components/backups'), structuredClone(built.small));
const restore = parse(readFileSync(join(kubernetes, 'components/backups/restore.yaml'), 'utf8')) as Manifest & { spec: PodSpec };
const titled = (manifests: Manifest[]) => manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const);
const everything = [...titled(built.small ?? []), ...titled(built.production ?? []), ...titled([...byRedis, ...backups, restore])];
const production = built.production ?? [];
const ofKind = (kind: string, manifests = production) => manifests.filter((manifest) => manifest.kind === kind);
const ours = production.filter((manifest) => ['Deployment', 'Job', 'StatefulSet'].includes(manifest.kind));
const deployments = ofKind('Deployment');
const only = (manifest: Manifest) => containersOf(manifest)[0] as Container;
const serviceOf = (manifest: Manifest) => only(manifest).name;
const withoutValues = ['--log_error_verbosity=terse', '--log_min_error_statement=panic', '--log_parameter_max_length=0'];
const postgres = only(ofKind('StatefulSet', built.small).find(({ metadata }) => metadata.name === 'postgres')!);

function hasKubectl(): boolean {
  try {
    execFileSync('kubectl', ['version', '--client'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('left out, because this machine has no kubectl: that it builds the same manifests\n');
    return false;
  }
}

const sorted = (manifests: Manifest[]) => manifests.map((each) => JSON.stringify(each, sortKeys)).sort();
const sortKeys = (_key: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

describe('the manifests', () => {
  it.each(everything)('are valid for the API: %s', (_title, manifest) => {
    expect(problemsOf(manifest)).toEqual([]);
  });

  for (const overlay of hasKubectl() ? overlays : [])
    it(`are the same when kubectl builds them: ${overlay}`, () => {
      const said = execFileSync('kubectl', ['kustomize', join(kubernetes, 'overlays', overlay)], { encoding: 'utf8' });
      const theirs = parseAllDocuments(said).map((document) => document.toJS() as Manifest);
      expect(sorted(theirs)).toEqual(sorted(built[overlay]!));
    });

  it('are invalid with a misspelt, missing or wrongly typed field', () => {
    const [first] = deployments as [Manifest];
    const broken = structuredClone(first) as Manifest & { spec: { replica?: number; selector?: object } };
    broken.spec.replica = 2;
    delete broken.spec.selector;
    only(broken).ports = [{ name: 'http', containerPort: '3000' as never }];
    expect(problemsOf(broken)).toEqual([
      '/spec: required {"missingProperty":"selector"}',
      '/spec/template/spec/containers/0/ports/0/containerPort: type {"type":"integer"}',
      '/spec/replica: no such field',
    ]);
  });
});

describe('a workload in the cluster', () => {
  const stages = readStages();

  it.each(titled(ours))('runs without unneeded privileges: %s', (_title, manifest) => {
    expect(templateOf(manifest)?.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(only(manifest).securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(only(manifest).resources).toMatchObject({
      requests: { cpu: expect.anything(), memory: expect.anything() },
      limits: { memory: expect.anything() },
    });
  });

  it.each(overlays)('runs an image of a named registry, and not of the public one: %s', (overlay) => {
    const images = ours.map(({ kind, metadata }) => {
      const { name, image } = only(ofKind(kind, built[overlay]).find((one) => one.metadata.name === metadata.name)!);
      return [image, `registry.example/vigia/${name}:0.1.0`];
    });
    for (const [image, expected] of images) expect(image).toBe(expected);
  });

  it.each(titled(ours.filter(({ kind }) => kind !== 'StatefulSet')))('runs the command of its image: %s', (_title, manifest) => {
    const { name, command } = only(manifest);
    expect(command).toEqual(commandOf(inherited(stages, name), /^CMD/));
  });

  it('runs the command line of the operator only when somebody starts it, in the image that has it', () => {
    const [operator] = ofKind('StatefulSet') as [Manifest];
    expect(operator.spec).toMatchObject({ replicas: 0 });
    const [job] = ofKind('Job') as [Manifest];
    const { image, env, volumeMounts } = only(job);
    expect(only(operator)).toMatchObject({ image, env, volumeMounts });
    expect(templateOf(operator)?.metadata.labels['vigia/reaches']).toBe('inside');
  });

  it.each(titled(ours))('finds every configured file in a mounted volume: %s', (_title, manifest) => {
    const { env = [], volumeMounts = [] } = only(manifest);
    const volumes = templateOf(manifest)?.spec.volumes ?? [];
    expect(volumes.map(({ name }) => name).sort()).toEqual(volumeMounts.map(({ name }) => name).sort());
    const secret = volumes.find((volume) => volume.name === 'secrets')?.secret?.secretName ?? '';
    const script = readFileSync(join(kubernetes, 'make-secrets.sh'), 'utf8');
    const brought = new RegExp(`^service ${secret} .*`, 'm').exec(script)?.[0] ?? '';
    const files = env.filter(({ name }) => name.endsWith('_FILE')).map(({ value }) => value.replace('/run/secrets/', ''));
    const own = files.filter((file) => !['database_url', 'redis_url'].includes(file));
    expect([...brought.matchAll(/from-file=secrets\/(\w+)/g)].map(([, file]) => file)).toEqual(own);
    expect(env.filter(({ name, value }) => /KEY|SECRET|PASSWORD|TOKEN|URL/.test(name) && !value.startsWith('/run/secrets/'))).toEqual([]);
  });

  it.each(titled(deployments))('gets work only when it is ready, and has time to finish it: %s', (_title, manifest) => {
    const { ports, env = [], lifecycle, livenessProbe, readinessProbe, startupProbe } = only(manifest);
    expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet?.path)).toEqual([
      '/health/live',
      '/health/live',
      '/health/ready',
    ]);
    for (const probe of [startupProbe, livenessProbe, readinessProbe])
      expect(ports?.map(({ name }) => name)).toEqual([probe?.httpGet?.port]);
    const milliseconds = (setting: string) => Number(env.find(({ name }) => name === setting)?.value ?? 0);
    const drainMs = milliseconds('VIGIA_DRAIN_MS');
    const asleep = lifecycle?.preStop?.sleep?.seconds ?? 0;
    // A process ends itself five seconds after its grace.
    const needed = asleep + (drainMs + milliseconds('VIGIA_SHUTDOWN_GRACE_MS')) / 1000 + 5;
    expect(templateOf(manifest)?.spec.terminationGracePeriodSeconds).toBeGreaterThan(needed);
    // The sleep keeps new connections away. A connection that is open already is closed with an answer during the drain, not under a request.
    expect(drainMs > 0).toBe(manifest.metadata.name === 'gateway');
  });

  it('waits for PostgreSQL on TCP, not for the temporary server that creates the database', () => {
    expect(postgres.readinessProbe).toMatchObject({ exec: { command: expect.arrayContaining(['-h', '127.0.0.1']) } });
  });

  it('gives the program that asks PostgreSQL or Redis the time to start on a busy node', () => {
    const held = ofKind('StatefulSet', built.small).filter(({ metadata }) => metadata.name !== 'operator');
    expect(held.map((each) => only(each).readinessProbe)).toEqual(
      ['postgres', 'redis'].map(() => expect.objectContaining({ timeoutSeconds: 5 })),
    );
  });

  it('keeps values of statements and of rows out of the log of PostgreSQL', () => {
    expect(postgres.args).toEqual(expect.arrayContaining(withoutValues));
  });

  it('sorts text in a new database as the database of the tests does', () => {
    const { value } = postgres.env!.find(({ name }) => name === 'POSTGRES_INITDB_ARGS')!;
    expect(value?.split(' ')).toEqual(orderOfText);
  });

  it('retries the migration for ten minutes while PostgreSQL starts for the first time', () => {
    const { backoffLimit } = ofKind('Job')[0]!.spec as { backoffLimit: number };
    const pauses = Array.from({ length: backoffLimit }, (_, time) => Math.min(10 * 2 ** time, 360));
    expect(pauses.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(600);
  });

  it('is migrated by Argo CD before it is replaced, or beside the PostgreSQL of the same overlay', () => {
    const hooks = overlays.map((overlay) => ofKind('Job', built[overlay])[0]?.metadata.annotations?.['argocd.argoproj.io/hook']);
    expect(hooks).toEqual(['Sync', 'PreSync']);
  });

  it('keeps a replica when a node is drained', () => {
    const many = deployments.filter(({ metadata }) => metadata.name !== 'data-importer').map(({ metadata }) => metadata.name);
    expect(
      ofKind('PodDisruptionBudget')
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual(many.sort());
  });

  // The scheduler leaves a node out of the spreading if it lacks the key of one constraint. Only clusters with zones have nodes with a zone.
  it.each([
    ['small', ['kubernetes.io/hostname']],
    ['production', ['kubernetes.io/hostname', 'topology.kubernetes.io/zone']],
  ])('is spread in the overlay %s by keys that every node has: %j', (overlay, keys) => {
    for (const deployment of ofKind('Deployment', built[overlay])) {
      const constraints = templateOf(deployment)?.spec.topologySpreadConstraints as { topologyKey: string }[];
      expect(constraints.map(({ topologyKey }) => topologyKey)).toEqual(keys);
    }
  });

  it('has every section assigned to one of the loaders', () => {
    const catalogue = readFileSync(`${repository}/libs/contracts/src/sources/catalogue.ts`, 'utf8');
    const sections = new Set([...catalogue.matchAll(/section: '(\w+)'/g)].map(([, section]) => section));
    const worked = deployments.flatMap(
      (each) =>
        only(each)
          .env?.find(({ name }) => name === 'VIGIA_SOURCES')
          ?.value.split(',') ?? [],
    );
    expect(worked.sort()).toEqual([...sections].sort());
  });
});

describe('the restore in the overlay small', () => {
  const [server] = ofKind('StatefulSet', backups).filter(({ metadata }) => metadata.name === 'postgres') as [Manifest];
  const { spec } = templateOf(server)!;
  const page = readFileSync(join(repository, 'docs/runbooks/restore.md'), 'utf8');

  it('is made by a pod with the image, the user and the volumes of PostgreSQL', () => {
    const [container] = restore.spec.containers as [Container];
    expect(container.image).toBe(only(server).image);
    expect(restore.spec.securityContext).toEqual(spec.securityContext);
    expect(container.securityContext).toEqual(only(server).securityContext);
    const needed = ['data', 'scripts', 'backups'];
    expect(container.volumeMounts).toEqual(needed.map((name) => only(server).volumeMounts!.find((mount) => mount.name === name)));
    const [data, ...others] = restore.spec.volumes!;
    const [{ metadata }] = (server.spec as { volumeClaimTemplates: Manifest[] }).volumeClaimTemplates as [Manifest];
    expect(data).toEqual({ name: 'data', persistentVolumeClaim: { claimName: `${metadata.name}-${server.metadata.name}-0` } });
    expect(others).toEqual(spec.volumes!.filter(({ name }) => needed.includes(name)));
  });

  it('finds the scripts where the archive and the page look for them', () => {
    const script = readFileSync(join(kubernetes, 'make-secrets.sh'), 'utf8');
    expect(script).toContain('\nbring configmap backup-scripts --from-file=backup\n');
    const at = only(server).volumeMounts!.find(({ name }) => name === 'scripts')!.mountPath;
    expect(readFileSync(join(repository, 'deploy/backup/archive.conf'), 'utf8')).toContain(`'${at}/archive-wal.sh /backup/wal `);
    expect(page).toContain(`kubectl -n vigia exec postgres-0 -- ${at}/base-backup.sh `);
  });

  it('gets every number of replicas back from the roll-out at its end', () => {
    const numbers = ofKind('Deployment', built.small).map(({ metadata, spec }) => [
      metadata.name,
      (spec as { replicas?: number }).replicas,
    ]);
    expect(numbers.filter(([, replicas]) => !replicas)).toEqual([]);
  });

  it('closes the front, which gateways would open when they start', () => {
    const [ingress] = ofKind('Ingress') as [Manifest];
    const [closed, started] = [`kubectl -n vigia delete ingress ${ingress.metadata.name}\n`, 'scale deployment --all --replicas=1'];
    expect(page.indexOf(closed)).toBeGreaterThan(0);
    expect(page.indexOf(started)).toBeGreaterThan(page.indexOf(closed));
    expect(page.indexOf('deploy/kubernetes/roll-out.sh small\n   ```')).toBeGreaterThan(page.indexOf(started));
  });
});

describe('the Ingress', () => {
  const [ingress] = ofKind('Ingress') as [Manifest & { metadata: { annotations: Record<string, string> } }];
  const annotated = (name: string) => ingress.metadata.annotations[`haproxy.org/${name}`]!;
  const front = readFileSync(join(repository, 'deploy/haproxy/haproxy.cfg'), 'utf8');

  it('sends plain HTTP to the port of HTTPS that clients see, permanently', () => {
    const redirect = ['', '-port', '-code'].map((part) => annotated(`ssl-redirect${part}`));
    expect(redirect).toEqual(['true', '443', '301']);
  });

  it('has browsers come by TLS only, as the front of compose does', () => {
    expect(front).toContain(`\n  http-response set-header ${annotated('response-set-header')}\n`);
  });

  it('bounds the requests of an address and of a gateway, as the front of compose does', () => {
    const [gateways] = /^backend gateways\n(?: {2}.*\n)+/m.exec(front)!;
    const lines = annotated('backend-config-snippet').trimEnd().split('\n');
    expect(lines).toContainEqual(expect.stringContaining('if { sc1_conn_cur gt 500 }'));
    for (const line of lines) expect(gateways).toContain(`\n  ${line}\n`);
    expect(gateways).toContain(`\n  default-server maxconn ${annotated('pod-maxconn')} `);
  });
});

describe('the network policies of the cluster', () => {
  const policy = (name: string) => ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === name)?.spec as Record<string, never>;

  it('close everything that no policy opens', () => {
    expect(policy('nothing')).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it('open the outside only to loaders, dispatchers and the importer, and no private address', () => {
    const reaching = ours.filter((each) => templateOf(each)?.metadata.labels['vigia/reaches'] === 'outside').map(serviceOf);
    expect([...new Set(reaching)].sort()).toEqual(['data-importer', 'profile-loader', 'webhook-dispatcher']);
    const toAddresses = ofKind('NetworkPolicy').filter((each) => JSON.stringify(each.spec).includes('"cidr":"0.0.0.0/0"'));
    expect(toAddresses.map(({ metadata }) => metadata.name)).toEqual(['outside']);
    expect(policy('outside').podSelector).toEqual({ matchLabels: { 'vigia/reaches': 'outside' } });
    expect(JSON.stringify(policy('outside').egress)).toContain('"169.254.0.0/16"');
  });

  it('let every process ask for names, in the cluster and at the cache of its node', () => {
    expect(policy('names')).toMatchObject({ podSelector: {} });
    const [{ to }] = policy('names').egress as unknown as [{ to: object[] }];
    expect(to).toEqual([
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } },
      { ipBlock: { cidr: '169.254.20.10/32' } },
    ]);
  });

  it('open the usual ports of the database and the broker', () => {
    const urls = readFileSync(join(repository, 'docs/availability.md'), 'utf8').matchAll(/`(?:postgres|redis)[^`]*:\/\/[^`]*`/g);
    const usual = [...urls].flatMap(([url]) => [...url.matchAll(/[a-z]:(\d+)/g)].map(([, port]) => Number(port)));
    const [opened] = policy('data').egress as unknown as { ports: { port: number }[] }[];
    expect(new Set(opened!.ports.map(({ port }) => port))).toEqual(new Set(usual));
  });

  it('let the ingress reach only the gateway, and only monitoring the other services', () => {
    const letIn = ofKind('NetworkPolicy').filter(({ spec }) => (spec as { ingress?: unknown }).ingress);
    expect(letIn.map(({ metadata }) => metadata.name)).toEqual(['front', 'metrics']);
    expect(policy('front').podSelector).toEqual({ matchLabels: { 'app.kubernetes.io/name': 'gateway' } });
    expect(JSON.stringify(policy('metrics').ingress)).toContain('monitoring');
  });

  it('keep metrics and health from the public', () => {
    const [ingress] = ofKind('Ingress') as [Manifest];
    const { rules } = ingress.spec as { rules: { http: { paths: { path: string; backend: { service: { name: string } } }[] } }[] };
    const leads = rules.flatMap(({ http }) => http.paths.map(({ path, backend }) => [path, backend.service.name]));
    expect(leads).toEqual([
      ['/', 'gateway'],
      ['/metrics', 'nowhere'],
      ['/health', 'nowhere'],
    ]);
    expect(ours.some((each) => templateOf(each)?.metadata.labels['app.kubernetes.io/name'] === 'nowhere')).toBe(false);
  });
});

describe('autoscaling', () => {
  let scaled: string[];

  beforeAll(() => {
    scaled = [...ofKind('ScaledObject'), ...ofKind('HorizontalPodAutoscaler')].map(({ metadata }) => metadata.name);
  });

  it('covers every service except the importer, and no manifest sets a number of replicas', () => {
    expect(scaled.sort()).toEqual(
      deployments
        .map(({ metadata }) => metadata.name)
        .filter((name) => name !== 'data-importer')
        .sort(),
    );
    for (const deployment of deployments) expect(deployment.spec).not.toHaveProperty('replicas');
  });

  it('takes a query without a result for an unavailable metric, and not for empty queues', () => {
    const triggers = ofKind('ScaledObject').flatMap(({ spec }) => (spec as { triggers: { metadata: object }[] }).triggers);
    expect(triggers.length).toBeGreaterThan(0);
    for (const { metadata } of triggers) expect(metadata).toMatchObject({ ignoreNullValues: 'false' });
  });

  it('ends no replica while the metric is unavailable', () => {
    const fallbacks = ofKind('ScaledObject').map(({ spec }) => (spec as { fallback: object }).fallback);
    expect(fallbacks.length).toBeGreaterThan(0);
    for (const fallback of fallbacks) expect(fallback).toMatchObject({ behavior: 'currentReplicasIfHigher' });
  });

  it('has the same bounds without Prometheus', () => {
    const bounds = (manifests: Manifest[]) =>
      ofKind('ScaledObject', manifests).map(({ metadata, spec }) => {
        const { minReplicaCount, maxReplicaCount, fallback } = spec as Record<string, unknown>;
        return [metadata.name, minReplicaCount, maxReplicaCount, fallback];
      });
    expect(bounds(byRedis)).toEqual(bounds(production));
  });

  it.each(['profile-loader', 'profile-loader-slow'])('counts the jobs of every source of %s, with Prometheus and without', (name) => {
    const loader = deployments.find(({ metadata }) => metadata.name === name)!;
    const worked = only(loader)
      .env!.find((variable) => variable.name === 'VIGIA_SOURCES')!
      .value.split(',') as Section[];
    const queues = worked.flatMap(sourcesOf).map(sourceQueue).sort();
    const triggers = (manifests: Manifest[]) =>
      JSON.stringify(ofKind('ScaledObject', manifests).find(({ metadata }) => metadata.name === name)!.spec);
    const [, counted] = /source-\(([\w|]+)\)/.exec(triggers(production))!;
    expect(
      counted!
        .split('|')
        .map((source) => `source-${source}`)
        .sort(),
    ).toEqual(queues);
    const lists = [...triggers(byRedis).matchAll(/source-\w+:\w+/g)].map(([list]) => list);
    expect(lists.sort()).toEqual(queues.flatMap((queue) => [`${queue}:active`, `${queue}:prioritized`]));
  });
});
