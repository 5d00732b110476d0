import { Type, type Static, type TArray, type TObject, type TSchema } from 'typebox';
import { closed, group, nullable } from '../schema/fields.js';

export const pageQuery = {
  limit: Type.Optional(Type.String({ pattern: '^([1-9]|[1-4][0-9]|50)$', description: '1 to 50 rows; 25 when left out' })),
  before: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$', description: '`older` of another page, for the rows before that page' })),
  after: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$', description: '`newer` of another page, for the rows since that page' })),
};
const page = closed(pageQuery);
export type PageQuery = Static<typeof page>;

const cursors = {
  older: nullable(Type.String({ description: 'value of `before` for the next page; null: no older rows' })),
  newer: nullable(
    Type.String({
      description:
        'value of `after` for the rows that come later; null: no rows at all, or asked for with `after` and nothing is newer than this page',
    }),
  ),
};

export function pageOf<N extends string, Row extends TSchema>(title: string, name: N, row: Row) {
  return group(title, { [name]: Type.Array(row, { description: 'rows of the page, newest first' }), ...cursors }) as TObject<
    Record<N, TArray<Row>> & typeof cursors
  >;
}
