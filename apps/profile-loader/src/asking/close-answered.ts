import { Injectable } from '@nestjs/common';
import { Database, StatementError } from '@vigia/database';
import { BatchesByKey } from '@vigia/dispatch';
import { CloseTasks } from '../closing/close-tasks.js';
import type { Answered } from '../sources/keep-answers.js';
import { failed } from '../sources/connector/read-exchange.js';

/** Class of the SQLSTATEs that a value itself is to blame for. */
const dataException = '22';

/** Answers of one load would wait for each other at its row: those that come while others are written are written together. */
@Injectable()
export class CloseAnswered {
  private readonly loads = new BatchesByKey((loadId: string, answered: Answered[]) => this.write(loadId, answered));

  constructor(
    private readonly database: Database,
    private readonly tasks: CloseTasks,
  ) {}

  close(loadId: string, answered: Answered): Promise<void> {
    return this.loads.add(loadId, answered);
  }

  private async write(loadId: string, batch: Answered[]): Promise<void[]> {
    try {
      await this.writeAs(loadId, batch);
    } catch (error) {
      if (batch.length > 1 || !isUnstorable(error)) throw error;
      await this.writeAs(
        loadId,
        batch.map(({ source }) => ({ source, answer: failed('malformed') })),
      );
    }
    return batch.map(() => undefined);
  }

  private writeAs(loadId: string, answered: Answered[]): Promise<void> {
    return this.database.transaction((tx) => this.tasks.close(tx, loadId, answered));
  }
}

/** JSON can hold what PostgreSQL cannot, such as the character NUL. Asking again would only bring it again. */
function isUnstorable(error: unknown): boolean {
  return error instanceof StatementError && error.sqlState?.startsWith(dataException) === true;
}
