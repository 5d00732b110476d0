import { once } from 'node:events';
import { connectBroker } from '../../src/index.js';
import { quiet } from '../harness.js';
import { serveSample, reserved } from '../sample-billing.js';

/**
 * Serves the sample messages and reports every request that it begins. With "stuck" as its third argument it finishes none. Closes
 * everything when its standard input ends.
 */
const [url = '', prefix = '', behaviour] = process.argv.slice(2);
const report = (line: string) => process.stdout.write(`${line}\n`);

const broker = await connectBroker({ url, prefix, service: 'billing', logger: quiet, lockMs: 2000, closeGraceMs: 1000 });
const app = await serveSample(broker, {
  reserve: async ({ requestId }) => {
    report(`begun ${requestId}`);
    if (behaviour === 'stuck') {
      await new Promise(() => {});
    }
    return reserved;
  },
});
report('ready');

await once(process.stdin.resume(), 'end');
await app.close();
await broker.close();
report('closed');
