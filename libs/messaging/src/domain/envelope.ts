import { isErrorCode, notice, VigiaError, type MessageDefinition } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';

const address = Type.String({ pattern: '^[A-Za-z0-9_-]{1,80}$' });
const instant = Type.Integer({ minimum: 0 });

const envelope = Type.Object(
  {
    v: Type.Literal(1),
    id: Type.String({ minLength: 1 }),
    replyTo: Type.Optional(address),
    deadlineAt: Type.Optional(instant),
    correlationId: Type.String({ minLength: 1, maxLength: 200 }),
    sentAt: instant,
    payload: Type.Unknown(),
  },
  { additionalProperties: false },
);

/** The data of a job that carries a message. The name of the job is the name of the message. Instants are Unix milliseconds. */
export type Envelope = Static<typeof envelope>;
const envelopeCheck = Compile(envelope);

const addressCheck = Compile(Type.Object({ replyTo: address }));

/** Read even from an envelope that is otherwise invalid, so that its sender need not wait for a timeout. */
export function replyAddressOf(data: unknown): string | undefined {
  return addressCheck.Check(data) ? data.replyTo : undefined;
}

export interface MessageChecks {
  payload: (value: unknown) => string | undefined;
  reply: (value: unknown) => string | undefined;
}

type Arrival = { kind: 'accepted'; envelope: Envelope } | { kind: 'expired' } | { kind: 'refused'; reason: string };

export function checksOf(definition: MessageDefinition): MessageChecks {
  return { payload: checkOf(definition.payload), reply: checkOf(definition.reply) };
}

/** The returned function describes what is wrong with a value: it names places, never values. */
export function checkOf(schema: MessageDefinition['payload']): (value: unknown) => string | undefined {
  const validator = Compile(schema);
  return (value) => (validator.Check(value) ? undefined : describe(validator.Errors(value)));
}

export function judge(data: unknown, checks: MessageChecks | undefined, now: number): Arrival {
  if (!envelopeCheck.Check(data)) {
    return { kind: 'refused', reason: `envelope: ${describe(envelopeCheck.Errors(data))}` };
  }
  if (!checks) {
    return { kind: 'refused', reason: 'unknown message' };
  }
  if (data.deadlineAt !== undefined && data.deadlineAt <= now) {
    return { kind: 'expired' };
  }
  const problem = checks.payload(data.payload);
  return problem ? { kind: 'refused', reason: `payload: ${problem}` } : { kind: 'accepted', envelope: data };
}

function describe(errors: { instancePath: string; message: string }[]): string {
  return errors
    .slice(0, 5)
    .map((error) => `${error.instancePath || '/'} ${error.message}`)
    .join('; ');
}

/** The name of a job that carries several requests. The name of every message has a dot. */
export const batchName = 'batch';

const batch = Type.Object(
  {
    v: Type.Literal(1),
    /** Each as it would be the only one of a job: its id, the name of its message, its envelope. */
    requests: Type.Array(Type.Object({ id: Type.String({ minLength: 1 }), name: Type.String(), data: Type.Unknown() }), {
      minItems: 1,
      maxItems: 64,
    }),
  },
  { additionalProperties: false },
);

export type Batch = Static<typeof batch>;

export const problemOfBatch = checkOf(batch);

/** How many requests a job carries, read even from a batch that is otherwise invalid. */
export function requestsIn({ name, data }: { name: string; data: unknown }): number {
  const { requests } = Object(data) as Partial<Batch>;
  return name === batchName && Array.isArray(requests) ? requests.length : 1;
}

const answer = Type.Object({ kind: Type.Literal('answer'), id: Type.String(), value: Type.Unknown() });
const failure = Type.Object({ kind: Type.Literal('failure'), id: Type.String(), code: Type.String(), params: Type.Unknown() });
const noticed = Type.Object({ kind: Type.Literal('notice'), notice });

const mail = Type.Union([answer, failure, noticed]);

/** A message to the address of a process. */
export type Mail = Static<typeof mail>;
export type Reply = Exclude<Mail, { kind: 'notice' }>;
export const mailCheck = Compile(mail);

export function failureReply(id: string, error: VigiaError): Reply {
  return { kind: 'failure', id, code: error.code, params: error.params ?? null };
}

export function valueOf(reply: Reply, correlationId: string): unknown {
  if (reply.kind === 'answer') {
    return reply.value;
  }
  throw isErrorCode(reply.code) ? VigiaError.read(reply.code, reply.params) : VigiaError.of('internal', { correlationId });
}
