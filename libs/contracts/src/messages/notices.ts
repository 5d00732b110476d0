import { Type, type Static } from 'typebox';
import { closed } from './definition.js';
import { uuid } from './vocabulary.js';

/** A nudge to one process that waits on a row. It may get lost: whoever waits also looks at the row. */
export const notice = closed({ topic: Type.Literal('request-finished'), id: uuid });
export type Notice = Static<typeof notice>;
