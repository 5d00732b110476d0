import { openDatabase } from '@vigia/database';
import { explain } from '../terminal.js';
import { checkBroker } from './broker.js';
import { checkBuilds } from './builds.js';
import { checkClocks } from './clocks.js';
import { checkContracts } from './contracts.js';
import { checkDatasets } from './datasets.js';
import { failed, wrong, type Check, type Examined, type Finding, type Standing } from './finding.js';
import { checkKeys } from './keys.js';
import { checkLogins, strangerToTables } from './logins.js';
import { checkMigrations } from './migrations.js';
import { checkOrderOfText } from './order-of-text.js';
import { checkDrifts, checkOverdue, checkRescreenings } from './rows.js';
import { checkConnections, checkDisk, checkServer } from './server.js';
import { checkServices } from './services.js';
import { checkSources } from './sources.js';
import { checkTaxUnit } from './tax-unit.js';
import { checkTransactions } from './transactions.js';
import { checkWraparound } from './wraparound.js';
import { checkWriteAheadLog } from './write-ahead-log.js';

const owner = 'Does this login own the database?';

/** Ordered so that a fault explains those after it. */
const checks: [name: string, check: Check, advice: string][] = [
  ['database', checkServer, owner],
  ['order of text', checkOrderOfText, owner],
  ['logins', checkLogins, owner],
  ['migrations', checkMigrations, 'Run `migrate`.'],
  ['broker', checkBroker, 'Is the broker running?'],
  ['clocks', checkClocks, 'See the database and the broker above.'],
  ['connections', checkConnections, owner],
  ['transactions', checkTransactions, owner],
  ['wraparound', checkWraparound, owner],
  ['disk', checkDisk, owner],
  ['write-ahead log', checkWriteAheadLog, owner],
  ['keys', checkKeys, 'See the migrations above, or correct the setting.'],
  ['services', checkServices, 'See the broker above.'],
  ['builds', checkBuilds, owner],
  ['overdue rows', checkOverdue, 'See the migrations above.'],
  ['drifts', checkDrifts, 'See the migrations above.'],
  ['rescreenings', checkRescreenings, 'See the migrations above.'],
  ['contracts', checkContracts, 'See the migrations above.'],
  ['sources', checkSources, 'See the services above.'],
  ['registers and lists', checkDatasets, 'See the services above.'],
  ['tax unit', checkTaxUnit, 'Is the clock of this machine right?'],
];

/** Runs every check, even if some fail. */
export async function examine(given: Omit<Examined, 'database'>): Promise<Finding[]> {
  // As many as one check asks at once: a statement waits only five seconds for a connection.
  const database = await openDatabase({ url: given.databaseUrl, poolSize: 4 }).catch((error: unknown) => explain(error));
  if (typeof database === 'string') {
    const away = wrong('database', database, 'Start the database, or correct DATABASE_URL. The checks that need it did not run.');
    return [away, ...(await checkBroker(given as Examined))];
  }
  const findings: Finding[] = [];
  const ask = askedOnce(given.ask);
  try {
    const stranger = await strangerToTables(database);
    if (stranger) return [stranger, ...(await checkBroker(given as Examined))];
    for (const [name, check, advice] of checks) {
      const found = await check({ ...given, ask, database }).catch((error: unknown) => [failed(name, error, advice)]);
      findings.push(...found);
    }
  } finally {
    await database.close();
  }
  return findings;
}

/** Two checks may need the same answer, and each question to a service that is away takes the full timeout of a command. */
function askedOnce(ask: Examined['ask']): Examined['ask'] {
  const answers = new Map<string, ReturnType<Examined['ask']>>();
  return ((name, payload) => {
    const question = `${name} ${JSON.stringify(payload)}`;
    const answer = answers.get(question) ?? ask(name, payload);
    answers.set(question, answer);
    return answer;
  }) as Examined['ask'];
}

const gravity: Standing[] = ['fine', 'attention', 'wrong'];

/** 0: nothing to do. 1: something should be done. 2: something does not work. */
export function exitStatusOf(findings: Finding[]): number {
  return Math.max(...findings.map(({ standing }) => gravity.indexOf(standing)));
}
