import type { Command } from 'commander';
import { callsAbout } from '../calls/calls-about.js';
import { findCalls } from '../calls/find-calls.js';
import { readCall, type Call } from '../calls/read-call.js';
import { assertCorporation, withDatabase, type Surroundings } from '../running-system.js';
import { inLima, limaTime, table } from '../terminal.js';
import { action, idArgument, momentArgument, uuidArgument } from './action.js';
import { shownAttempts } from './webhook.js';

interface Asked {
  at?: Date;
  document?: string;
}

export function callCommands(program: Command, surroundings: Surroundings): void {
  const call = program.command('call').description('what became of a call of a client');

  action<{ corporation: string; document: string }>(
    call
      .command('list')
      .description('list the newest calls of a corporation about a document')
      .requiredOption('--corporation <id>', 'id of the corporation', uuidArgument)
      .requiredOption('--document <taxId>', 'number of the document'),
    surroundings,
    async ({ corporation, document }) => {
      await assertCorporation(surroundings, corporation);
      const calls = await withDatabase(surroundings, (database) => callsAbout(database, corporation, document));
      const rows = calls.map(({ at, requestId, what, state, reason, actor }) => ({
        [inLima]: limaTime(at),
        request: requestId,
        what,
        state,
        reason: reason ?? '-',
        by: actor ?? '-',
      }));
      return { json: calls, text: table(rows) };
    },
  );

  action<Asked>(
    call
      .command('show')
      .description('show a call with its states, sources without an answer, months, charges and deliveries, without documents')
      .argument('<id>', 'requestId or its first 8 characters, triggerId, loadId, deliveryId or correlationId', idArgument)
      .option('--at <moment>', 'when it was, for a correlationId: an hour before and after are searched; now when left out', momentArgument)
      .option('--document <taxId>', 'only one of its documents'),
    surroundings,
    async ({ at = new Date(), document = null }, id = '') => {
      const calls = await withDatabase(surroundings, async (database) => {
        const read: Call[] = [];
        for (const requestId of await findCalls(database, id, at)) read.push(await readCall(database, requestId, document));
        return read;
      });
      const known = calls.filter(({ steps }) => steps.length > 0);
      if (known.length === 0) throw new Error(nothingFound);
      return { json: known, text: known.map(shownCall).join('\n') };
    },
  );
}

const nothingFound =
  'no call has left rows under this id: a correlationId is only looked for within an hour of --at, and a refused call leaves only its line in the log of the gateway';

function shownCall({ requestId, corporations, steps, documents, loads, unanswered, months, charges, attempts }: Call): string {
  const moment = (at: Date | null) => (at ? limaTime(at) : '-');
  const who = corporations.map(({ corporationId, name, status }) => `corporation ${corporationId} ${name ?? ''}, ${status}\n`);
  const section = (title: string, rows: Record<string, string | number>[]) => (rows.length > 0 ? `\n${title}\n${table(rows)}` : '');
  return [
    `request ${requestId}\n${who.join('')}`,
    section(
      'steps',
      steps.map(({ at, what, state, endedAt, actor, correlationId }) => ({
        [inLima]: limaTime(at),
        what,
        state,
        ended: moment(endedAt),
        by: actor ?? '-',
        correlation: correlationId ?? '-',
      })),
    ),
    section(
      'documents',
      documents.map(({ number, state, reason, joins, access, accessEndsAt }) => ({
        number,
        state: joins ? `${state}, with an earlier request` : state,
        reason: reason ?? '-',
        'access now': access ?? '-',
        'ends first': moment(accessEndsAt),
      })),
    ),
    section(
      'loads',
      loads.map(({ loadId, openedAt, closedAt, estado, failedSources, correlationId }) => ({
        load: loadId,
        opened: limaTime(openedAt),
        closed: moment(closedAt),
        state: estado ?? 'open',
        correlation: correlationId,
        failed: failedSources.join(', ') || '-',
      })),
    ),
    section(
      'sources without an answer',
      unanswered.map(({ loadId, source, state, reason, attempts: asked, closedAt }) => ({
        load: loadId,
        source,
        state,
        reason: reason ?? '-',
        asked,
        closed: moment(closedAt),
      })),
    ),
    section(
      'months',
      months.map(({ at, contractId, kind, documents: number, months: sum, rule }) => ({
        [inLima]: limaTime(at),
        contract: contractId.slice(0, 8),
        kind,
        documents: number,
        months: sum,
        rule,
      })),
    ),
    section(
      'charges',
      charges.map(({ at, contractId, documents: number, priceCents }) => ({
        [inLima]: limaTime(at),
        contract: contractId?.slice(0, 8) ?? '-',
        documents: number,
        'soles each': (priceCents / 100).toFixed(2),
      })),
    ),
    attempts.length > 0 ? `\ndeliveries\n${shownAttempts(attempts)}` : '',
  ].join('');
}
