export { Broker, type HandlerContext, type WorkOptions } from './broker/broker.js';
export { connectBroker, migrateBroker, type BrokerOptions } from './broker/connect.js';
export { inspectBroker, type InspectedBroker } from './broker/inspect.js';
export { BrokerRefusedError, BrokerStartError, BrokerUnavailableError, ReplyUnknownError } from './broker/reach.js';
export { brokerForms, parseBrokerUrl } from './domain/broker-url.js';
export { type MessageRegistry, workQueues } from './domain/queues.js';
export type { JobQueue, NewJob, QueueCounts, RefusedMessage } from './jobs/job-queue.js';
export type { JobWorker, Rate } from './jobs/job-worker.js';
export { HandlerTimeoutError, JobReturnedError, type BrokerEvent, type HandledOutcome, type Observe } from './jobs/run-handler.js';
export {
  envelopeOfSeed,
  requestCredential,
  requestInvitation,
  sealSecret,
  secretEnvelope,
  type Invitation,
  type SecretEnvelope,
} from './replies/sealed-secret.js';
export { Messages } from './transport/messages.js';
export { Peers, twice } from './transport/peers.js';
export { Handles, QueueServer, type QueueServerOptions } from './transport/queue-server.js';
