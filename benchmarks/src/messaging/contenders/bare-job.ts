import { randomUUID } from 'node:crypto';
import { answer, question, type Contender } from '../contender.js';
import { openBroker, type BareBroker } from './bare-broker.js';

interface Asked {
  ids: string[];
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

export type OpenWayBack = (broker: BareBroker, url: string) => WayBack;

/**
 * A job and a return path with nothing around them: no envelope, no checks, no deadline, no framework. A job carries at most `together` questions
 * of one turn of the event loop.
 */
export function bareJob(
  { name, brokers, together }: Pick<Contender, 'name' | 'brokers'> & { together: number },
  openWayBack: OpenWayBack,
): Contender {
  const queueName = name.replaceAll(/\W+/g, '-');
  return {
    name,
    brokers,
    async serve(url) {
      const broker = openBroker(url);
      const wayBack = openWayBack(broker, url);
      const worker = broker.worker(queueName, async (data) => {
        const { ids, replyTo } = data as Asked;
        await Promise.all(ids.map((id) => wayBack.send(replyTo, { id, value: answer })));
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
      const leave = (ids: string[]) =>
        queue.add('ask', { ids, replyTo: address, questions: ids.map(() => question) }, { removeOnComplete: true, removeOnFail: true });
      const leaving: string[] = [];
      const leaveTogether = () => {
        while (leaving.length > 0) void leave(leaving.splice(0, together));
      };
      return {
        async ask() {
          const id = randomUUID();
          const reply = new Promise((resolve) => waiting.set(id, resolve));
          if (together === 1) await leave([id]);
          else if (leaving.push(id) === 1) setImmediate(leaveTogether);
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
