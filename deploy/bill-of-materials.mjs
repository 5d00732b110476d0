/** The contents of an image as CycloneDX: npm's list for the whole repository, reduced to the packages of this image. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The bill of materials of a service. `packages` has a manifest for each folder. */
export function billOf(service, packages) {
  const asked = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const whole = JSON.parse(execFileSync('npm', asked, { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'ignore'] }));
  const refs = new Set([...packages.values()].map(({ name, version }) => `${name}@${version}`));
  const components = whole.components.filter((component) => refs.has(component['bom-ref']));
  const missing = [...refs].filter((ref) => !components.some((component) => component['bom-ref'] === ref));
  if (missing.length > 0) throw new Error(`npm does not know ${missing.join(', ')}, which is in the image of ${service}`);
  const node = {
    'bom-ref': `node@${process.versions.node}`,
    type: 'platform',
    name: 'node',
    version: process.versions.node,
    purl: `pkg:generic/node@${process.versions.node}`,
    licenses: [{ license: { id: 'MIT' } }],
  };
  const { bomFormat, specVersion, $schema, metadata } = whole;
  const image = {
    'bom-ref': `vigia/${service}@${metadata.component.version}`,
    type: 'container',
    name: `vigia/${service}`,
    version: metadata.component.version,
  };
  return {
    $schema,
    bomFormat,
    specVersion,
    version: 1,
    // No time and no random number: the same image has the same bill of materials.
    metadata: { tools: metadata.tools, component: image },
    components: [node, ...components],
    dependencies: whole.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((needed) => refs.has(needed)) })),
  };
}

/** The texts that licences require to be passed on: of most packages only their code is in an image. */
export function licencesOf(packages) {
  const sections = [...packages].map(([folder, { name, version, license }]) => {
    const files = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name),
    );
    const texts = files.map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
    return [`${name} ${version} (${typeof license === 'string' ? license : 'see below'})`, ...texts].join('\n\n');
  });
  return `${sections.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
