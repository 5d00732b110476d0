import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { repository } from './dockerfile.js';

/** The files of an image in a folder, as its instructions copy them: what is built there is taken from what is built here. */
export function assembleImage(instructions: string[], image: string): void {
  for (const line of instructions.filter((instruction) => instruction.startsWith('COPY '))) {
    const [source = '', target = ''] = line.split(' ').filter((word) => word !== 'COPY' && !word.startsWith('--'));
    const [, service] = /^\/contents\/(.+)$/.exec(source) ?? [];
    if (service) execFileSync(process.execPath, ['deploy/copy-contents.mjs', service, join(image, target)], { cwd: repository });
    // Node is the one that runs this, and the folder for data is a volume.
    if (service || target.startsWith('/')) continue;
    const path = source.replace(/^\/app\//, '');
    cpSync(join(repository, path), join(image, target, target.endsWith('/') ? basename(path) : ''), { recursive: true });
  }
}
