import { randomUUID } from 'node:crypto';
import { type DocumentCharge, limaDay, limaSecond, type StatementLine } from '@vigia/contracts';
import type { Command } from 'commander';
import { ask, assertCorporation, longPatience, type Surroundings } from '../running-system.js';
import { counted, table } from '../terminal.js';
import { action, dayArgument, positiveMonthsArgument, reasonArgument, UsageError, uuidArgument } from './action.js';
import { shownContracts } from './contract.js';

const actor = 'operator';

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
  action<Change>(change('grant', 'give a contract more months'), surroundings, (options) => adjust(options, options.months));
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
      const rows = lines.map(({ seq, enteredAt, kind, months, rule, document, after, actor: by }) => ({
        no: seq,
        [inLima]: limaTime(enteredAt),
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

export function billingCommands(program: Command, surroundings: Surroundings): void {
  const billing = program.command('billing').description('ledgers and charges');
  action(
    billing.command('verify').description('replay every ledger and compare it with its account; fails if one has drifted'),
    surroundings,
    async () => {
      const verified = await ask(surroundings, 'billing.verify', {}, longPatience);
      if (verified.drifts.length > 0)
        throw new Error(verified.drifts.map(({ contractId, detail }) => `${contractId}: ${detail}`).join('; '));
      return { json: verified, text: `${counted(verified.contracts, 'ledger')} checked, none has drifted\n` };
    },
  );

  action<{ corporation: string; from: string; to: string }>(
    billing
      .command('charges')
      .description('list the charges of a corporation for documents that were new on the platform')
      .requiredOption('--corporation <id>', 'id of the corporation', uuidArgument)
      .requiredOption('--from <day>', 'first day of the period', dayArgument)
      .requiredOption('--to <day>', 'last day of the period', dayArgument),
    surroundings,
    async ({ corporation, from, to }) => {
      if (to < from) throw new UsageError('the period ends before it begins: --to is earlier than --from');
      await assertCorporation(surroundings, corporation);
      const charges: DocumentCharge[] = [];
      for (let after: string | null | undefined; after !== null;) {
        const page = await ask(surroundings, 'charges.list', { corporationId: corporation, from, to, after });
        charges.push(...page.charges);
        after = page.next ?? null;
      }
      const totalCents = charges.reduce((sum, { priceCents }) => sum + priceCents, 0);
      const rows = charges.map(({ chargedAt, docType, taxId, priceCents }) => ({
        [inLima]: limaTime(chargedAt),
        document: `${docType} ${taxId}`,
        soles: soles(priceCents),
      }));
      return { json: { charges, totalCents }, text: `${table(rows)}total ${soles(totalCents)}\n` };
    },
  );
}

/** Months and charges belong to the day in Lima, as in the client's statement. */
const inLima = 'at, in Lima';
const limaTime = (instant: string) => `${limaDay(new Date(instant))} ${limaSecond(new Date(instant))}`;

const soles = (cents: number) => (cents / 100).toFixed(2);
