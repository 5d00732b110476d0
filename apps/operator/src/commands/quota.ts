import { randomUUID } from 'node:crypto';
import type { StatementLine } from '@vigia/contracts';
import type { Command } from 'commander';
import { table } from '../output/table.js';
import type { Surroundings } from '../surroundings.js';
import { ask } from '../system/ask.js';
import { action } from './action.js';
import { positiveMonthsArgument, reasonArgument, uuidArgument } from './arguments.js';
import { shownContracts } from './contract.js';

const actor = 'operator';

/** What changes the months of a contract, and what tells of it. */
export function quotaCommands(program: Command, surroundings: Surroundings): void {
  const quota = program.command('quota').description('the monitoring-months of a one-time plan');

  const change = (name: string, about: string) =>
    quota
      .command(name)
      .description(about)
      .requiredOption('--contract <id>', 'of which contract', uuidArgument)
      .requiredOption('--months <months>', 'how many', positiveMonthsArgument)
      .requiredOption('--reason <text>', 'why, for the statement', reasonArgument);
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
  action<Change>(change('grant', 'give a contract more months'), surroundings, (options) => adjust(options, options.months));
  action<Change>(
    change('take', 'take months that are not used').option('--revoke-holds', 'also those that are set aside for loads under way'),
    surroundings,
    (options) => adjust(options, -options.months),
  );

  action<{ corporation: string; contract: string }>(
    quota
      .command('statement')
      .description('every movement of months')
      .requiredOption('--corporation <id>', 'whose', uuidArgument)
      .requiredOption('--contract <id>', 'of which contract', uuidArgument),
    surroundings,
    async ({ corporation, contract }) => {
      const lines: StatementLine[] = [];
      for (let more = true; more;) {
        const afterSeq = lines.at(-1)?.seq ?? 0;
        const page = await ask(surroundings, 'quota.statement', { corporationId: corporation, contractId: contract, afterSeq });
        lines.push(...page.lines);
        more = page.more;
      }
      const rows = lines.map(({ seq, enteredAt, kind, months, rule, document, after, actor: by }) => ({
        no: seq,
        at: enteredAt,
        kind,
        months,
        rule,
        document: document ? `${document.docType} ${document.taxId}` : '-',
        available: after.available,
        held: after.held,
        consumed: after.consumed,
        by,
      }));
      return { json: lines, text: table(rows) };
    },
  );
}
