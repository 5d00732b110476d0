import { migrate, openDatabase } from '@vigia/database';
import { parseArgs } from 'node:util';
import { describeMachine, startServers } from '../servers.js';
import { measureListed } from './listed.js';
import { measurePairs } from './pairs.js';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string' },
    frozen: { type: 'string' },
    listed: { type: 'string', multiple: true },
    positives: { type: 'string' },
    negatives: { type: 'string' },
    most: { type: 'string', default: '5000' },
  },
});
const { pairs, frozen, listed, positives, negatives, most } = values;
if (!pairs && !listed) {
  console.error(
    'Name what to measure: --pairs <csv> [--frozen <csv>], or --listed <csv> [--listed <csv>] [--positives <csv>] [--negatives <csv>].',
  );
  process.exit(1);
}

const servers = await startServers();
try {
  console.log(await describeMachine(servers));
  if (pairs) console.log(`\n${measurePairs(pairs, frozen)}`);
  if (listed) {
    await migrate(servers.postgresUrl);
    const database = await openDatabase({ url: servers.postgresUrl, service: 'profile-loader', poolSize: 1 });
    console.log(`\n${await measureListed(database, { listed, positives, negatives }, Number(most))}`);
    await database.close();
  }
} finally {
  await servers.stop();
}
