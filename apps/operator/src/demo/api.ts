interface Section {
  statusCode: string;
  data: Record<string, unknown>;
}

export interface SummaryData {
  taxId: string;
  activo: boolean;
  estado: string;
  subhelpers_fallidos: string[];
  identificacion: Section;
  [section: string]: unknown;
}

export function sectionsOf(summary: SummaryData): [string, Section][] {
  return Object.entries(summary).filter(
    (entry): entry is [string, Section] => typeof (entry[1] as Section | null)?.statusCode === 'string',
  );
}

export class ApiError extends Error {}

/** The public interface, seen as a client sees it. */
export class Api {
  constructor(
    readonly baseUrl: string,
    private readonly accessKey: string,
    private readonly accessSecret: string,
  ) {}

  async token(): Promise<string> {
    const basic = Buffer.from(`${this.accessKey}:${this.accessSecret}`).toString('base64');
    const { data } = (await this.call('POST', '/v1/autenticacion/obtener-token', `Basic ${basic}`)) as { data: { token: string } };
    return data.token;
  }

  async load(token: string, taxId: string): Promise<string> {
    const { message } = (await this.call('POST', '/v1/perfiles/cargar', `Bearer ${token}`, { taxId, docType: 'RUC' })) as {
      message: string;
    };
    return message;
  }

  async summary(token: string, taxId: string): Promise<SummaryData> {
    const { data } = (await this.call('GET', `/v2/perfiles/${encodeURIComponent(taxId)}/resumen`, `Bearer ${token}`)) as {
      data: SummaryData;
    };
    return data;
  }

  private async call(method: string, path: string, authorization: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new ApiError(`${this.baseUrl} does not answer: is the system running?`);
    });
    const answer = (await response.json()) as { message?: string };
    if (!response.ok) throw new ApiError(`${method} ${path} answered ${response.status}: ${answer.message}`);
    return answer;
  }
}
