import { randomUUID } from 'node:crypto';
import type { StatementLine } from '@vigia/contracts';
import type { Command } from 'commander';
import { ask, type Surroundings } from '../running-system.js';
import { inLima, limaTime, table } from '../terminal.js';
import { action, actor, positiveMonthsArgument, reasonArgument, uuidArgument } from './action.js';
import { shownContracts } from './contract.js';

export function quotaCommands(program: Command, surroundings: Surroundings): void {
  const quota = program.command('quota').description('the monitoring-months of a one-time plan');

  const change = (name: string, about: string) =>
    quota
      .command(name)
      .description(about)
      .requiredOption('--contract <id>', 'id of the contract', uuidArgument)
      .requiredOption('--months <months>', 'number of months', positiveMonthsArgument)
      .requiredOption('--reason <text>', 'reason, shown in the statement', reasonArgument);
  interface Change {
    contract: string;
    months: number;
    reason: string;
    revokeHolds?: true;
  }
  const adjust = async ({ contract, reason, revokeHolds }: Change, months: number) => {
    const command = { commandId: randomUUID(), contractId: contract, months, actor, reason, ...(revokeHolds && { revokeHolds }) };
    const changed = await ask(surroundings, 'quota.adjust', command);
    return { json: changed, text: shownContracts([changed]) };
  };
  action<Change>(change('grant', 'give a contract that has not ended more months'), surroundings, (options) =>
    adjust(options, options.months),
  );
  action<Change>(
    change('take', 'take months that are not used').option('--revoke-holds', 'also take months that are set aside for loads under way'),
    surroundings,
    (options) => adjust(options, -options.months),
  );

  action<{ corporation: string; contract: string }>(
    quota
      .command('statement')
      .description('list every movement of the months of a contract')
      .requiredOption('--corporation <id>', 'id of the corporation', uuidArgument)
      .requiredOption('--contract <id>', 'id of the contract', uuidArgument),
    surroundings,
    async ({ corporation, contract }) => {
      const lines: StatementLine[] = [];
      for (let more = true; more;) {
        const afterSeq = lines.at(-1)?.seq ?? 0;
        const page = await ask(surroundings, 'quota.statement', { corporationId: corporation, contractId: contract, afterSeq });
        lines.push(...page.lines);
        more = page.more;
      }
      const rows = lines.map(
        ({ seq, enteredAt, kind, months, rule, document, firstMonth, lastMonth, after, commandId, actor: by, reason }) => ({
          no: seq,
          [inLima]: limaTime(enteredAt),
          kind,
          months,
          rule,
          document: document ? `${document.docType} ${document.taxId}` : '-',
          'first month': firstMonth ?? '-',
          'last month': lastMonth ?? '-',
          available: after.available,
          held: after.held,
          consumed: after.consumed,
          request: commandId.slice(0, 8),
          by,
          reason: reason ?? '-',
        }),
      );
      return { json: lines, text: table(rows) };
    },
  );
}
