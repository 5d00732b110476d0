import { STATUS_CODES } from 'node:http';
import type { IdentificacionSection } from '@vigia/contracts';
import { RefusedCall } from './refusal.js';

export interface Section<Data = unknown> {
  statusCode: string;
  data: Data;
}

export interface SummaryData {
  taxId: string;
  activo: boolean;
  estado: string;
  subhelpers_fallidos: string[];
  /** Empty unless its code is of the family of success. */
  identificacion: Section<Partial<IdentificacionSection>>;
  [section: string]: unknown;
}

export interface LoadAnswer {
  /** 202: the load goes on after the call. */
  statusCode: 200 | 202;
  message: string;
}

/** Longer than a system keeps a load waiting before it says that it goes on. */
const callTimeoutMs = 120_000;

/** The public interface, seen as a client sees it. */
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
    if (!answer) throw new Error(`what answers at ${this.baseUrl} is not a Vigía: its answer is not JSON`);
    return answer;
  }
}

function reasonOf(status: number, answer: { message?: string } | undefined): string {
  return answer?.message ?? STATUS_CODES[status] ?? 'without a reason';
}
