import { contenders } from './contenders/all.js';

const [name, brokerUrl = ''] = process.argv.slice(2);
const contender = contenders.find((candidate) => candidate.name === name);
if (!contender) {
  throw new Error(`no contender ${name}`);
}
process.once('disconnect', () => process.exit());
process.on('message', () => process.send?.(process.cpuUsage()));
process.send?.(await contender.serve(brokerUrl));
