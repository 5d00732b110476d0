import { QueueEvents } from 'bullmq';
import { answer, question, type Contender } from '../contender.js';
import { openBroker } from './bare-broker.js';

const queueName = 'bare-job-finished';

/** BullMQ's own way. Every client reads every event of the queue, so with more clients it costs more than here. */
export const bareJobFinished: Contender = {
  name: 'bare job, waitUntilFinished',
  brokers: ['redis'],
  async serve(url) {
    await openBroker(url)
      .worker(queueName, async () => answer)
      .waitUntilReady();
    return url;
  },
  async connect(url) {
    const broker = openBroker(url);
    const queue = broker.queue(queueName);
    const events = new QueueEvents(queueName, { connection: { url } });
    // Every open job adds listeners to both.
    events.setMaxListeners(0);
    queue.setMaxListeners(0);
    await events.waitUntilReady();
    return {
      async ask() {
        // If jobs were removed at once, a job that ends before its caller waits would be reported as missing.
        const job = await queue.add('ask', { question }, { removeOnComplete: 100, removeOnFail: true });
        return job.waitUntilFinished(events);
      },
      async close() {
        await Promise.all([events.close(), queue.close()]);
        await broker.close();
      },
    };
  },
};
