import type { ErrorCode, ErrorParams } from './catalogue.js';

/** The sentence of an error is made where it is read, so a part of the English one is no parameter. */
type ParamsOf<C extends ErrorCode> = ErrorParams<C> extends undefined ? Record<string, never> : Omit<ErrorParams<C>, 'detail'>;

/** The body of an error under /panel, code by code. */
export type PanelError = {
  [C in ErrorCode]: { statusCode: number; error: string; message: string; code: C; params: ParamsOf<C> };
}[ErrorCode];
