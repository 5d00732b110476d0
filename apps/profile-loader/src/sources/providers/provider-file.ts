import { sourceNames, type SourceName } from '@vigia/contracts';
import { Type, type Static } from 'typebox';

const closed = <P extends Parameters<typeof Type.Object>[0]>(properties: P, options = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });
const optional = Type.Optional;

const headerName = Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" });
const headerValue = Type.String({ pattern: '^[\\x20-\\x7e]*$', maxLength: 4096 });
/** The name of an environment variable: a secret itself never stands in the file. */
const secretVariable = Type.String({ pattern: '^[A-Z][A-Z0-9_]*$' });
const expression = Type.String({ minLength: 1, maxLength: 20_000 });
/** 200 is always the answer itself. */
const statuses = Type.Array(Type.Integer({ minimum: 201, maximum: 599 }));

const anySource = {
  timeoutMs: optional(Type.Integer({ minimum: 100, maximum: 300_000 })),
  concurrency: optional(Type.Integer({ minimum: 1, maximum: 200 })),
  rate: optional(
    closed({ max: Type.Integer({ minimum: 1, maximum: 100_000 }), perMs: Type.Integer({ minimum: 100, maximum: 86_400_000 }) }),
  ),
  refreshHours: optional(Type.Integer({ minimum: 1, maximum: 8_760 })),
};

const httpSource = {
  url: optional(Type.String({ minLength: 1, maxLength: 2048 })),
  headers: optional(Type.Record(headerName, headerValue, { additionalProperties: false })),
  auth: optional(
    closed(
      {
        header: optional(closed({ name: headerName, secretVariable })),
        bearer: optional(closed({ secretVariable })),
        basic: optional(closed({ user: Type.String({ pattern: '^[^:\\x00-\\x1f\\x7f]+$' }), secretVariable })),
      },
      { maxProperties: 1 },
    ),
  ),
  answer: optional(closed({ data: optional(expression), sourceVersion: optional(expression), observedAt: optional(expression) })),
  breaker: optional(
    closed({ failures: Type.Integer({ minimum: 1, maximum: 1_000 }), pauseMs: Type.Integer({ minimum: 100, maximum: 3_600_000 }) }),
  ),
  statuses: optional(closed({ empty: optional(statuses), not_contracted: optional(statuses), unknown_taxpayer: optional(statuses) })),
};

export const httpKeys = Object.keys(httpSource);

const source = closed({ kind: optional(Type.Literal('http')), ...anySource, ...httpSource });
const screenedSource = closed({ kind: optional(Type.Enum(['http', 'lists'])), ...anySource, ...httpSource });

/** The one source that can be answered without asking anybody: from lists that this platform holds. */
export const screened = 'listas_compliance' satisfies SourceName;

export const providerFile = closed({
  defaults: optional(closed({ ...anySource, ...httpSource })),
  sources: optional(closed(Object.fromEntries(sourceNames.map((name) => [name, optional(name === screened ? screenedSource : source)])))),
});

export type SourceEntry = Static<typeof screenedSource>;
export type AuthEntry = NonNullable<SourceEntry['auth']>;

export interface ProviderFile {
  defaults?: Omit<SourceEntry, 'kind'>;
  sources?: Partial<Record<SourceName, SourceEntry>>;
}
