import { Inject, Injectable } from '@nestjs/common';
import { sourceNames } from '@vigia/contracts';
import { Outbox } from '@vigia/dispatch';
import { SETTINGS } from '@vigia/service-kit';
import type { ProfileLoaderSettings } from '../settings.js';
import { TaskDispatcher } from '../tasks/task-dispatcher.js';
import type { CloseTaskTools } from './close-task.js';
import type { RefreshIntervals } from './refresh-schedule.js';

@Injectable()
export class LoadTools implements CloseTaskTools {
  readonly taskDeadlineMs: number;
  readonly refreshEveryMs: RefreshIntervals;
  readonly tasksAreDue: () => void;

  constructor(
    readonly outbox: Outbox,
    dispatcher: TaskDispatcher,
    @Inject(SETTINGS) { taskDeadlineMs, refreshHours }: ProfileLoaderSettings,
  ) {
    this.taskDeadlineMs = taskDeadlineMs;
    this.refreshEveryMs = Object.fromEntries(sourceNames.map((source) => [source, refreshHours * 3_600_000])) as RefreshIntervals;
    this.tasksAreDue = () => dispatcher.kick();
  }
}
