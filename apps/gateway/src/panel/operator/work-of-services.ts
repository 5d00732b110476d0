import { Injectable } from '@nestjs/common';
import type { panel, PanelAnswer } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';

type Overdue = PanelAnswer<typeof panel.operatorWork.look>['overdue'][number];
type List = PanelAnswer<typeof panel.operatorWork.lists>['lists'][number];

/** What other services publish of their rows for operators. */
@Injectable()
export class WorkOfServices {
  constructor(private readonly database: Database) {}

  async overdue(): Promise<Overdue[]> {
    const kinds = await this.database.rows<Omit<Overdue, 'oldestAt'> & { oldestAt: Date | null }>(
      sql`SELECT kind, rows, oldest_at FROM profiles.overdue UNION ALL SELECT kind, rows, oldest_at FROM profiles.overdue_portfolio
       UNION ALL SELECT kind, rows, oldest_at FROM billing.overdue UNION ALL SELECT kind, rows, oldest_at FROM webhooks.overdue`,
    );
    return kinds.map(({ oldestAt, ...kind }) => ({ ...kind, oldestAt: oldestAt?.toISOString() ?? null }));
  }

  async lists(): Promise<List[]> {
    const lists = await this.database.rows<Omit<List, 'importedAt'> & { importedAt: Date }>(
      sql`SELECT name, version, topic, imported_at, entities FROM profiles.screening_list ORDER BY name`,
    );
    return lists.map(({ importedAt, ...list }) => ({ ...list, importedAt: importedAt.toISOString() }));
  }
}
