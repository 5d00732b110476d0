import { randomUUID } from 'node:crypto';
import {
  contractAfterGap,
  contractKinds,
  limaDay,
  monitoringEndsBefore,
  sectionsInUse,
  type Contract,
  type ContractKind,
  type Day,
  type Section,
} from '@vigia/contracts';
import { Option, type Command } from 'commander';
import { ask, assertCorporation, type Surroundings } from '../running-system.js';
import { table } from '../terminal.js';
import { action, actor, dayArgument, monthsArgument, reasonArgument, solesArgument, UsageError, uuidArgument } from './action.js';

interface NewContract {
  corporation: string;
  kind: ContractKind;
  startsOn: string;
  endsOn: string;
  quotaMonths?: number;
  documentPrice?: number;
  without?: Section[];
}

export const shownContracts = (contracts: Contract[]) =>
  table(
    contracts.map(({ contractId, kind, startsOn, endsOn, phase, quota, documentPriceCents, excludedSections }) => ({
      contract: contractId,
      kind,
      'starts on': startsOn,
      'ends on': endsOn,
      phase: phase.replaceAll('_', ' '),
      quota: quota ? `${quota.available} of ${quota.granted} months` : '-',
      'document price': (documentPriceCents / 100).toFixed(2),
      'excluded sections': excludedSections.join(', ') || '-',
    })),
  );

type Days = Pick<Contract, 'kind' | 'startsOn' | 'endsOn'>;

/** Empty unless monitoring ends with the monthly contract before. */
export function whatEndedBefore(made: Days, earlier: Days[], today: Day): string {
  const endsOn = monitoringEndsBefore(made, earlier, today);
  if (endsOn === undefined) return '';
  const ends =
    endsOn < today
      ? `ended on ${endsOn}. Monitoring ended with that day, and this contract does not`
      : `has its last day on ${endsOn}. Monitoring ends with that day, and this contract does not`;
  return `
The monthly contract before this one ${ends}
bring it back: ${activatedAgain(made.startsOn > today ? `from ${made.startsOn} on, ` : '')}`;
}

/** Empty unless the next monthly contract begins later than on the day after. */
export function whatEndsBetween(amended: Days, others: Days[]): string {
  const next = contractAfterGap(amended, others);
  if (!next) return '';
  return `
The next monthly contract begins on ${next.startsOn}, not on the day after. Monitoring ends with ${amended.endsOn}, and that contract does
not bring it back: ${activatedAgain(`from ${next.startsOn} on, `)}`;
}

const activatedAgain = (when: string) => `${when}activate its profiles again with \`monitoring activate\`, or in the portfolio.\n`;

export function contractCommands(program: Command, surroundings: Surroundings): void {
  const contract = program.command('contract').description('contracts of corporations');

  action<NewContract>(
    contract
      .command('create')
      .description('create a contract; its first and last day, in Lima, belong to it')
      .requiredOption('--corporation <id>', 'id of the corporation', uuidArgument)
      .addOption(new Option('--kind <kind>', 'kind of plan').choices([...contractKinds]).makeOptionMandatory())
      .requiredOption('--starts-on <day>', 'first day of the contract', dayArgument)
      .requiredOption('--ends-on <day>', 'last day of the contract', dayArgument)
      .option('--quota-months <months>', 'monitoring-months of a one-time plan; none when left out', monthsArgument)
      .option('--document-price <soles>', 'price of a document that is new on the platform; none when left out', solesArgument)
      .addOption(new Option('--without <section...>', 'sections of the summary that the plan leaves out').choices(sectionsInUse())),
    surroundings,
    async ({ corporation, kind, startsOn, endsOn, quotaMonths, documentPrice = 0, without = [] }) => {
      if (endsOn < startsOn) throw new UsageError('a contract cannot end before the day it starts');
      if (kind === 'monthly' && quotaMonths !== undefined)
        throw new UsageError('--quota-months is for a one-time plan: a monthly plan has no quota');
      await assertCorporation(surroundings, corporation);
      const days = { startsOn, endsOn };
      const price = { documentPriceCents: documentPrice, excludedSections: [...new Set(without)] };
      const terms = { corporationId: corporation, kind, ...days, quotaMonths: quotaMonths ?? 0, ...price };
      const { contracts: earlier } = await ask(surroundings, 'contracts.list', { corporationId: corporation });
      const made = await ask(surroundings, 'contracts.create', terms);
      return { json: made, text: shownContracts([made]) + whatEndedBefore(made, earlier, limaDay(new Date())) };
    },
  );

  action<{ endsOn: string; expectedEndsOn: string; reason: string }>(
    contract
      .command('amend')
      .description('move the end of a contract that has not ended; whole months beyond an earlier end go back to the quota')
      .argument('<contract>', 'id of the contract', uuidArgument)
      .requiredOption('--ends-on <day>', 'new last day of the contract', dayArgument)
      .requiredOption(
        '--expected-ends-on <day>',
        'last day that it has now; if somebody has moved it meanwhile, nothing is changed',
        dayArgument,
      )
      .requiredOption('--reason <text>', 'reason, shown to the client beside the contract', reasonArgument),
    surroundings,
    async ({ endsOn, expectedEndsOn, reason }, contractId) => {
      const command = { commandId: randomUUID(), contractId: contractId as string, endsOn, expectedEndsOn, actor, reason };
      const amended = await ask(surroundings, 'contracts.amend', command);
      const { contracts } = await ask(surroundings, 'contracts.list', { corporationId: amended.corporationId });
      return { json: amended, text: shownContracts([amended]) + whatEndsBetween(amended, contracts) };
    },
  );

  action<{ corporation: string }>(
    contract
      .command('list')
      .description('list the contracts of a corporation')
      .requiredOption('--corporation <id>', 'id of the corporation', uuidArgument),
    surroundings,
    async ({ corporation }) => {
      await assertCorporation(surroundings, corporation);
      const { contracts } = await ask(surroundings, 'contracts.list', { corporationId: corporation });
      return { json: contracts, text: shownContracts(contracts) };
    },
  );
}
