import { Type, type TObject } from 'typebox';

/** A month as registers write it: YYYY-MM. */
export const registerMonth = Type.String({ pattern: '^(19|2[0-9])[0-9]{2}-(0[1-9]|1[0-2])$' });

/** For registers that state every month once: two statements about one month contradict each other, and neither can be believed. */
export const onceAMonth = <Statement extends TObject<{ periodo: typeof registerMonth }>>(statement: Statement) =>
  Type.Refine(
    Type.Array(statement),
    (statements) => new Set(statements.map(({ periodo }) => periodo)).size === statements.length,
    () => 'must not state a month twice',
  );
