import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { repository } from './dockerfile.js';

/** The files of an image in a folder, as its instructions copy them: what is built there is taken from what is built here. */
export function assembleImage(instructions: string[], image: string): void {
  for (const line of instructions.filter((instruction) => instruction.startsWith('COPY '))) {
    const [source = '', target = ''] = line.split(' ').filter((word) => word !== 'COPY' && !word.startsWith('--'));
    const [, service] = /^\/packages\/(.+)$/.exec(source) ?? [];
    if (service) {
      execFileSync(process.execPath, ['deploy/copy-packages.mjs', service, join(image, target)], { cwd: repository });
      continue;
    }
    const path = source.replace(/^\/app\//, '');
    cpSync(join(repository, path), join(image, target, target.endsWith('/') ? basename(path) : ''), { recursive: true });
  }
}
