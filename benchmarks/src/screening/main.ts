import { migrate, openDatabase } from '@vigia/database';
import { parseArgs } from 'node:util';
import { describeMachine, startServers } from '../servers.js';
import { measureListed } from './listed.js';
import { measurePairs } from './pairs.js';
import { measureRescreening } from './rescreened.js';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string' },
    frozen: { type: 'string' },
    lists: { type: 'string', multiple: true },
    before: { type: 'string' },
    rescreen: { type: 'string' },
    positives: { type: 'string' },
    negatives: { type: 'string' },
    most: { type: 'string', default: '5000' },
  },
});
const { pairs, frozen, lists, before, rescreen, positives, negatives, most } = values;
if (!pairs && !lists) {
  console.error(
    'Name what to measure: --pairs <csv> [--frozen <csv>], or --lists <csv> [--lists <csv>] [--positives <csv>] [--negatives <csv>] [--before <csv> --rescreen 100000].',
  );
  process.exit(1);
}

const servers = await startServers();
try {
  console.log(await describeMachine(servers));
  if (pairs) console.log(`\n${measurePairs(pairs, frozen)}`);
  if (lists) {
    await migrate(servers.postgresUrl);
    const database = await openDatabase({ url: servers.postgresUrl, service: 'profile-loader', poolSize: 1 });
    console.log(`\n${await measureListed(database, { listed: lists, positives, negatives }, Number(most))}`);
    await database.close();
    if (rescreen && before && negatives)
      console.log(`\n${await measureRescreening({ before, after: lists[0]!, people: negatives }, Number(rescreen))}`);
  }
} finally {
  await servers.stop();
}
