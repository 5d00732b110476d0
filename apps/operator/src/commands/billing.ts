import type { DocumentCharge } from '@vigia/contracts';
import type { Command } from 'commander';
import { table } from '../output/table.js';
import type { Surroundings } from '../surroundings.js';
import { ask, assertCorporation } from '../system/ask.js';
import { action } from './action.js';
import { dayArgument, uuidArgument } from './arguments.js';

export function billingCommands(program: Command, surroundings: Surroundings): void {
  const billing = program.command('billing').description('the books');
  action(billing.command('verify').description('replay every ledger and compare; fails when one has drifted'), surroundings, async () => {
    const verified = await ask(surroundings, 'billing.verify', {});
    if (verified.drifts.length > 0) throw new Error(verified.drifts.map(({ contractId, detail }) => `${contractId}: ${detail}`).join('; '));
    return { json: verified, text: `${verified.contracts} ledgers, none has drifted\n` };
  });

  action<{ corporation: string; from: string; to: string }>(
    billing
      .command('charges')
      .description('what a corporation was charged for documents that were new on the platform')
      .requiredOption('--corporation <id>', 'whose', uuidArgument)
      .requiredOption('--from <day>', 'first day', dayArgument)
      .requiredOption('--to <day>', 'last day', dayArgument),
    surroundings,
    async ({ corporation, from, to }) => {
      await assertCorporation(surroundings, corporation);
      const charges: DocumentCharge[] = [];
      for (let after: string | null | undefined; after !== null;) {
        const page = await ask(surroundings, 'charges.list', { corporationId: corporation, from, to, after });
        charges.push(...page.charges);
        after = page.next ?? null;
      }
      const totalCents = charges.reduce((sum, { priceCents }) => sum + priceCents, 0);
      const rows = charges.map(({ chargedAt, docType, taxId, priceCents }) => ({
        at: chargedAt,
        document: `${docType} ${taxId}`,
        soles: soles(priceCents),
      }));
      return { json: { charges, totalCents }, text: `${table(rows)}total ${soles(totalCents)}\n` };
    },
  );
}

const soles = (cents: number) => (cents / 100).toFixed(2);
