import { sourceNames, type SourceName } from '@vigia/contracts';
import { Type, type Static } from 'typebox';

const closed = <P extends Parameters<typeof Type.Object>[0]>(properties: P, options = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });
const optional = Type.Optional;

const headerName = Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" });
const headerValue = Type.String({ pattern: '^[\\x20-\\x7e]*$', maxLength: 4096 });
const address = Type.String({ minLength: 1, maxLength: 2048 });
/** The name of an environment variable: the file never contains a secret itself. */
const secretVariable = Type.String({ pattern: '^[A-Z][A-Z0-9_]*$' });
const field = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,64}$' });
const expression = Type.String({ minLength: 1, maxLength: 20_000 });
/** 200 is always the answer itself. */
const statuses = Type.Array(Type.Integer({ minimum: 201, maximum: 599 }));
const timeoutMs = Type.Integer({ minimum: 100, maximum: 300_000 });
const withinMs = (maximum: number) =>
  closed({ max: Type.Integer({ minimum: 1, maximum: 1_000_000 }), perMs: Type.Integer({ minimum: 100, maximum }) });
const day = 86_400_000;

const anySource = {
  timeoutMs: optional(timeoutMs),
  concurrency: optional(Type.Integer({ minimum: 1, maximum: 200 })),
  rate: optional(withinMs(day)),
  refreshHours: optional(Type.Integer({ minimum: 1, maximum: 8_760 })),
};

const httpQuestion = {
  method: optional(Type.Enum(['GET', 'POST'])),
  url: optional(address),
  headers: optional(Type.Record(headerName, headerValue, { additionalProperties: false })),
  body: optional(Type.Object({})),
  auth: optional(
    closed(
      {
        header: optional(closed({ name: headerName, secretVariable })),
        bearer: optional(closed({ secretVariable })),
        basic: optional(closed({ user: Type.String({ pattern: '^[^:\\x00-\\x1f\\x7f]+$' }), secretVariable })),
        body: optional(closed({ name: field, secretVariable })),
        query: optional(closed({ name: field, secretVariable })),
      },
      { maxProperties: 1 },
    ),
  ),
  outcome: optional(expression),
  answer: optional(closed({ data: optional(expression), sourceVersion: optional(expression), observedAt: optional(expression) })),
  breaker: optional(
    closed({ failures: Type.Integer({ minimum: 1, maximum: 1_000 }), pauseMs: Type.Integer({ minimum: 100, maximum: 3_600_000 }) }),
  ),
  statuses: optional(closed({ empty: optional(statuses), not_contracted: optional(statuses), unknown_taxpayer: optional(statuses) })),
  poll: optional(closed({ ticket: expression, url: address, ready: expression, everyMs: Type.Integer({ minimum: 100, maximum: 60_000 }) })),
};

export const httpKeys = Object.keys(httpQuestion);

/** Another provider for the same source. `rate` is its quota, for all processes together. */
const otherProvider = closed({ ...httpQuestion, timeoutMs: optional(timeoutMs), rate: optional(withinMs(31 * day)) });
const namedProvider = closed({
  ...otherProvider.properties,
  name: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{0,40}$' }),
});

const httpSource = { ...httpQuestion, fallback: optional(otherProvider) };
/** They report the current state without history, so what they said each month is kept here. */
const accumulating = ['deuda_coactiva', 'trabajadores'] as const satisfies SourceName[];
export type AccumulatingSource = (typeof accumulating)[number];

/** Answered from registers that the data importer keeps, and from files that operators provide. */
const importable = [
  'identificacion',
  'representantes_legales',
  'importaciones',
  'exportaciones',
  'deuda_financiera',
  'deuda_laboral',
  'resoluciones_laborales',
  'morosos_judiciales',
  'edictos_judiciales',
  'boletin_concursal',
] as const satisfies SourceName[];
export type ImportableSource = (typeof importable)[number];

/** The only source that can be answered without asking anybody: from lists that this platform holds. */
export const screened = 'listas_compliance' satisfies SourceName;

const source = closed({ kind: optional(Type.Enum(['http', 'none'])), ...anySource, ...httpSource });
const screenedSource = closed({ kind: optional(Type.Enum(['http', 'lists', 'none'])), ...anySource, ...httpSource });
const accumulatingSource = closed({ ...source.properties, accumulate: optional(Type.Boolean()) });
const importableSource = closed({
  ...anySource,
  ...httpSource,
  kind: optional(Type.Enum(['http', 'dataset', 'overlay', 'none'])),
  overlays: optional(Type.Array(namedProvider, { minItems: 1 })),
});

function schemaOf(name: SourceName) {
  if (name === screened) return screenedSource;
  if (isAccumulating(name)) return accumulatingSource;
  return isImportable(name) ? importableSource : source;
}

export const providerFile = closed({
  defaults: optional(closed({ ...anySource, ...httpSource })),
  sources: optional(closed(Object.fromEntries(sourceNames.map((name) => [name, optional(schemaOf(name))])))),
});

export type OtherProviderEntry = Static<typeof otherProvider>;
type OverlayEntry = Static<typeof namedProvider>;
export type AuthEntry = NonNullable<OtherProviderEntry['auth']>;
export interface SourceEntry extends Omit<Static<typeof screenedSource>, 'kind'> {
  kind?: 'http' | 'lists' | 'none' | 'dataset' | 'overlay';
  accumulate?: boolean;
  overlays?: OverlayEntry[];
}

export interface ProviderFile {
  defaults?: Omit<SourceEntry, 'kind'>;
  sources?: Partial<Record<SourceName, SourceEntry>>;
}

export function isAccumulating(source: SourceName): source is AccumulatingSource {
  return (accumulating as readonly SourceName[]).includes(source);
}

export function isImportable(source: SourceName): source is ImportableSource {
  return (importable as readonly SourceName[]).includes(source);
}
