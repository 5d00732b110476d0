import { inspectBroker } from '@vigia/messaging';
import { explain } from '../terminal.js';
import { attention, fine, wrong, type Check } from './finding.js';

const check = 'broker';
const mostMemory = 0.8;

export const checkBroker: Check = async ({ brokerUrl }) => {
  const broker = await inspectBroker(brokerUrl).catch((error: unknown) => error);
  if (broker instanceof Error || !isBroker(broker)) {
    return [wrong(check, explain(broker), 'Start it, or correct VIGIA_BROKER_URL. What was accepted waits as rows and goes on by itself.')];
  }
  const { kind, version, memoryPolicy, usedMemory, memoryLimit } = broker;
  const told = `${kind === 'redis' ? 'Redis' : 'PostgreSQL'} ${version}`;
  if (memoryPolicy !== undefined && memoryPolicy !== 'noeviction') {
    return [
      wrong(check, `${told} evicts: maxmemory-policy ${memoryPolicy}`, 'Set maxmemory-policy noeviction: no service starts otherwise.'),
    ];
  }
  if (memoryLimit && usedMemory !== undefined && usedMemory > mostMemory * memoryLimit) {
    const used = `${told} has used ${Math.round((100 * usedMemory) / memoryLimit)} % of its memory`;
    // Without free memory Redis refuses every write.
    const judge = usedMemory < memoryLimit ? attention : wrong;
    return [judge(check, used, 'Raise maxmemory, or find the queue that grows: `message queues`.')];
  }
  return [fine(check, told)];
};

type Broker = Awaited<ReturnType<typeof inspectBroker>>;

function isBroker(broker: unknown): broker is Broker {
  return typeof broker === 'object' && broker !== null && 'kind' in broker;
}
