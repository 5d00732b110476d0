import { Type } from 'typebox';
import { uuid } from '../schema/vocabulary.js';
import { closed, group } from '../schema/fields.js';
import { givenName } from './given-name.js';
import { answered, operation, shown } from './operation.js';

const ofViews = { tag: 'panel: views', openTo: 'colleague' } as const;

const screen = Type.String({ pattern: '^[a-z][a-z-]{0,39}$', description: 'name of the screen that the view belongs to' });
const name = Type.String({ maxLength: 80, pattern: '^[^\\x00-\\x1f\\x7f]+$' });
const nameToGive = givenName(80);
const search = Type.String({ maxLength: 2000, pattern: '^[!-~]*$', description: 'query of the address of the screen, after the `?`' });
const isShared = Type.Boolean({ description: 'whether all users of the corporation see the view; only administrators share' });

const view = group('SavedView', { viewId: uuid, screen, name, search, isShared, isOwn: Type.Boolean() });
const given = { screen: 'portfolio', name: 'Alerta alta, por vencer', search: 'alert=4,5&sort=expires', isShared: false };
const example = { viewId: '3a2c1f0c-1c1e-4a57-8d3e-7c9f6f1f2d44', ...given, isOwn: true };
const answer = answered('the view', group('KeptView', { view }), { view: example });
const params = closed({ viewId: uuid });

export const views = {
  list: operation({
    ...ofViews,
    method: 'GET',
    path: '/panel/v1/views',
    summary: 'List your own views of a screen and those that are shared',
    query: closed({ screen: Type.Optional(screen) }),
    answer: answered('views, oldest first', group('SavedViewList', { views: Type.Array(view) }), { views: [example] }),
  }),
  create: operation({
    ...ofViews,
    method: 'POST',
    path: '/panel/v1/views',
    summary: 'Save the search of a screen under a name',
    body: shown(group('ViewToKeep', { screen, name: nameToGive, search, isShared }), given),
    answer,
    errors: ['views_full'],
  }),
  change: operation({
    ...ofViews,
    method: 'PATCH',
    path: '/panel/v1/views/:viewId',
    summary: 'Change a view: a private one of your own, or as an administrator a shared one',
    params,
    body: shown(
      Type.Partial(closed({ name: nameToGive, search, isShared }), { additionalProperties: false, minProperties: 1, title: 'ViewChanges' }),
      {
        name: 'Por vencer',
      },
    ),
    answer,
  }),
  remove: operation({
    ...ofViews,
    method: 'DELETE',
    path: '/panel/v1/views/:viewId',
    summary: 'Remove a view: a private one of your own, or as an administrator a shared one',
    params,
  }),
};
