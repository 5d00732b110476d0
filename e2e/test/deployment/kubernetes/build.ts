import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { repository } from '../dockerfile.js';

export const kubernetes = join(repository, 'deploy/kubernetes');

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  [key: string]: unknown;
}

interface Kustomization {
  apiVersion: string;
  kind: string;
  namespace?: string;
  resources?: string[];
  components?: string[];
  patches?: { path: string; target: { kind: string; name?: string } }[];
  images?: { name: string; newName?: string; newTag: string }[];
  replicas?: { name: string; count: number }[];
}

interface Operation {
  op: 'add' | 'replace';
  path: string;
  value: unknown;
}

const known = new Set(['apiVersion', 'kind', 'namespace', 'resources', 'components', 'patches', 'images', 'replicas']);

/** What `kubectl kustomize` makes of a folder, as far as our folders use it. A test compares both where the machine has a kubectl. */
export function build(folder: string, before: Manifest[] = []): Manifest[] {
  const file = join(folder, 'kustomization.yaml');
  const kustomization = parse(readFileSync(file, 'utf8')) as Kustomization;
  const strange = Object.keys(kustomization).filter((key) => !known.has(key));
  if (strange.length > 0) throw new Error(`${file} uses ${strange.join(', ')}, which this build does not know`);
  const { namespace, resources = [], components = [], patches = [], images = [], replicas = [] } = kustomization;
  let manifests = [...before, ...resources.flatMap((resource) => read(join(folder, resource)))];
  for (const component of components) manifests = build(join(folder, component), manifests);
  for (const { path, target } of patches) patch(manifests, parse(readFileSync(join(folder, path), 'utf8')) as Operation[], target);
  for (const container of manifests.flatMap(containersOf)) {
    const found = images.find(({ name }) => name === container.image);
    if (found) container.image = `${found.newName ?? found.name}:${found.newTag}`;
  }
  for (const { name, count } of replicas) {
    for (const { spec } of manifests.filter((each) => each.kind === 'Deployment' && each.metadata.name === name)) {
      Object.assign(spec as object, { replicas: count });
    }
  }
  if (namespace) for (const manifest of manifests) if (manifest.kind !== 'Namespace') manifest.metadata.namespace = namespace;
  return manifests;
}

function read(path: string): Manifest[] {
  if (!existsSync(path)) throw new Error(`${path} does not exist`);
  if (statSync(path).isDirectory()) return build(path);
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => document.toJS() as Manifest);
}

/** RFC 6902, without paths to what is not there. */
function patch(manifests: Manifest[], operations: Operation[], target: { kind: string; name?: string }): void {
  const isMeant = ({ kind, metadata }: Manifest) =>
    new RegExp(`^(?:${target.kind})$`).test(kind) && (target.name === undefined || metadata.name === target.name);
  const meant = manifests.filter(isMeant);
  if (meant.length === 0) throw new Error(`no manifest is ${target.kind} ${target.name ?? ''}`);
  for (const manifest of meant) {
    for (const { op, path, value } of operations) {
      const steps = path.split('/').slice(1);
      const last = unescape(steps.pop() ?? '');
      const holder = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[unescape(step)], manifest);
      if (typeof holder !== 'object' || holder === null) throw new Error(`${manifest.metadata.name} has nothing at ${path}`);
      if (op === 'replace' && !(last in holder)) throw new Error(`${manifest.metadata.name} has nothing to replace at ${path}`);
      if (Array.isArray(holder) && last === '-') holder.push(structuredClone(value));
      else Object.assign(holder, { [last]: structuredClone(value) });
    }
  }
}

const unescape = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

export interface Container {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
  securityContext?: object;
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
  [probe: `${string}Probe`]: { httpGet?: { path: string; port: string } } | undefined;
}

export interface PodSpec {
  containers: Container[];
  terminationGracePeriodSeconds?: number;
  volumes?: { name: string; secret?: { secretName: string }; persistentVolumeClaim?: { claimName: string } }[];
  [key: string]: unknown;
}

interface PodTemplate {
  metadata: { labels: Record<string, string> };
  spec: PodSpec;
}

/** The template of the pods that a manifest starts; undefined if it starts none. */
export function templateOf(manifest: Manifest): PodTemplate | undefined {
  return (manifest.spec as { template?: PodTemplate } | undefined)?.template;
}

export function containersOf(manifest: Manifest): Container[] {
  return templateOf(manifest)?.spec.containers ?? [];
}
