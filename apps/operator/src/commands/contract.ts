import { Option, type Command } from 'commander';
import { contractKinds, sections, type Contract, type ContractKind, type Section } from '@vigia/contracts';
import { table } from '../output/table.js';
import type { Surroundings } from '../surroundings.js';
import { ask, assertCorporation } from '../system/ask.js';
import { action, UsageError } from './action.js';
import { dayArgument, monthsArgument, uuidArgument } from './arguments.js';

interface NewContract {
  corporation: string;
  kind: ContractKind;
  startsOn: string;
  endsOn: string;
  quotaMonths?: number;
  without?: Section[];
}

const shown = (contracts: Contract[]) =>
  table(
    contracts.map(({ contractId, kind, startsOn, endsOn, quotaMonths, excludedSections }) => ({
      contract: contractId,
      kind,
      'starts on': startsOn,
      'ends on': endsOn,
      quota: kind === 'one_time' ? `${quotaMonths} months` : '-',
      without: excludedSections.join(', ') || '-',
    })),
  );

export function contractCommands(program: Command, surroundings: Surroundings): void {
  const contract = program.command('contract').description('what a corporation has agreed to');

  action<NewContract>(
    contract
      .command('create')
      .description('make a contract; both days belong to it, in Lima time')
      .requiredOption('--corporation <id>', 'whose', uuidArgument)
      .addOption(new Option('--kind <kind>', 'plan').choices([...contractKinds]).makeOptionMandatory())
      .requiredOption('--starts-on <day>', 'first day', dayArgument)
      .requiredOption('--ends-on <day>', 'last day', dayArgument)
      .option('--quota-months <months>', 'monitoring-months of a one-time plan; none unless given', monthsArgument)
      .addOption(new Option('--without <section...>', 'sections of the summary that the plan leaves out').choices([...sections])),
    surroundings,
    async ({ corporation, kind, startsOn, endsOn, quotaMonths, without = [] }) => {
      if (endsOn < startsOn) throw new UsageError('a contract ends on the day it starts or later');
      if (kind === 'monthly' && quotaMonths !== undefined)
        throw new UsageError('--quota-months belongs to a one-time plan: a monthly one has no quota');
      await assertCorporation(surroundings, corporation);
      const terms = { corporationId: corporation, kind, startsOn, endsOn, quotaMonths: quotaMonths ?? 0, excludedSections: without };
      const made = await ask(surroundings, 'contracts.create', terms);
      return { json: made, text: shown([made]) };
    },
  );

  action<{ corporation: string }>(
    contract.command('list').description('the contracts of a corporation').requiredOption('--corporation <id>', 'whose', uuidArgument),
    surroundings,
    async ({ corporation }) => {
      await assertCorporation(surroundings, corporation);
      const { contracts } = await ask(surroundings, 'contracts.list', { corporationId: corporation });
      return { json: contracts, text: shown(contracts) };
    },
  );
}
