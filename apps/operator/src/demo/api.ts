import { STATUS_CODES } from 'node:http';
import type { IdentificacionSection } from '@vigia/contracts';

const advice: Record<number, string> = {
  400: 'Correct the request.',
  401: 'Check the access key and secret: `credential list` shows which are active, `corporation list` which corporations are suspended.',
  404: 'Check the document, and that Vigía runs at this address.',
  409: 'Check with `contract list` that a contract covers today.',
  429: 'Wait a moment and try again.',
  502: 'The sources are down, not Vigía; try again later.',
  503: 'A part of the system does not answer; try again.',
};

class RefusedCall extends Error {
  constructor(call: string, status: number, reason: string) {
    super(`${call} was answered with ${status}, ${reason}. ${advice[status] ?? 'The log of the system says more.'}`);
    this.name = 'RefusedCall';
  }
}

export interface Section<Data = unknown> {
  statusCode: string;
  data: Data;
}

export interface SummaryData {
  taxId: string;
  activo: boolean;
  estado: string;
  subhelpers_fallidos: string[];
  /** Its data is empty unless its code begins with SH1. */
  identificacion: Section<Partial<IdentificacionSection>>;
  [section: string]: unknown;
}

export interface LoadAnswer {
  /** 202: the load continues after the call. */
  statusCode: 200 | 202;
  message: string;
}

/** Longer than the gateway waits for a load before it answers 202. */
const callTimeoutMs = 120_000;

/** The public API as a client calls it. */
export class Api {
  constructor(
    readonly baseUrl: string,
    private readonly accessKey: string,
    private readonly accessSecret: string,
  ) {}

  async token(): Promise<string> {
    const basic = Buffer.from(`${this.accessKey}:${this.accessSecret}`).toString('base64');
    const { data } = await this.call<{ data: { token: string } }>('POST', '/v1/autenticacion/obtener-token', `Basic ${basic}`);
    return data.token;
  }

  load(token: string, taxId: string): Promise<LoadAnswer> {
    return this.call('POST', '/v1/perfiles/cargar', `Bearer ${token}`, { taxId, docType: 'RUC' });
  }

  async summary(token: string, taxId: string): Promise<SummaryData> {
    const path = `/v2/perfiles/${encodeURIComponent(taxId)}/resumen`;
    const { data } = await this.call<{ data: SummaryData }>('GET', path, `Bearer ${token}`);
    return data;
  }

  private async call<T>(method: string, path: string, authorization: string, body?: object): Promise<T> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(callTimeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      throw new Error(`${this.baseUrl} does not answer: is the system running?`, { cause: error });
    });
    const answer = (await response.json().catch(() => undefined)) as (T & { message?: string }) | undefined;
    if (!response.ok) throw new RefusedCall(`${method} ${path}`, response.status, reasonOf(response.status, answer));
    if (!answer) throw new Error(`${this.baseUrl} is not a Vigía system: its answer is not JSON`);
    return answer;
  }
}

function reasonOf(status: number, answer: { message?: string } | undefined): string {
  return answer?.message ?? STATUS_CODES[status] ?? 'without a reason';
}
