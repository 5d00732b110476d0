import { VigiaError, type ServiceName } from '@vigia/contracts';
import { ReplyUnknownError } from '@vigia/messaging';
import { explain } from '../terminal.js';
import { fine, wrong, type Check, type Examined } from './finding.js';

const check = 'services';
const nobody = '00000000-0000-0000-0000-000000000000';

/** For each service a request that changes nothing, and that the service can only answer from the database. */
const questions: Record<ServiceName, (ask: Examined['ask']) => Promise<unknown>> = {
  gateway: (ask) => ask('corporations.list', {}),
  'profile-loader': (ask) => ask('sources.list', {}),
  billing: (ask) => ask('contracts.list', { corporationId: nobody }),
  'webhook-dispatcher': (ask) => ask('webhooks.list', { corporationId: nobody }),
  'data-importer': (ask) => ask('datasets.list', {}),
};

const unavailable = 'runs, but its database does not answer it, or refuses its login or its connection';
const atItsServers = 'Its log names the reason (`sqlState` or `code`): docs/runbooks/VigiaReplicaNotReady.md.';
const atItsProcess = 'See its log, and docs/runbooks/VigiaServiceDown.md.';

/** While a service is away, requests to it are refused, so its absence may leave nothing overdue. */
export const checkServices: Check = async ({ ask }) => {
  // All at once, because each may take the full timeout of a command.
  const answers = Object.entries(questions).map(async ([service, question]) => [service, await faultOf(question(ask))] as const);
  const faults = (await Promise.all(answers)).filter(([, fault]) => fault !== undefined);
  if (faults.length === 0) return [fine(check, `all ${answers.length} answer`)];
  return faults.map(([service, fault]) => wrong(check, `${service}: ${fault}`, fault === unavailable ? atItsServers : atItsProcess));
};

/** Undefined if there was no fault. A failure before the request is sent is no fault of the service. */
async function faultOf(answer: Promise<unknown>): Promise<string | undefined> {
  try {
    await answer;
    return undefined;
  } catch (error) {
    if (error instanceof ReplyUnknownError) return 'no answer';
    if (error instanceof VigiaError) return error.code === 'unavailable' ? unavailable : explain(error);
    throw error;
  }
}
