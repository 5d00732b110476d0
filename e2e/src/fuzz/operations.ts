import { resolved } from '@vigia/testing';

/** As much of JSON schema as the document uses, with every `$ref` put in its place. */
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
}

interface Response {
  content?: Record<string, { schema?: Schema; examples?: Record<string, unknown> }>;
}

export type Scheme = 'basic' | 'bearer' | 'session' | 'open';

export interface Operation {
  /** Such as `POST /v1/perfiles/cargar`. */
  name: string;
  method: string;
  path: string;
  scheme: Scheme;
  parameters: Parameter[];
  body: Schema | undefined;
  responses: Record<string, Response>;
}

interface Described {
  security?: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: Response;
  responses: Record<string, Response>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, unknown>>;
}

/** Every operation of an OpenAPI document, in its order. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  const paths = resolved(document, document.paths) as OpenApiDocument['paths'];
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'servers')
      .map(([method, described]) => operationOf(method.toUpperCase(), path, described as Described)),
  );
}

function operationOf(method: string, path: string, { security = [], parameters, requestBody, responses }: Described): Operation {
  const [scheme = 'open'] = security.flatMap((one) => Object.keys(one)) as Scheme[];
  const body = requestBody?.content?.['application/json']?.schema;
  return { name: `${method} ${path}`, method, path, scheme, parameters, body, responses };
}
