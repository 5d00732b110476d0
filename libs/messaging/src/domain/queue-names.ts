/** Requests and events of a service travel apart, so that a backlog of one never delays the other. */
export function requestsQueue(service: string): string {
  return `${service}-requests`;
}

export function eventsQueue(service: string): string {
  return `${service}-events`;
}

export const refusedQueue = 'refused';
