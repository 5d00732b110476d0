import { bareJob } from './bare-job.js';

/** The return path that our transport takes on PostgreSQL. On Redis it takes publish/subscribe. */
export const bareJobRelayed = bareJob({ name: 'bare job, Relay', brokers: ['redis', 'postgres'] }, (broker) => {
  const relay = broker.relay();
  return {
    listen: (address, take) => relay.subscribe(address, ({ data }) => take(data as never)),
    send: (address, answered) => relay.publish(address, answered),
    close: () => relay.close(),
  };
});
