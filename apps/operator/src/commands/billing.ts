import type { DocumentCharge } from '@vigia/contracts';
import type { Command } from 'commander';
import { ask, assertCorporation, longPatience, type Surroundings } from '../running-system.js';
import { counted, inLima, limaTime, table } from '../terminal.js';
import { action, dayArgument, UsageError, uuidArgument } from './action.js';

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
        after = page.next;
      }
      const totalCents = charges.reduce((sum, { priceCents }) => sum + priceCents, 0);
      const rows = charges.map(({ chargedAt, docType, taxId, contractId, requestId, actor, priceCents }) => ({
        [inLima]: limaTime(chargedAt),
        document: `${docType} ${taxId}`,
        contract: contractId?.slice(0, 8) ?? '-',
        request: requestId?.slice(0, 8) ?? '-',
        by: actor ?? '-',
        soles: soles(priceCents),
      }));
      return { json: { charges, totalCents }, text: `${table(rows)}total ${soles(totalCents)}\n` };
    },
  );
}

const soles = (cents: number) => (cents / 100).toFixed(2);
