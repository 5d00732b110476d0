import type { ReprocessRefusal } from './refusals.js';
import { errorCatalogue, type ErrorCode, type ErrorParams } from './catalogue.js';

/**
 * An error for the operator of the system. Its text holds only our own words, ids and numbers, and no input: no document, no address, no
 * secret. The log writes the text of these errors only; of every other error it writes the kind and the place.
 */
export class PlainError extends Error {
  override readonly name: string = 'PlainError';
}

type ParamsArgument<C extends ErrorCode> = ErrorParams<C> extends undefined ? [] : [params: ErrorParams<C>];

/** The error that domain code throws. It keeps its place in the catalogue across queues and up to the HTTP filter. */
export class VigiaError extends Error {
  readonly status: number;

  private constructor(
    readonly code: ErrorCode,
    readonly params: unknown,
    message: string,
  ) {
    super(message);
    this.name = 'VigiaError';
    this.status = errorCatalogue[code].status;
  }

  static of<C extends ErrorCode>(code: C, ...[params]: ParamsArgument<C>): VigiaError {
    return VigiaError.read(code, params);
  }

  /** For a code and its parameters that came from elsewhere, so that no type can join them. */
  static read(code: ErrorCode, params: unknown): VigiaError {
    const text = errorCatalogue[code].text as (params: unknown) => string;
    return new VigiaError(code, params, text(params));
  }

  static ofRefusal(refusal: ReprocessRefusal): VigiaError {
    return VigiaError.read(refusal.reason, refusal);
  }
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code);
}

/** A page builds the sentence of an error itself, so no part of the English sentence is a parameter. */
type ParamsOf<C extends ErrorCode> = ErrorParams<C> extends undefined ? Record<string, never> : Omit<ErrorParams<C>, 'detail'>;

/** The body of an error under /panel, code by code. */
export type PanelError = {
  [C in ErrorCode]: { statusCode: number; error: string; message: string; code: C; params: ParamsOf<C> };
}[ErrorCode];
