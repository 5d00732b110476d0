import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { Api } from '../demo/api.js';
import { runDemo } from '../demo/run-demo.js';
import { homeOf, NoSystemError, type Surroundings } from '../surroundings.js';

interface DemoOptions {
  plan: 'mensual' | 'unico';
  taxId: string;
  baseUrl?: string;
  accessKey?: string;
  accessSecret?: string;
}

export function demoCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('demo')
    .description('a whole pass against a running system: token, load, summary')
    .addOption(new Option('--plan <plan>', 'which demo corporation').choices(['mensual', 'unico']).default('mensual'))
    .option('--tax-id <ruc>', 'document to load', '20990000043')
    .option('--base-url <url>', 'another system than the standalone one')
    .option('--access-key <key>', 'with --base-url')
    .option('--access-secret <secret>', 'with --base-url')
    .action(async (options: DemoOptions) => runDemo(apiOf(options, surroundings), options.taxId, surroundings.print));
}

function apiOf({ plan, baseUrl, accessKey, accessSecret }: DemoOptions, surroundings: Surroundings): Api {
  if (baseUrl && accessKey && accessSecret) return new Api(baseUrl, accessKey, accessSecret);
  try {
    const kept = JSON.parse(readFileSync(join(homeOf(surroundings), 'demo.json'), 'utf8'));
    const corporation = kept.corporations[plan];
    return new Api(kept.baseUrl, corporation.accessKey, corporation.accessSecret);
  } catch {
    throw new NoSystemError();
  }
}
