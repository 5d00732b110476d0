import { Command } from 'commander';
import { contractCommands } from './commands/contract.js';
import { corporationCommands, credentialCommands } from './commands/corporation.js';
import { datasetCommands } from './commands/dataset.js';
import { demoCommand } from './commands/demo.js';
import { doctorCommand } from './commands/doctor.js';
import { hitCommands } from './commands/hit.js';
import { billingCommands, quotaCommands } from './commands/ledger.js';
import { listCommands } from './commands/list.js';
import { monitoringCommands } from './commands/monitoring.js';
import { portfolioCommands } from './commands/portfolio.js';
import { messageCommands, migrateCommand, sourceCommands } from './commands/system.js';
import { userCommands } from './commands/user.js';
import type { Surroundings } from './running-system.js';

export function buildProgram(surroundings: Surroundings): Command {
  const program = new Command('vigia').description('command line for operators of Vigía').exitOverride();
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
    messageCommands,
    migrateCommand,
    doctorCommand,
    demoCommand,
  ]) {
    add(program, surroundings);
  }
  return program;
}
