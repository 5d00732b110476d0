import { randomUUID } from 'node:crypto';
import { docTypes, isValidDocument, lastDayBefore, VigiaError, type DocType, type Preview } from '@vigia/contracts';
import { Option, type Command } from 'commander';
import { ask, assertCorporation, type Surroundings } from '../running-system.js';
import { table } from '../terminal.js';
import { action, actor, monitoringMonthsArgument, UsageError, uuidArgument } from './action.js';

const mostDocuments = 100;

interface Activation {
  corporation: string;
  docType: DocType;
  document: string[];
  months?: number;
  preview?: true;
}

/** The data of these profiles is already stored: only their monitoring begins, again or for the first time. */
export function monitoringCommands(program: Command, surroundings: Surroundings): void {
  const monitoring = program.command('monitoring').description('monitoring of the profiles of a corporation');

  action<Activation>(
    monitoring
      .command('activate')
      .description('monitor profiles that are in query mode or whose monitoring has expired: all of them or none')
      .requiredOption('--corporation <id>', 'id of the corporation', uuidArgument)
      .addOption(new Option('--doc-type <type>', 'type of the documents').choices([...docTypes]).default('RUC'))
      .requiredOption('--document <taxId...>', 'document numbers of the profiles')
      .option('--months <months>', 'months of monitoring under a one-time plan; as many as fit when left out', monitoringMonthsArgument)
      .option('--preview', 'show the cost without activating anything'),
    surroundings,
    async ({ corporation, docType, document, months, preview }) => {
      if (document.length > mostDocuments) throw new UsageError(`at most ${mostDocuments} documents at once`);
      const wrong = document.find((taxId) => !isValidDocument(docType, taxId));
      if (wrong !== undefined) throw new UsageError(`${wrong} is not a valid ${docType}`);
      await assertCorporation(surroundings, corporation);
      const documents = document.map((taxId) => ({ docType, taxId }));
      const asked = { corporationId: corporation, documents, ...(months !== undefined && { months }) };
      const requestId = randomUUID();
      if (preview) return foretold(await ask(surroundings, 'quota.preview', { operation: 'activate', ...asked }));
      const activated = await ask(surroundings, 'access.activate', {
        requestId,
        origin: { actor, correlationId: requestId },
        ...asked,
      });
      if (activated.outcome === 'refused') throw VigiaError.ofRefusal(activated.refusal);
      const { profiles, months: each, expiresOn } = activated;
      return { json: activated, text: table([{ profiles, 'months each': each, 'expires on': expiresOn ?? '-' }]) };
    },
  );
}

function foretold(preview: Preview): { json: unknown; text: string } {
  if (preview.refusal) throw VigiaError.ofRefusal(preview.refusal);
  const rows = preview.documents.map(({ taxId, action: what, deducted, expiresAt }) => ({
    document: taxId,
    action: what,
    months: deducted,
    'expires on': expiresAt === null ? '-' : lastDayBefore(expiresAt),
  }));
  return { json: preview, text: `${table(rows)}available ${preview.availableBefore}, afterwards ${preview.availableAfter}\n` };
}
