import { randomUUID } from 'node:crypto';
import { answer, question, type Contender } from '../contender.js';
import { openBroker, type BareBroker } from './bare-broker.js';

interface Asked {
  id: string;
  replyTo: string;
}

export interface Answered {
  id: string;
  value: unknown;
}

/** How a worker's answer reaches the asking process. */
interface WayBack {
  listen(address: string, take: (answered: Answered) => void): Promise<unknown>;
  send(address: string, answered: Answered): Promise<unknown>;
  close(): Promise<unknown>;
}

/** A job and a return path with nothing around them: no envelope, no checks, no deadline, no framework. */
export function bareJob(
  { name, brokers }: Pick<Contender, 'name' | 'brokers'>,
  openWayBack: (broker: BareBroker, url: string) => WayBack,
): Contender {
  const queueName = name.replaceAll(/\W+/g, '-');
  return {
    name,
    brokers,
    async serve(url) {
      const broker = openBroker(url);
      const wayBack = openWayBack(broker, url);
      const worker = broker.worker(queueName, async (data) => {
        const { id, replyTo } = data as Asked;
        await wayBack.send(replyTo, { id, value: answer });
      });
      await worker.waitUntilReady();
      return url;
    },
    async connect(url) {
      const broker = openBroker(url);
      const wayBack = openWayBack(broker, url);
      const queue = broker.queue(queueName);
      const address = `bench-${randomUUID()}`;
      const waiting = new Map<string, (value: unknown) => void>();
      await wayBack.listen(address, ({ id, value }) => {
        waiting.get(id)?.(value);
        waiting.delete(id);
      });
      return {
        async ask() {
          const id = randomUUID();
          const reply = new Promise((resolve) => waiting.set(id, resolve));
          await queue.add('ask', { id, replyTo: address, question }, { removeOnComplete: true, removeOnFail: true });
          return reply;
        },
        async close() {
          await Promise.all([wayBack.close(), queue.close()]);
          await broker.close();
        },
      };
    },
  };
}
