import { type Static, Type } from 'typebox';
import { hitVerdict, screeningHit } from '../summary/basis.js';
import { group, nullable } from '../summary/fields.js';
import { closed, request } from './definition.js';
import { docType, document, origin, taxId } from './vocabulary.js';

const text = Type.String({ minLength: 1, maxLength: 200 });

const profileHits = group('ProfileHits', { docType, taxId, hits: Type.Array(screeningHit) });
export type ProfileHits = Static<typeof profileHits>;

export const hitMessages = {
  /** Of one profile, or page by page of all that have any. */
  'hits.list': request(
    'profile-loader',
    closed({ document: Type.Optional(document), after: Type.Optional(nullable(document)) }),
    closed({ profiles: Type.Array(profileHits), next: nullable(document) }),
  ),
  /** What somebody has decided holds until the name of the profile or the entry says something else. It is shown at once. */
  'hits.decide': request(
    'profile-loader',
    closed({ document, list: text, entityId: text, verdict: hitVerdict, reason: text, actor: origin.properties.actor }),
    profileHits,
  ),
};
