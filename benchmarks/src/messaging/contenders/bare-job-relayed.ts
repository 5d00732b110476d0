import { bareJob, type OpenWayBack } from './bare-job.js';

/** The return path that our transport takes on PostgreSQL. On Redis it takes publish/subscribe. */
const relayed: OpenWayBack = (broker) => {
  const relay = broker.relay();
  return {
    listen: (address, take) => relay.subscribe(address, ({ data }) => take(data as never)),
    send: (address, answered) => relay.publish(address, answered),
    close: () => relay.close(),
  };
};

export const bareJobRelayed = bareJob({ name: 'bare job, Relay', brokers: ['redis', 'postgres'], together: 1 }, relayed);
export const bareBatchRelayed = bareJob({ name: 'bare batch, Relay', brokers: ['postgres'], together: 8 }, relayed);
