import { deliveryLanes, deliveryQueue, messages, sourceNames, sourceQueue, type MessageDefinition } from '@vigia/contracts';

/** Requests and events of a service have separate queues, so that a backlog of one never delays the other. */
export function requestsQueue(service: string): string {
  return `${service}-requests`;
}

export function eventsQueue(service: string): string {
  return `${service}-events`;
}

export function queueOf({ owner, kind }: MessageDefinition): string {
  return kind === 'request' ? requestsQueue(owner) : eventsQueue(owner);
}

export const refusedQueue = 'refused';

/** Every queue on which work waits, whichever service takes it. */
export const workQueues: readonly string[] = [
  ...sourceNames.map(sourceQueue),
  ...deliveryLanes.map(deliveryQueue),
  ...new Set(Object.values(messages).map(queueOf)),
];

/** BullMQ does not accept `a:b` and `123` as ids of a caller. */
export function assertJobId(id: string): void {
  if (id === '' || id.includes(':') || /^\d+$/.test(id)) {
    throw new TypeError(`"${id}" cannot be a job id: it must not be empty, a number, or contain ":"`);
  }
}

/** Measured: without a spare connection everything stalls without an error; more than four are not faster. */
const spareConnections = 4;

/** Every worker and every reply box keeps one connection for listening. */
export function neededPoolSize(listeners: number): number {
  return listeners + spareConnections;
}

export type MessageRegistry = Readonly<Record<string, MessageDefinition>>;

/** Every difference between the messages that a service owns and the handlers that it has. */
export function coverageProblems(registry: MessageRegistry, service: string, handled: string[]): string[] {
  const owned = Object.keys(registry).filter((name) => registry[name]?.owner === service);
  const missing = owned.filter((name) => !handled.includes(name));
  const twice = new Set(handled.filter((name, index) => handled.indexOf(name) !== index));
  const foreign = new Set(handled.filter((name) => !owned.includes(name)));
  return [
    ...missing.map((name) => `no handler for ${name}`),
    ...[...twice].map((name) => `more than one handler for ${name}`),
    ...[...foreign].map((name) => `${name} is not a message of ${service}`),
  ];
}
