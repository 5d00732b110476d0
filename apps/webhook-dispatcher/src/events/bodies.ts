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

/** Where the bodies of one event lie in the bytes of all, as PostgreSQL counts. */
export const bodyPlaces = sql`"v1From" integer, "v1Bytes" integer, "v2From" integer, "v2Bytes" integer`;

/** The bodies of an event in both versions, cut out of the bytes of all. */
export const bodiesIn = (bytes: string) => sql`
  substring(${bytes} FROM "v1From" FOR "v1Bytes") AS v1, substring(${bytes} FROM "v2From" FOR "v2Bytes") AS v2`;

/** A list of texts would be escaped here, and PostgreSQL would read it character by character. */
export function packBodies(all: Bodies[]) {
  let next = 1;
  const packed = all.map(({ v1, v2 }) => {
    const [first, second] = [Buffer.from(v1), Buffer.from(v2)];
    const places = { v1From: next, v1Bytes: first.length, v2From: next + first.length, v2Bytes: second.length };
    next += first.length + second.length;
    return { parts: [first, second], places };
  });
  return { bytes: Buffer.concat(packed.flatMap(({ parts }) => parts)), places: packed.map(({ places }) => places) };
}

/** Writes the versions that a configuration in `owed` wants, from the bytes of both. */
export const writeBodies = (rendered: string, owed: string) => sql`
  INSERT INTO webhooks.payload (trigger_id, version, body, sha256)
  SELECT trigger_id, version, body, sha256(body)
  FROM (SELECT DISTINCT trigger_id, version FROM ${owed}) AS owed JOIN ${rendered} AS rendered ("triggerId", v1, v2) ON "triggerId" = trigger_id
    CROSS JOIN LATERAL (SELECT CASE version WHEN 'v1' THEN v1 ELSE v2 END AS body) AS wanted`;

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
