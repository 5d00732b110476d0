import { inspectBroker } from '@vigia/messaging';
import { explain } from '../terminal.js';
import { attention, fine, wrong, type Check } from './finding.js';

const check = 'broker';
const mostMemory = 0.8;

export const checkBroker: Check = async ({ brokerUrl, databaseUrl }) => {
  const broker = await inspectBroker(brokerUrl).catch((error: unknown) => error);
  if (broker instanceof Error || !isBroker(broker)) {
    return [
      wrong(
        check,
        explain(broker),
        'Start the broker, or correct VIGIA_BROKER_URL. Accepted work is stored in the database and continues once the broker answers.',
      ),
    ];
  }
  const { kind, version, isReadOnly, memoryPolicy, usedMemory, memoryLimit } = broker;
  // Without the URL of a broker, an installation on Redis would be looked for in the database.
  const told = `${kind === 'redis' ? 'Redis' : 'PostgreSQL'} ${version}${brokerUrl === databaseUrl ? ', the database itself' : ''}`;
  if (isReadOnly) {
    return [
      wrong(
        check,
        `${told} accepts no writes`,
        'Is it a standby, or is its disk full? Name the primary in VIGIA_BROKER_URL, or make the server accept writes again.',
      ),
    ];
  }
  if (memoryPolicy !== undefined && memoryPolicy !== 'noeviction') {
    return [
      wrong(
        check,
        `${told} evicts: maxmemory-policy ${memoryPolicy}`,
        'Set maxmemory-policy to noeviction: no service starts with another policy.',
      ),
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
