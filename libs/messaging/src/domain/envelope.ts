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

/** What travels as the data of a job; the job's name is the message's name. Instants are Unix milliseconds. */
export type Envelope = Static<typeof envelope>;
export const envelopeCheck = Compile(envelope);

const addressCheck = Compile(Type.Object({ replyTo: address }));

/** Readable even when the rest of the envelope is not, so that its sender need not wait for a time-out. */
export function replyAddressOf(data: unknown): string | undefined {
  return addressCheck.Check(data) ? data.replyTo : undefined;
}
