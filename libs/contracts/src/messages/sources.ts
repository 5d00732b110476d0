import { Type, type Static } from 'typebox';
import { closed, request } from './definition.js';
import { sourceName } from './vocabulary.js';

const reason = Type.String({ minLength: 1, maxLength: 200 });

const sourceStatus = closed({
  source: sourceName,
  pause: Type.Union([closed({ reason, since: Type.String() }), Type.Null()]),
  /** Jobs on its queue. Tasks that wait for the end of a pause are not on it. */
  waiting: Type.Integer(),
  active: Type.Integer(),
});
export type SourceStatus = Static<typeof sourceStatus>;

export const sourceMessages = {
  'sources.list': request('profile-loader', closed({}), closed({ sources: Type.Array(sourceStatus) })),
  /** Nobody asks the source from now on, whatever is on its queue. What is being asked already goes on. */
  'sources.pause': request('profile-loader', closed({ source: sourceName, reason }), sourceStatus),
  'sources.resume': request('profile-loader', closed({ source: sourceName }), sourceStatus),
};
