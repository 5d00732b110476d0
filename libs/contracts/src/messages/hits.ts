import { type Static, Type } from 'typebox';
import { hitVerdict, screeningHit } from '../summary/basis.js';
import { closed, day, group, nullable } from '../schema/fields.js';
import { request } from './definition.js';
import { docType, document, origin, taxId, writtenInstant } from '../schema/vocabulary.js';

const text = Type.String({ minLength: 1, maxLength: 200 });

const listedHit = group('ListedHit', {
  ...screeningHit.properties,
  fingerprint: Type.Optional(
    Type.String({
      description: 'identifies what the entry says and the shared document; left out: the hit is from a provider, or from before verdicts',
    }),
  ),
});
const profileHits = group('ProfileHits', { docType, taxId, hits: Type.Array(listedHit) });
export type ProfileHits = Static<typeof profileHits>;

/** How far the comparison of a list with the people and companies of all profiles has got. */
const rescreening = group('Rescreening', {
  list: text,
  version: Type.String(),
  isWhole: Type.Boolean({ description: 'true: every entry of the list is compared, not only the changed ones' }),
  subjects: Type.Integer({ minimum: 0 }),
  compared: Type.Integer({ minimum: 0 }),
  touched: Type.Integer({ minimum: 0, description: 'profiles that the compared entries may concern, each of which is screened again' }),
  screened: Type.Integer({ minimum: 0, description: 'profiles already screened again' }),
  notScreened: Type.Integer({ minimum: 0, description: 'profiles that were tried and could not be screened again' }),
  closedHits: Type.Integer({ minimum: 0, description: 'hits on this list that screenings since the start no longer find' }),
  isOvertaken: Type.Boolean({
    description: 'true: before the comparison ended, another version came into force, or an operator asked for the whole list',
  }),
  startedAt: writtenInstant,
  endedAt: nullable(writtenInstant),
});
export type Rescreening = Static<typeof rescreening>;

const closedHit = group('ClosedHit', {
  list: text,
  entityId: Type.String(),
  askedName: Type.String(),
  listedName: Type.String(),
  openedIn: nullable(Type.String()),
  closedIn: nullable(
    Type.String({ description: 'version of the list in which the hit was no longer found; null: the list is no longer searched' }),
  ),
  subjectChanged: nullable(
    Type.Boolean({
      description:
        'true: the profile no longer has the name and documents for which it was found; false: the list changed; null: not recorded',
    }),
  ),
  endedOn: nullable(
    day('last day of the entry, if it had passed although the version still had the entry; null: it had not, or is not recorded'),
  ),
  closedAt: writtenInstant,
});

export const hitMessages = {
  /** The hits of one profile, or page by page the hits of all profiles that have any. */
  'hits.list': request(
    'profile-loader',
    closed({ document: Type.Optional(document), after: Type.Optional(nullable(document)) }),
    closed({ profiles: Type.Array(profileHits), next: nullable(document) }),
  ),
  /**
   * A verdict holds until the name in the profile or the entry changes. It is shown at once. `name` is the screened name; without it, the
   * verdict is refused if several names found the entry. `fingerprint`: refused if no such hit has it any more.
   */
  'hits.decide': request(
    'profile-loader',
    closed({
      document,
      list: text,
      entityId: text,
      name: Type.Optional(Type.String()),
      fingerprint: Type.Optional(text),
      verdict: hitVerdict,
      reason: text,
      actor: origin.properties.actor,
    }),
    profileHits,
  ),
  /** The newest hundred closed hits of a profile. */
  'hits.closed': request('profile-loader', closed({ document }), closed({ hits: Type.Array(closedHit) })),
  /** The newest rescreening of a list; null if there was none. */
  'lists.rescreening': request('profile-loader', closed({ list: text }), closed({ rescreening: nullable(rescreening) })),
  /** Compares a whole list again, unless an operator has asked for that already and it is not finished. */
  'lists.rescreen': request(
    'profile-loader',
    closed({ list: text, actor: origin.properties.actor }),
    closed({ rescreening: nullable(rescreening) }),
  ),
};
