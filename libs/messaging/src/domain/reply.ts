import { isErrorCode, notice, VigiaError, type ErrorCode } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';

const answer = Type.Object({ kind: Type.Literal('answer'), id: Type.String(), value: Type.Unknown() });
const failure = Type.Object({ kind: Type.Literal('failure'), id: Type.String(), code: Type.String(), params: Type.Unknown() });
const noticed = Type.Object({ kind: Type.Literal('notice'), notice });

const mail = Type.Union([answer, failure, noticed]);

/** What arrives at the address of a process. */
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
  throw isErrorCode(reply.code) ? vigiaError(reply.code, reply.params) : VigiaError.of('internal', { correlationId });
}

function vigiaError(code: ErrorCode, params: unknown): VigiaError {
  return (VigiaError.of as (code: ErrorCode, params: unknown) => VigiaError)(code, params);
}
