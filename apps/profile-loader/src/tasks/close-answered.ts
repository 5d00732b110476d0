import { Injectable } from '@nestjs/common';
import { inTransaction } from '@vigia/database';
import { Batches } from '@vigia/dispatch';
import { DataSource, QueryFailedError } from 'typeorm';
import { closeTasks } from '../loads/close-tasks.js';
import type { Answered } from '../loads/keep-answers.js';
import { LoadTools } from '../loads/load-tools.js';
import { failed } from '../sources/connector/read-exchange.js';

/** Class of the SQLSTATEs that a value itself is to blame for. */
const dataException = '22';

/** Answers of one load would wait for each other at its row: those that come while others are written are written together. */
@Injectable()
export class CloseAnswered {
  private readonly loads = new Map<string, Batches<Answered, void>>();

  constructor(
    private readonly database: DataSource,
    private readonly tools: LoadTools,
  ) {}

  async close(loadId: string, answered: Answered): Promise<void> {
    const batches = this.loads.get(loadId) ?? new Batches((batch: Answered[]) => this.write(loadId, batch));
    this.loads.set(loadId, batches);
    try {
      await batches.add(answered);
    } finally {
      if (batches.isIdle) this.loads.delete(loadId);
    }
  }

  private async write(loadId: string, batch: Answered[]): Promise<void[]> {
    try {
      await inTransaction(this.database, (tx) => closeTasks(tx, this.tools, loadId, batch));
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      await this.writeOneByOne(loadId, batch);
    }
    return batch.map(() => undefined);
  }

  private async writeOneByOne(loadId: string, batch: Answered[]): Promise<void> {
    for (const { source, answer } of batch) {
      const writeAs = (end: Answered['answer']) =>
        inTransaction(this.database, (tx) => closeTasks(tx, this.tools, loadId, [{ source, answer: end }]));
      await writeAs(answer).catch((error: unknown) => {
        if (!isUnstorable(error)) throw error;
        return writeAs(failed('malformed'));
      });
    }
  }
}

/** JSON can hold what PostgreSQL cannot, such as the character NUL. Asking again would only bring it again. */
function isUnstorable(error: unknown): boolean {
  return error instanceof QueryFailedError && String((error.driverError as { code?: string }).code).startsWith(dataException);
}
