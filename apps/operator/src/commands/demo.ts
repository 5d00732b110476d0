import type { BasicCredentials } from '@vigia/contracts';
import { Option, type Command } from 'commander';
import { Api } from '../demo/api.js';
import { describeSummary } from '../demo/describe-summary.js';
import { runDemo } from '../demo/run-demo.js';
import { readHome, type Surroundings } from '../running-system.js';
import { noProgress, paintFor, progressOn } from '../terminal.js';
import { action, addressArgument, UsageError } from './action.js';

type Plan = 'mensual' | 'unico';

interface DemoOptions {
  plan: Plan;
  taxId: string;
  baseUrl?: string;
  accessKey?: string;
  accessSecret?: string;
}

interface StandaloneDemo {
  baseUrl: string;
  corporations: Record<Plan, BasicCredentials>;
}

export function demoCommand(program: Command, surroundings: Surroundings): void {
  action<DemoOptions>(
    program
      .command('demo')
      .description('run the first calls against a running system: token, load, summary')
      .addOption(
        new Option('--plan <plan>', 'plan of the demo corporation whose credential is used')
          .choices(['mensual', 'unico'])
          .default('mensual'),
      )
      .option('--tax-id <ruc>', 'document to load', '20990000043')
      .option('--base-url <url>', 'address of another system than the standalone one', addressArgument)
      .option('--access-key <key>', 'access key for the system of --base-url')
      .option('--access-secret <secret>', 'access secret for the system of --base-url'),
    surroundings,
    async (options) => {
      const paint = paintFor(surroundings);
      const progress = options.json ? noProgress : progressOn(surroundings);
      const pass = await runDemo(apiOf(options, surroundings), options.taxId, progress, paint);
      return { json: pass, text: `\n${describeSummary(pass.summary, paint)}` };
    },
  );
}

function apiOf({ plan, baseUrl, accessKey, accessSecret }: DemoOptions, { environment }: Surroundings): Api {
  if (baseUrl && accessKey && accessSecret) return new Api(baseUrl, accessKey, accessSecret);
  if (baseUrl || accessKey || accessSecret) {
    throw new UsageError('--base-url, --access-key and --access-secret belong together: give all three, or none');
  }
  const demo = readHome<StandaloneDemo>(environment, 'demo.json');
  const credential = demo.corporations[plan];
  return new Api(demo.baseUrl, credential.accessKey, credential.accessSecret);
}
