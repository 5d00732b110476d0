export interface Section {
  statusCode: string;
  data: Record<string, unknown>;
}

export interface Summary {
  taxId: string;
  activo: boolean;
  estado: 'succeeded' | 'partial' | 'failed' | 'loading';
  subhelpers_fallidos: string[];
  sections: [name: string, section: Section][];
}

export type DocType = 'RUC' | 'DNI';

/** Talks to the public interface only. The token lives in this page's memory and ends with it. */
export class Session {
  private constructor(private readonly token: string) {}

  static async open(accessKey: string, accessSecret: string): Promise<Session> {
    const answer = await call('POST', '/v1/autenticacion/obtener-token', {
      authorization: `Basic ${btoa(`${accessKey}:${accessSecret}`)}`,
    });
    return new Session((answer as { data: { token: string } }).data.token);
  }

  async load(docType: DocType, taxId: string, isMonitoring: boolean): Promise<string> {
    const answer = await call('POST', '/v1/perfiles/cargar', this.headers, { taxId, docType, isMonitoring });
    return (answer as { message: string }).message;
  }

  async summary(taxId: string): Promise<Summary> {
    const answer = await call('GET', `/v2/perfiles/${encodeURIComponent(taxId)}/resumen`, this.headers);
    const {
      activo,
      estado,
      subhelpers_fallidos,
      taxId: document,
      ...sections
    } = (answer as { data: Summary & Record<string, Section> }).data;
    return { taxId: document, activo, estado, subhelpers_fallidos, sections: Object.entries(sections) as Summary['sections'] };
  }

  private get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.token}` };
  }
}

async function call(method: string, path: string, headers: Record<string, string>, body?: object): Promise<unknown> {
  const response = await fetch(path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { message?: string };
  if (!response.ok) throw new Error(answer.message ?? `error ${response.status}`);
  return answer;
}
