import { Type, type Static } from 'typebox';
import { checkOf } from './envelope.js';

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
