import { Injectable } from '@nestjs/common';
import type { panel, PanelAnswer, UserRole } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import type { PageAsked } from '../../http/page-query.js';
import { toUser, userColumns, type UserRow } from '../users/user-store.js';
import { plain } from './operated-corporations.js';

type Shown = PanelAnswer<typeof panel.operatorUsers.list>['users'][number];

interface UserLine extends UserRow {
  position: string;
  corporationName: string | null;
}

interface Wanted {
  q?: string;
  role?: UserRole;
  active?: boolean;
}

/** Users of every corporation, and operators. They are few and never deleted, so a row keeps its number. */
@Injectable()
export class OperatedUsers {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async page({ q, role, active }: Wanted, { before, after, limit }: PageAsked): Promise<(Shown & { position: string })[]> {
    const found = await this.database.rows<UserLine>(
      sql`SELECT * FROM (
         SELECT ${userColumns}, position, corporation.name AS corporation_name
         FROM (SELECT *, row_number() OVER (ORDER BY created_at, id) AS position FROM identity.panel_user) AS panel_user
           LEFT JOIN identity.corporation ON corporation.id = corporation_id
         WHERE ($1::text IS NULL OR strpos(${plain('panel_user.name')}, ${plain('$1')}) > 0 OR strpos(email, lower($1)) > 0)
           AND ($2::text IS NULL OR role = $2) AND ($3::boolean IS NULL OR (panel_user.status = 'active') = $3)
           AND ($4::bigint IS NULL OR position < $4) AND ($5::bigint IS NULL OR position > $5)
         ORDER BY position ${after === undefined ? 'DESC' : 'ASC'} LIMIT $6) AS page
       ORDER BY page.position DESC`,
      [q?.trim(), role, active, before, after, limit],
    );
    return found.map(({ position, corporationName, ...user }) => ({ ...toUser(user), corporationName, position }));
  }
}
