interface Content {
  description?: string;
  required?: boolean;
  headers?: Record<string, unknown>;
  links?: Record<string, { operationId: string }>;
  content?: Record<string, { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }>;
}

export interface Operation {
  path: string;
  method: string;
  operationId: string;
  summary?: string;
  description?: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters: {
    name: string;
    in: string;
    description?: string;
    schema: Schema;
    example?: unknown;
    examples?: Record<string, { value: unknown }>;
  }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface OpenApiDocument {
  info: { title: string };
  paths: Record<string, Record<string, Omit<Operation, 'path' | 'method'>>>;
  servers: object[];
  components: { securitySchemes: Record<string, object>; schemas: Record<string, Schema> };
}

export interface DeliveriesDocument {
  info: { title: string };
  paths: Record<string, Record<string, Omit<Operation, 'path' | 'method'>>>;
  components: { schemas: Record<string, Schema> };
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: unknown[];
  maxLength?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  deprecated?: boolean;
  additionalProperties?: boolean | Schema;
  properties?: Record<string, Schema>;
}

export function operationsOf({ paths }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'servers')
      .map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
}

export type Placed = [place: string, schema: Schema];

/** Every schema of the document with its place. */
export function schemasOf(document: OpenApiDocument): Placed[] {
  const ofOperations = operationsOf(document).flatMap(({ operationId, parameters, requestBody, responses }) => [
    ...parameters.flatMap(({ name, schema }): Placed[] => (schema ? [[`${operationId}?${name}`, schema]] : [])),
    ...[requestBody, ...Object.values(responses)].flatMap((body) =>
      Object.entries(body?.content ?? {}).map(([type, { schema }]): Placed => [`${operationId} ${type}`, schema!]),
    ),
  ]);
  return [...Object.entries(document.components.schemas), ...ofOperations].flatMap(within);
}

/** The schema and its parts, up to the next component. */
export function within([place, schema]: Placed): Placed[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema;
  const inner: Placed[] = [
    ...Object.entries(properties).map(([name, one]): Placed => [`${place}.${name}`, one]),
    ...[...anyOf, ...oneOf].map((one, i): Placed => [`${place}|${i}`, one]),
    ...(items ? [[`${place}[]`, items] as Placed] : []),
    ...(typeof additionalProperties === 'object' ? [[`${place}{}`, additionalProperties] as Placed] : []),
  ];
  return [[place, schema], ...inner.flatMap(within)];
}
