import type { TestDatabase } from '@vigia/testing';
import { bearer } from '../requests/calls.js';
import { exchange } from '../requests/exchange.js';
import type { PreviewAnswer } from '../../src/quota/preview-answer.js';
import type { Asked } from './drawn.js';

interface Profile {
  taxId: string;
  expiresAt: Date | null;
  /** The months of the monitoring that is paid. */
  months: number | null;
}

export interface Said {
  status: number;
  message: string;
  results: { successful: number; failed: number; skipped: number; errors: { taxId: string; reason: string }[] } | undefined;
}

/** One corporation, with its calls and the rows that they leave. */
export class PreviewClient {
  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly database: TestDatabase,
    readonly corporationId: string,
  ) {}

  async preview(asked: Asked): Promise<{ status: number; message: string; data: PreviewAnswer['data'] }> {
    const { status, body } = await this.post(`${asked.path.replace('v1', 'v2')}/simular`, bodyOf(asked));
    return { status, message: body.message!, data: body.data as PreviewAnswer['data'] };
  }

  async call(asked: Asked): Promise<Said> {
    const { status, body } = await this.post(asked.path, bodyOf(asked));
    const { message, results } = (body.data ?? body) as Said;
    return { status, message, results };
  }

  /** Ends the active accesses to these documents, as time would. */
  async end(taxIds: string[]): Promise<void> {
    await this.database.query(
      `UPDATE billing.access SET expires_at = public.business_now() - interval '1 day' WHERE corporation_id = $1 AND tax_id = ANY($2) AND state = 'active'`,
      [this.corporationId, taxIds],
    );
    await this.database.query(
      `UPDATE billing.monitoring SET state = 'cancelled', cancelled_on = started_on WHERE corporation_id = $1 AND tax_id = ANY($2) AND state = 'live'`,
      [this.corporationId, taxIds],
    );
  }

  /** Splits the monthly contract in two, with days between them that nobody noticed, long after the profiles so far were loaded. */
  async leaveGap(lastDay: string, nextDay: string): Promise<void> {
    await this.database.query('UPDATE billing.contract SET starts_on = $2 WHERE corporation_id = $1', [this.corporationId, nextDay]);
    await this.database.query(
      `INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months, excluded_sections)
       VALUES (gen_random_uuid(), $1, 'monthly', '2020-01-01', $2, 0, '{}')`,
      [this.corporationId, lastDay],
    );
    await this.database.query(`UPDATE billing.access_period SET opened_at = opened_at - interval '90 days' WHERE corporation_id = $1`, [
      this.corporationId,
    ]);
  }

  profiles(): Promise<Profile[]> {
    return this.database.query<Profile>(
      `SELECT access.tax_id AS "taxId", access.expires_at AS "expiresAt", live.months FROM billing.access
       LEFT JOIN billing.monitoring AS live ON live.corporation_id = access.corporation_id AND live.tax_id = access.tax_id AND live.state = 'live'
       WHERE access.corporation_id = $1`,
      [this.corporationId],
    );
  }

  async available(): Promise<number> {
    const [account] = await this.database.query<{ available: number }>(
      `SELECT available FROM billing.quota_account JOIN billing.contract ON id = contract_id
       WHERE corporation_id = $1 AND public.lima_today() BETWEEN starts_on AND ends_on`,
      [this.corporationId],
    );
    return account?.available ?? 0;
  }

  async charged(): Promise<number> {
    const charges = await this.database.query('SELECT 1 FROM billing.platform_document WHERE corporation_id = $1', [this.corporationId]);
    return charges.length;
  }

  private async post(path: string, body: object) {
    const headers = { ...bearer(this.token), 'content-type': 'application/json' };
    const { status, text } = await exchange(this.url, { method: 'POST', path, headers, body: JSON.stringify(body) });
    return { status, body: JSON.parse(text) as { message?: string; data?: unknown } };
  }
}

function bodyOf({ path, docType = 'RUC', taxIds, isMonitoring, months }: Asked): object {
  const wanted = months !== undefined && !path.startsWith('/v1') && { months };
  if (path.endsWith('forzar-actualizacion')) return { taxIds, ...wanted };
  const load = { docType, isMonitoring, ...wanted };
  return path.endsWith('masivo') ? { taxIds, ...load } : { taxId: taxIds[0], ...load };
}
