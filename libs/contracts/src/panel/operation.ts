import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from '../errors/catalogue.js';
import type { UserRole } from '../messages/identity.js';

interface Shown {
  schema: TSchema;
  example: unknown;
}

/** JSON by its schema, or a file as it is. `tagged`: with an ETag, so that a caller who already has the answer gets 304. */
type Answer =
  | (Shown & { description: string; tagged?: true })
  | { file: true; mediaType?: 'text/csv'; description: string }
  | { stream: true; description: string };

/** Which roles an operation is open to. All users except operators belong to a corporation. */
const rolesOf = {
  colleague: ['admin', 'analyst', 'member'],
  analyst: ['admin', 'analyst'],
  admin: ['admin'],
  operator: ['operator'],
} as const satisfies Record<string, readonly UserRole[]>;

/** Undefined if the role does not matter. */
export function rolesFor({ openTo }: Pick<PanelOperation, 'openTo'>): readonly UserRole[] | undefined {
  return openTo === 'anybody' || openTo === 'user' ? undefined : rolesOf[openTo];
}

/** One operation of the panel: everything that a caller, the gateway and the API reference have to agree on. */
export interface PanelOperation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters are written `:userId`. */
  path: `/panel/v1/${string}`;
  summary: string;
  tag: `panel: ${string}`;
  /** Anybody, every user with a session, or users with certain roles. */
  openTo: 'anybody' | 'user' | keyof typeof rolesOf;
  params?: TObject;
  /** Every query parameter is text. */
  query?: TObject;
  body?: Shown;
  /** Where the body may be larger than the default. */
  bodyLimitBytes?: number;
  /**
   * The operation may cost months or money, or makes what is shown only once: it takes an `Idempotency-Key`, runs once per key, and its
   * handler sends the answer.
   */
  costly?: true;
  /**
   * Counts for a limit of the session, and not for that of its user: by this operation a person ends a session that somebody else uses, who
   * must not prevent it by calls of their own.
   */
  ofSession?: true;
  /** Unless given: 200, or 204 without an answer. */
  status?: 202;
  /** Left out if the status is 204. */
  answer?: Answer;
  /** Headers of the answer, each with its meaning. */
  headers?: Record<string, string>;
  /** In addition to those that follow from the other fields. */
  errors?: readonly ErrorCode[];
}

/** Checks an entry and keeps the types of its schemas. */
export function operation<const O extends PanelOperation>(described: O): O {
  return described;
}

export function shown<S extends TSchema>(schema: S, example: Static<S>) {
  return { schema, example };
}

export function answered<S extends TSchema>(description: string, schema: S, example: Static<S>) {
  return { description, schema, example };
}

type StaticOf<S> = S extends TSchema ? Static<S> : undefined;
type SchemaIn<Part> = Part extends { schema: infer S } ? S : undefined;

/** What a client sends. */
export interface PanelRequest<O extends PanelOperation> {
  params: StaticOf<O['params']>;
  query: StaticOf<O['query']>;
  body: StaticOf<SchemaIn<O['body']>>;
}

/** The answer of an operation that answers with JSON. */
export type PanelAnswer<O extends PanelOperation> = O extends { answer: { schema: infer S extends TSchema } } ? Static<S> : void;
