import { Type, type TObject } from 'typebox';
import type { registerMonth } from './register-month.js';

/** For registers that state every month once: two statements about one month contradict each other, and neither can be believed. */
export const onceAMonth = <Statement extends TObject<{ periodo: typeof registerMonth }>>(statement: Statement) =>
  Type.Refine(
    Type.Array(statement),
    (statements) => new Set(statements.map(({ periodo }) => periodo)).size === statements.length,
    () => 'must not state a month twice',
  );
