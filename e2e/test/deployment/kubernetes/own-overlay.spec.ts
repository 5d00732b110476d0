import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { repository } from '../dockerfile.js';
import { build, containersOf, kubernetes, templateOf, type Manifest } from './build.js';
import { problemsOf } from './schema.js';

const production = join(kubernetes, 'overlays/production');
const page = readFileSync(join(repository, 'docs/kubernetes.md'), 'utf8');

describe('a patch that docs/kubernetes.md shows for an overlay of your own', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-overlay-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  function patched(heading: string, target: object): Manifest[] {
    const [, patch = ''] = page.split(`### ${heading}\n`)[1]!.split(/```yaml\n|```\n/);
    writeFileSync(join(folder, 'patch.yaml'), patch);
    const resources = [relative(folder, production)];
    writeFileSync(join(folder, 'kustomization.yaml'), stringify({ resources, patches: [{ path: 'patch.yaml', target }] }));
    const manifests = build(folder);
    expect(manifests.flatMap(problemsOf)).toEqual([]);
    return manifests;
  }

  it('opens one address more to what reaches the outside, and changes no other rule', () => {
    const target = { kind: 'NetworkPolicy', name: 'outside' };
    expect(page).toContain(`\`target: { kind: ${target.kind}, name: ${target.name} }\``);
    const egressOf = (manifests: Manifest[]) =>
      (manifests.find(({ metadata }) => metadata.name === 'outside')!.spec as { egress: object[] }).egress;
    const added = { to: [{ ipBlock: { cidr: '10.20.0.5/32' } }], ports: [{ port: 3128, protocol: 'TCP' }] };
    const egress = egressOf(patched('A rule for an address of your own', target));
    expect(egress).toEqual([...egressOf(build(production)), added]);
  });

  it('gives every process of Vigía the certificate of an authority', () => {
    expect(page).toContain("target: { kind: Deployment|Job|StatefulSet, labelSelector: 'app.kubernetes.io/name notin (postgres, redis)' }");
    const manifests = patched('A certificate authority of your own', { kind: 'Deployment|Job|StatefulSet' });
    const running = manifests.filter(templateOf);
    expect(running).toHaveLength(8);
    for (const manifest of running) {
      const [{ env = [], volumeMounts = [] }] = containersOf(manifest) as [ReturnType<typeof containersOf>[number]];
      const { value } = env.find(({ name }) => name === 'NODE_EXTRA_CA_CERTS')!;
      const { name, mountPath } = volumeMounts.find((mount) => value.startsWith(`${mount.mountPath}/`))!;
      expect(templateOf(manifest)!.spec.volumes).toContainEqual({ name, configMap: { name: 'authority' } });
      expect(page).toContain(`create configmap authority --from-file=${value.slice(mountPath.length + 1)}`);
      expect(page).toContain(`sslrootcert=${value}`);
    }
  });
});
