import { VigiaError } from '@vigia/contracts';

/** What a call can have too many of, in the words of the log. docs/deployment.md explains them. */
export const limits = [
  'requests',
  'session',
  'strangers',
  'address',
  'documents',
  'secrets',
  'passwords',
  'passwords_anywhere',
  'sign_ins',
  'hashing',
  'acts',
  'refused_acts',
  'reads',
  'files',
  'unread',
  'bodies',
  'streams',
  'other_service',
] as const;

export type Limit = (typeof limits)[number];

const reached = new WeakMap<VigiaError, Limit>();

/** The client gets the same answer from all limits, except that of documents; only the log tells which one it was. */
export function tooMany(limit: Limit, seconds: number): VigiaError {
  const refusal = VigiaError.of(limit === 'documents' ? 'too_many_documents' : 'too_many_requests', { seconds });
  reached.set(refusal, limit);
  return refusal;
}

/** Undefined for other errors. A refusal that was not made here comes from a service that the gateway asked. */
export function limitOf(error: VigiaError): Limit | undefined {
  return error.status === 429 ? (reached.get(error) ?? 'other_service') : undefined;
}
