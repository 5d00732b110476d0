import { Command } from 'commander';
import { billingCommands } from './commands/billing.js';
import { contractCommands } from './commands/contract.js';
import { corporationCommands } from './commands/corporation.js';
import { credentialCommands } from './commands/credential.js';
import { demoCommand } from './commands/demo.js';
import { messageCommands } from './commands/message.js';
import { migrateCommand } from './commands/migrate.js';
import { monitoringCommands } from './commands/monitoring.js';
import { quotaCommands } from './commands/quota.js';
import { sourceCommands } from './commands/source.js';
import { userCommands } from './commands/user.js';
import type { Surroundings } from './surroundings.js';

export function buildProgram(surroundings: Surroundings): Command {
  const program = new Command('vigia').description('What an operator of Vigía does').exitOverride();
  for (const add of [
    corporationCommands,
    credentialCommands,
    userCommands,
    contractCommands,
    quotaCommands,
    monitoringCommands,
    billingCommands,
    sourceCommands,
    messageCommands,
    migrateCommand,
    demoCommand,
  ]) {
    add(program, surroundings);
  }
  return program;
}
