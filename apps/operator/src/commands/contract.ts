import { Option, type Command } from 'commander';
import { contractKinds, type Contract, type ContractKind } from '@vigia/contracts';
import { action, patience, withBroker, type Surroundings } from '../surroundings.js';
import { countArgument, dayArgument, uuidArgument } from './arguments.js';

interface NewContract {
  corporation: string;
  kind: ContractKind;
  startsOn: string;
  endsOn: string;
  quotaMonths: number;
}

const shown = (contracts: Contract[]) =>
  contracts.map(({ contractId, kind, startsOn, endsOn, quotaMonths }) => ({
    contract: contractId,
    kind,
    'starts on': startsOn,
    'ends on': endsOn,
    quota: kind === 'one_time' ? `${quotaMonths} months` : '-',
  }));

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
      .option('--quota-months <months>', 'monitoring-months of a one-time plan', countArgument, 0),
    surroundings,
    async ({ corporation, kind, startsOn, endsOn, quotaMonths }) => {
      const made = await withBroker(surroundings, (_, messages) =>
        messages.request('contracts.create', { corporationId: corporation, kind, startsOn, endsOn, quotaMonths }, patience),
      );
      return { json: made, rows: shown([made]) };
    },
  );

  action<{ corporation: string }>(
    contract.command('list').description('the contracts of a corporation').requiredOption('--corporation <id>', 'whose', uuidArgument),
    surroundings,
    async ({ corporation }) => {
      const { contracts } = await withBroker(surroundings, (_, messages) =>
        messages.request('contracts.list', { corporationId: corporation }, patience),
      );
      return { json: contracts, rows: shown(contracts) };
    },
  );
}
