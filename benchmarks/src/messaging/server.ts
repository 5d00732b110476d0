import { contenders } from './contenders/all.js';

const [name, address = ''] = process.argv.slice(2);
const contender = contenders.find((candidate) => candidate.name === name);
if (!contender) throw new Error(`no contender ${name}`);
process.send?.(await contender.serve(address));
