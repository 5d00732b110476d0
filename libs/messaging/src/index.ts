export { Broker, type HandlerContext } from './broker/broker.js';
export { connectBroker, migrateBroker, type BrokerOptions } from './broker/connect.js';
export { inspectBroker } from './broker/inspect.js';
export {
  BrokerRefusedError,
  BrokerStartError,
  BrokerUnavailableError,
  isUnanswered,
  refusalOf,
  ReplyUnknownError,
  within,
} from './datastore/reach.js';
export { brokerForms, parseBrokerUrl } from './domain/broker-url.js';
export { workQueues } from './domain/queues.js';
export type { JobQueue, RefusedMessage } from './jobs/job-queue.js';
export type { JobWorker, Rate } from './jobs/job-worker.js';
export { HandlerTimeoutError, JobReturnedError, type BrokerEvent } from './jobs/run-handler.js';
export { requestCredential, requestInvitation, type Invitation } from './sealing/sealed-requests.js';
export { envelopeOfSeed, sealSecret, secretEnvelope, type SecretEnvelope } from './sealing/sealed-secret.js';
export { Messages } from './transport/messages.js';
export { Peers, twice } from './transport/peers.js';
export { Handles, QueueServer } from './transport/queue-server.js';
