import { Inject, Injectable } from '@nestjs/common';
import { sourceNames } from '@vigia/contracts';
import { Outbox } from '@vigia/dispatch';
import { SETTINGS } from '@vigia/service-kit';
import type { ProfileLoaderSettings } from '../settings.js';
import { Sources } from '../sources/sources.js';
import { TaskDispatcher } from '../tasks/task-dispatcher.js';
import type { CloseTasksTools } from './close-tasks.js';
import type { RefreshIntervals } from './refresh-schedule.js';

@Injectable()
export class LoadTools implements CloseTasksTools {
  readonly taskDeadlineMs: number;
  readonly refreshEveryMs: RefreshIntervals;
  readonly tasksAreDue: () => void;

  constructor(
    readonly outbox: Outbox,
    dispatcher: TaskDispatcher,
    { providers }: Sources,
    @Inject(SETTINGS) { taskDeadlineMs }: ProfileLoaderSettings,
  ) {
    this.taskDeadlineMs = taskDeadlineMs;
    const everyMs = sourceNames.map((source) => [source, providers[source].refreshHours * 3_600_000]);
    this.refreshEveryMs = Object.fromEntries(everyMs) as RefreshIntervals;
    this.tasksAreDue = () => dispatcher.kick();
  }
}
