import { Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import type { Colleague } from '../../sessions/session-store.js';

interface ViewRow {
  viewId: string;
  screen: string;
  name: string;
  search: string;
  isShared: boolean;
  isOwn: boolean;
}

interface NewView {
  screen: string;
  name: string;
  search: string;
  isShared: boolean;
}

const most = 100;
/** $1 is the user who reads. */
const columns = sql`id AS view_id, screen, name, search, is_shared, owner_id = $1 AS is_own`;
/** A private view is its owner's. A shared one is for administrators ($4) to change: its owner may no longer be one. */
const changeable = sql`id = $2 AND corporation_id = $3 AND CASE WHEN is_shared THEN $4::boolean ELSE owner_id = $1 END`;

/** A search on a screen, saved under a name. */
@Injectable()
export class ViewStore {
  constructor(private readonly database: Database) {}

  list({ userId, corporationId }: Colleague, screen?: string): Promise<ViewRow[]> {
    return this.database.rows(
      sql`SELECT ${columns} FROM identity.saved_view
       WHERE corporation_id = $2 AND (owner_id = $1 OR is_shared) AND ($3::text IS NULL OR screen = $3) ORDER BY created_at, id`,
      [userId, corporationId, screen],
    );
  }

  async create(self: Colleague, { screen, name, search, isShared }: NewView): Promise<ViewRow> {
    if (isShared) assertMayShare(self);
    const [view] = await this.database.rows<ViewRow>(
      sql`INSERT INTO identity.saved_view (owner_id, corporation_id, screen, name, search, is_shared)
       SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT count(*) FROM identity.saved_view WHERE owner_id = $1 AND corporation_id = $2) < $7
       RETURNING ${columns}`,
      [self.userId, self.corporationId, screen, name, search, isShared, most],
    );
    if (!view) throw VigiaError.of('views_full', { most });
    return view;
  }

  async change(self: Colleague, viewId: string, { name, search, isShared }: Partial<NewView>): Promise<ViewRow> {
    if (isShared) assertMayShare(self);
    const [view] = await this.database.rows<ViewRow>(
      sql`UPDATE identity.saved_view SET name = coalesce($5, name), search = coalesce($6, search), is_shared = coalesce($7, is_shared)
       WHERE ${changeable} RETURNING ${columns}`,
      [self.userId, viewId, self.corporationId, self.role === 'admin', name, search, isShared],
    );
    if (!view) throw VigiaError.of('not_found');
    return view;
  }

  async remove(self: Colleague, viewId: string): Promise<void> {
    const removed = await this.database.rows(sql`DELETE FROM identity.saved_view WHERE ${changeable} RETURNING id`, [
      self.userId,
      viewId,
      self.corporationId,
      self.role === 'admin',
    ]);
    if (removed.length === 0) throw VigiaError.of('not_found');
  }
}

function assertMayShare({ role }: Colleague): void {
  if (role !== 'admin') throw VigiaError.of('role_missing', { roles: ['admin'] });
}
