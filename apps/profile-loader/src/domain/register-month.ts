import { Type } from 'typebox';

/** A month as registers write it: YYYY-MM. */
export const registerMonth = Type.String({ pattern: '^(19|2[0-9])[0-9]{2}-(0[1-9]|1[0-2])$' });
