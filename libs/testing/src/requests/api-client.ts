import type { BasicCredentials } from '@vigia/contracts';

export interface Answer<T = any> {
  status: number;
  headers: Headers;
  body: T;
}

/** A client of the HTTP interface, as a customer would write it. */
export class ApiClient {
  private token: string | undefined;

  constructor(
    readonly baseUrl: string,
    private readonly credentials: BasicCredentials,
  ) {}

  async call(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
  }

  async obtainToken(): Promise<Answer> {
    const { accessKey, accessSecret } = this.credentials;
    const basic = Buffer.from(`${accessKey}:${accessSecret}`).toString('base64');
    return this.call('POST', '/v1/autenticacion/obtener-token', { headers: { authorization: `Basic ${basic}` } });
  }

  async authorization(): Promise<{ authorization: string }> {
    this.token ??= (await this.obtainToken()).body.data.token as string;
    return { authorization: `Bearer ${this.token}` };
  }

  async load(taxId: string, more: Record<string, unknown> = {}): Promise<Answer> {
    return this.call('POST', '/v1/perfiles/cargar', { body: { taxId, docType: 'RUC', ...more }, headers: await this.authorization() });
  }

  async trigger(taxId: string, more: Record<string, unknown> = {}): Promise<Answer> {
    const body = { taxId, docType: 'RUC', ...more };
    return this.call('POST', '/v1/webhook/perfiles/resumen', { body, headers: await this.authorization() });
  }

  async summary(taxId: string, version: 'v1' | 'v2' = 'v2'): Promise<Answer> {
    return this.call('GET', `/${version}/perfiles/${taxId}/resumen`, { headers: await this.authorization() });
  }
}

/** A piece of an OpenAPI document with every reference resolved. */
export function resolved(document: object, piece: unknown): unknown {
  return JSON.parse(JSON.stringify(piece), (_, value: unknown) => {
    const pointer = (value as { $ref?: string } | null)?.$ref;
    return pointer === undefined ? value : resolved(document, at(document, pointer));
  });
}

function at(document: object, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], document);
}
