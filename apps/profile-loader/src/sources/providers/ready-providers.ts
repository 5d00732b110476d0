import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Environment, readSettings, text } from '@vigia/service-kit';
import { readProviderFile, type Providers } from './read-provider-file.js';

/** The default is the folder in the images and in a checkout. */
export const readyProvidersDir = text('VIGIA_READY_PROVIDERS_DIR', 'folder of the ready providers, one file for each', {
  default: 'deploy/providers',
});

export interface ReadyProviders extends Providers {
  name: string;
}

/** The provider files that ship with the product, by name. Accepts all of them or names everything that is wrong with any. */
export function readReadyProviders(names: string, environment: Environment): ReadyProviders[] {
  const { readyProvidersDir: folder } = readSettings({ readyProvidersDir }, environment);
  const wrong: string[] = [];
  const providers = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .flatMap((name) => {
      try {
        return [{ name, ...readProviderFile(textOf(folder, name), environment) }];
      } catch (error) {
        wrong.push((error as Error).message);
        return [];
      }
    });
  if (wrong.length > 0) throw new Error(wrong.join('; '));
  return providers;
}

function textOf(folder: string, name: string): string {
  const known = namesIn(folder);
  if (!known.includes(name))
    throw new Error(`names ${JSON.stringify(name)}, which is none of ${known.join(', ') || `the files in ${folder}`}`);
  return readFileSync(join(folder, `${name}.json`), 'utf8');
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [basename(file, '.json')] : []));
  } catch {
    return [];
  }
}
