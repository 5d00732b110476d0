interface Content {
  description?: string;
  required?: boolean;
  headers?: Record<string, unknown>;
  links?: Record<string, { operationId: string }>;
  content?: Record<string, { schema?: object; example?: unknown; examples?: Record<string, { value: unknown }> }>;
}

export interface Operation {
  path: string;
  method: string;
  operationId: string;
  summary?: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters: { name: string; in: string; schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Omit<Operation, 'path' | 'method'>>>;
  webhooks: Record<string, Record<string, Omit<Operation, 'path' | 'method'>>>;
  components: { securitySchemes: Record<string, object> };
}

export function operationsOf({ paths }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'servers')
      .map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
}
