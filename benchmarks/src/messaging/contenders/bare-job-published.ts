import { openPacked } from './bare-broker.js';
import { bareJob, type Answered, type OpenWayBack } from './bare-job.js';

/** Redis publish/subscribe by hand. An answer to a process that is just reconnecting is lost. */
const published: OpenWayBack = (_broker, url) => {
  const redis = openPacked(url);
  return {
    async listen(address, take) {
      redis.on('message', (_channel, text) => take(JSON.parse(text) as Answered));
      await redis.subscribe(address);
    },
    send: (address, answered) => redis.publish(address, JSON.stringify(answered)),
    close: async () => redis.disconnect(),
  };
};

export const bareJobPublished = bareJob({ name: 'bare job, publish', brokers: ['redis'], together: 1 }, published);
export const bareBatchPublished = bareJob({ name: 'bare batch, publish', brokers: ['redis'], together: 8 }, published);
