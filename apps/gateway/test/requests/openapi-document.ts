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
  tags: string[];
  security?: Record<string, string[]>[];
  parameters: { name: string; in: string; schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Omit<Operation, 'path' | 'method'>>>;
  servers: object[];
  components: { securitySchemes: Record<string, object>; schemas: Record<string, Schema> };
}

export interface DeliveriesDocument {
  webhooks: Record<string, Record<string, Omit<Operation, 'path' | 'method'>>>;
  components: { schemas: Record<string, Schema> };
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
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
