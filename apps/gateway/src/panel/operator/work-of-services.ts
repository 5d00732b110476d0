import { Inject, Injectable } from '@nestjs/common';
import { type panel, type PanelAnswer, screeningListNamed } from '@vigia/contracts';
import { Database, isDatabaseAway, sql } from '@vigia/database';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';

type Overdue = PanelAnswer<typeof panel.operatorWork.look>['overdue'][number];
type List = PanelAnswer<typeof panel.operatorWork.lists>['lists'][number];

type ReadKind = Pick<Overdue, 'kind'> & { rows: number; oldestAt: Date | null };

/** What other services publish of their rows for operators. */
@Injectable()
export class WorkOfServices {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async overdue(): Promise<Overdue[]> {
    const read = [
      this.counted(this.database.rows<ReadKind>(sql`SELECT kind, rows, oldest_at FROM profiles.overdue`), [
        'task',
        'task_deadline',
        'refresh',
        'loader_event',
      ]),
      this.counted(this.database.rows<ReadKind>(sql`SELECT kind, rows, oldest_at FROM profiles.overdue_portfolio`), ['portfolio_check']),
      this.counted(this.database.rows<ReadKind>(sql`SELECT kind, rows, oldest_at FROM billing.overdue`), [
        'hold',
        'access_end',
        'ledger_check',
        'billing_event',
      ]),
      this.counted(this.database.rows<ReadKind>(sql`SELECT kind, rows, oldest_at FROM webhooks.overdue`), [
        'event_start',
        'event_deadline',
        'delivery',
      ]),
    ];
    return (await Promise.all(read)).flat();
  }

  /** If the kinds of one service cannot be counted, operators need the others all the more. */
  private async counted(reading: Promise<ReadKind[]>, kinds: Overdue['kind'][]): Promise<Overdue[]> {
    try {
      return (await reading).map(({ kind, rows, oldestAt }) => ({ kind, rows, oldestAt: oldestAt?.toISOString() ?? null }));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      this.logger.warn({ err: error }, 'overdue work could not be counted');
      return kinds.map((kind) => ({ kind, rows: null, oldestAt: null }));
    }
  }

  async lists(): Promise<List[]> {
    const lists = await this.database.rows<Omit<List, 'importedAt'> & { importedAt: Date }>(
      sql`SELECT name, version, topic, imported_at, entities FROM profiles.screening_list ORDER BY name`,
    );
    return lists.map(({ importedAt, ...list }) => ({
      ...list,
      topic: screeningListNamed(list.name)?.topic ?? list.topic,
      importedAt: importedAt.toISOString(),
    }));
  }
}
