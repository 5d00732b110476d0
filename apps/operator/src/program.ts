import { toldBuild } from '@vigia/service-kit';
import { Command } from 'commander';
import { billingCommands } from './commands/billing.js';
import { callCommands } from './commands/call.js';
import { contractCommands } from './commands/contract.js';
import { corporationCommands } from './commands/corporation.js';
import { credentialCommands } from './commands/credential.js';
import { datasetCommands } from './commands/dataset.js';
import { demoCommand } from './commands/demo.js';
import { doctorCommand } from './commands/doctor.js';
import { hitCommands } from './commands/hit.js';
import { listCommands } from './commands/list.js';
import { messageCommands } from './commands/message.js';
import { migrateCommand } from './commands/migrate.js';
import { monitoringCommands } from './commands/monitoring.js';
import { portfolioCommands } from './commands/portfolio.js';
import { quotaCommands } from './commands/quota.js';
import { sourceCommands } from './commands/source.js';
import { userCommands } from './commands/user.js';
import { webhookCommands } from './commands/webhook.js';
import type { Surroundings } from './running-system.js';

export function buildProgram(surroundings: Surroundings): Command {
  const program = new Command('vigia').description('command line for operators of Vigía').exitOverride();
  program.version(toldBuild(surroundings.environment), '--version', 'print the commit of this build, and its date');
  for (const add of [
    corporationCommands,
    credentialCommands,
    userCommands,
    contractCommands,
    quotaCommands,
    monitoringCommands,
    billingCommands,
    portfolioCommands,
    hitCommands,
    listCommands,
    sourceCommands,
    datasetCommands,
    callCommands,
    webhookCommands,
    messageCommands,
    migrateCommand,
    doctorCommand,
    demoCommand,
  ]) {
    add(program, surroundings);
  }
  return program;
}
