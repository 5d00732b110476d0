import { resolved } from '@vigia/testing';

/** The subset of JSON Schema that the document uses, with every `$ref` resolved. */
export interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
  example?: unknown;
  examples?: Examples;
}

type Examples = Record<string, { value: unknown }>;

export interface Link {
  operationId: string;
  parameters: Record<string, string>;
}

interface Response {
  headers?: Record<string, { required?: boolean; schema: Schema }>;
  links?: Record<string, Link>;
  content?: Record<string, { schema?: Schema; examples?: Examples }>;
}

export type Scheme = 'basic' | 'bearer' | 'session' | 'open';

export interface Operation {
  /** Such as `POST /v1/perfiles/cargar`. */
  name: string;
  operationId?: string;
  method: string;
  /** Every method of the path. */
  methods: string[];
  /** Every method of a path with a parameter where this one has a word. */
  methodsOfOthers: string[];
  path: string;
  scheme: Scheme;
  parameters: Parameter[];
  body: Schema | undefined;
  bodyExamples: Examples;
  responses: Record<string, Response>;
}

interface Described {
  operationId?: string;
  security?: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: Response;
  responses: Record<string, Response>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, unknown>>;
}

/** Every operation of an OpenAPI document, in order. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  const paths = withOneTypeEach(resolved(document, document.paths)) as OpenApiDocument['paths'];
  const everyPath = Object.entries(paths).map(([path, item]) => {
    const described = Object.entries(item).filter(([method]) => method !== 'servers');
    return { path, described, methods: described.map(([method]) => method.toUpperCase()) };
  });
  return everyPath.flatMap(({ path, described, methods }) => {
    const methodsOfOthers = everyPath
      .filter((other) => other.path !== path && isMeantBy(path, other.path))
      .flatMap((other) => other.methods);
    return described.map(([method, one]) => ({ ...operationOf(method.toUpperCase(), path, one as Described), methods, methodsOfOthers }));
  });
}

/** Whether a call of one path could also be one of the other, which has parameters. */
function isMeantBy(path: string, other: string): boolean {
  return new RegExp(`^${other.replaceAll('.', '\\.').replaceAll(/{[^}]+}/g, '[^/]+')}$`).test(path);
}

/** Splits a schema of two types into two schemas. */
function withOneTypeEach(described: unknown): unknown {
  return JSON.parse(JSON.stringify(described), (_, schema: { type?: unknown } | null) =>
    Array.isArray(schema?.type) ? { anyOf: schema.type.map((type: string) => ({ ...schema, type })) } : schema,
  );
}

function operationOf(method: string, path: string, described: Described): Omit<Operation, 'methods' | 'methodsOfOthers'> {
  const { operationId, security = [], requestBody, responses } = described;
  const [scheme = 'open'] = security.flatMap((one) => Object.keys(one)) as Scheme[];
  const { schema: body, examples: bodyExamples = {} } = requestBody?.content?.['application/json'] ?? {};
  // The origin of a call belongs to its credential.
  const parameters = described.parameters.filter(({ name }) => name !== 'Origin');
  return { name: `${method} ${path}`, operationId, method, path, scheme, parameters, body, bodyExamples, responses };
}
