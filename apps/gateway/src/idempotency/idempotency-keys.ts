import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import type { CostlyCall } from './costly-call.js';

/** An answer as it was sent, so that it can be sent again. */
export interface Answer {
  status: number;
  text: string;
  /** Only an error has one, and not one that a replica of an earlier release kept. */
  code?: string | null;
}

export interface Claim {
  corporationId: string;
  key: string;
  requestId: string;
  /** The version of the row, if this call is the first with its key. */
  madeAs: string | null;
}

interface KeyRow {
  sameCall: boolean;
  requestId: string;
  madeAs: string | null;
  status: number | null;
  text: string | null;
  code: string | null;
}

@Injectable()
export class IdempotencyKeys {
  constructor(private readonly database: Database) {}

  /** The id of the work of the call, and the answer that the call got before, if it did. */
  async claim(
    corporationId: string,
    { key, fingerprint, requestId: id = randomUUID() }: NonNullable<CostlyCall['once']>,
  ): Promise<Claim & { kept?: Answer }> {
    // The update changes nothing but the row's version: it makes a conflicting insert return the existing row in one step.
    const [row] = await this.database.rows<KeyRow>(
      sql`INSERT INTO identity.idempotency_key AS known (corporation_id, key, fingerprint, request_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT (corporation_id, key) DO UPDATE SET key = excluded.key
       RETURNING known.fingerprint = $3 AS same_call, known.request_id, CASE WHEN known.xmax = 0 THEN known.xmin::text END AS made_as,
         known.status, known.body AS text, known.code`,
      [corporationId, key, fingerprint, id],
    );
    const { sameCall, requestId, madeAs, status, text, code } = row!;
    if (!sameCall) throw VigiaError.of('idempotency_key_reused');
    return { corporationId, key, requestId, madeAs, ...(status !== null && text !== null && { kept: { status, text, code } }) };
  }

  /** The first answer that is stored becomes the answer of all replicas. */
  async remember({ corporationId, key, requestId }: Claim, answer: Answer): Promise<Answer> {
    const [kept] = await this.database.rows<Answer>(
      sql`UPDATE identity.idempotency_key SET status = coalesce(status, $4), body = coalesce(body, $5),
         code = CASE WHEN status IS NULL THEN $6 ELSE code END
       WHERE corporation_id = $1 AND key = $2 AND request_id = $3 RETURNING status, body AS text, code`,
      [corporationId, key, requestId, answer.status, answer.text, answer.code ?? null],
    );
    return kept ?? answer;
  }

  /**
   * Forgets the key of a call that began nothing, unless another call has got the same request id meanwhile, which may have begun it. Otherwise
   * such calls, which nothing else limits, would fill the database.
   */
  async forget({ corporationId, key, requestId, madeAs }: Claim): Promise<void> {
    if (madeAs === null) return;
    await this.database.rows(
      sql`DELETE FROM identity.idempotency_key WHERE corporation_id = $1 AND key = $2 AND request_id = $3 AND xmin::text = $4`,
      [corporationId, key, requestId, madeAs],
    );
  }

  async release({ corporationId, key, requestId }: Claim): Promise<void> {
    await this.database.rows(sql`DELETE FROM identity.idempotency_key WHERE corporation_id = $1 AND key = $2 AND request_id = $3`, [
      corporationId,
      key,
      requestId,
    ]);
  }
}
