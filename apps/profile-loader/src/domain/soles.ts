import { Type } from 'typebox';

/** An amount as sources give it: far beyond any debt, and still exact in cents. */
export const soles = Type.Number({ minimum: 0, maximum: 1e12 });
/** Where a register also keeps other currencies, only soles can be added up. */
export const inSoles = Type.Enum(['PEN']);
