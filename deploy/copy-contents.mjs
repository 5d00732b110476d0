/**
 * node deploy/copy-contents.mjs <service> [folder]: the contents of the image of a built service. Without a folder it lists the packages
 * that the service still imports at run time, with version and size. With a folder it writes the built files, these packages,
 * `sbom.cdx.json` and `licences.txt` to it.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { billOf, licencesOf } from './bill-of-materials.mjs';
import { contentsOf } from './image-contents.mjs';

const [service, target] = process.argv.slice(2);
const { files, kept, bundled } = contentsOf(service);

function bytesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + bytesOf(path);
    return sum + (entry.isFile() ? statSync(path).size : 0);
  }, 0);
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2).padStart(7)} MB`;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const packages = [...kept]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([folder, manifest]) => ({ folder, ...manifest, bytes: bytesOf(folder) }));

if (target) {
  for (const { folder } of packages) {
    const filter = (path) => path === folder || basename(path) !== 'node_modules';
    cpSync(folder, join(target, folder), { recursive: true, filter });
  }
  for (const file of files.flatMap((each) => [each, `${each}.map`]).filter((each) => existsSync(each))) cpSync(file, join(target, file));
  mkdirSync(target, { recursive: true });
  const all = new Map([...kept, ...bundled]);
  writeFileSync(join(target, 'sbom.cdx.json'), `${JSON.stringify(billOf(service, all), null, 2)}\n`);
  writeFileSync(join(target, 'licences.txt'), licencesOf(all));
} else for (const { name, version, bytes } of packages) console.log(`${megabytes(bytes)}  ${name}@${version}`);

console.log(`${megabytes(sum(packages.map(({ bytes }) => bytes)))}  ${packages.length} packages for ${service}`);
console.log(
  `${megabytes(sum(files.map((file) => statSync(file).size)))}  ${files.length} built files with ${bundled.size} packages inside`,
);
