import { Injectable } from '@nestjs/common';
import { checkDocument, type ApiVersion, type PayloadOf, type ReplyOf } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { envelopeText, noTriggerId } from '../domain/envelope.js';
import { readProfile, type VisibleProfile } from './read-profiles.js';

export type Bodies = Record<ApiVersion, string>;

export function renderBodies(event: { triggerId: string; taxId: string }, profile: VisibleProfile): Bodies {
  const { triggerId, taxId } = event;
  const { views, loadState, openSources } = profile;
  const body = (version: ApiVersion) => envelopeText(version, { triggerId, taxId, view: views[version], loadState, openSources });
  return { v1: body('v1'), v2: body('v2') };
}

/** Writes the rendered versions that a configuration in `owed` wants. */
export const writeBodies = (rendered: string, owed: string) => sql`
  INSERT INTO webhooks.payload (trigger_id, version, body, sha256)
  SELECT trigger_id, version, body, sha256(body)
  FROM (SELECT DISTINCT trigger_id, version FROM ${owed}) AS owed JOIN ${rendered} AS rendered ("triggerId", v1, v2) ON "triggerId" = trigger_id
    CROSS JOIN LATERAL convert_to(CASE version WHEN 'v1' THEN v1 ELSE v2 END, 'UTF8') AS body`;

@Injectable()
export class BodyPreview {
  constructor(private readonly database: Database) {}

  /** What a trigger would send now, in both versions: users compare them before they change the version of a configuration. */
  async bodies(wanted: PayloadOf<'webhooks.preview'>): Promise<ReplyOf<'webhooks.preview'>> {
    checkDocument(wanted);
    const profile = await this.database.transaction((tx) => readProfile(tx, wanted));
    return renderBodies({ triggerId: noTriggerId, taxId: wanted.taxId }, profile);
  }
}
