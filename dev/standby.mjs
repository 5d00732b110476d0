import { once } from 'node:events';
import inspector from 'node:inspector';

/** Loads the packages, which takes most of a start, and runs what is compiled once it is told to. */
process.on('disconnect', () => process.exit());

for (const name of JSON.parse(process.argv[2])) await import(name);
process.send('ready');

const told = async () => (await once(process, 'message'))[0];

try {
  // Its code is read while the process before it ends; the debugger and the port are free only then.
  const { runForDevelopment } = await import(await told());
  process.send('read');
  const { inspectPort } = await told();
  if (inspectPort) inspector.open(inspectPort, '127.0.0.1');
  await runForDevelopment();
} catch (error) {
  console.error(error);
  process.exit(1);
}
