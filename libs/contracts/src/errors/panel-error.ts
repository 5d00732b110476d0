import type { ErrorCode, ErrorParams } from './catalogue.js';

/** A page builds the sentence of an error itself, so no part of the English sentence is a parameter. */
type ParamsOf<C extends ErrorCode> = ErrorParams<C> extends undefined ? Record<string, never> : Omit<ErrorParams<C>, 'detail'>;

/** The body of an error under /panel, code by code. */
export type PanelError = {
  [C in ErrorCode]: { statusCode: number; error: string; message: string; code: C; params: ParamsOf<C> };
}[ErrorCode];
