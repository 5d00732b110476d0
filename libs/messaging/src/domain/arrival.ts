import type { MessageDefinition } from '@vigia/contracts';
import { Compile } from 'typebox/compile';
import { envelopeCheck, type Envelope } from './envelope.js';

export interface MessageChecks {
  payload: (value: unknown) => string | undefined;
  reply: (value: unknown) => string | undefined;
}

export type Arrival = { kind: 'accepted'; envelope: Envelope } | { kind: 'expired' } | { kind: 'refused'; reason: string };

export function checksOf(definition: MessageDefinition): MessageChecks {
  return { payload: checkOf(definition.payload), reply: checkOf(definition.reply) };
}

/** The returned function says what is wrong with a value; it names the place, never the value. */
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
