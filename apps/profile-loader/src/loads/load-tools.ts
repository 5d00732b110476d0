import { Inject, Injectable } from '@nestjs/common';
import { sourceNames } from '@vigia/contracts';
import { Outbox } from '@vigia/dispatch';
import { SETTINGS } from '@vigia/service-kit';
import type { ProfileLoaderSettings } from '../settings.js';
import { Sources } from '../sources/sources.js';
import { TaskDispatcher, type DueTask } from '../tasks/task-dispatcher.js';
import type { CloseTasksTools } from './close-tasks.js';
import type { OpenLoadTools } from './open-load.js';
import type { RefreshIntervals } from './refresh-schedule.js';

@Injectable()
export class LoadTools implements CloseTasksTools, OpenLoadTools {
  readonly taskDeadlineMs: number;
  readonly refreshEveryMs: RefreshIntervals;
  readonly loadDeadlineMs: number;
  readonly push: (tasks: DueTask[]) => void;
  readonly moveUp: (tasks: DueTask[]) => void;

  constructor(
    readonly outbox: Outbox,
    dispatcher: TaskDispatcher,
    { providers }: Sources,
    @Inject(SETTINGS) { taskDeadlineMs, loadDeadlineMs }: ProfileLoaderSettings,
  ) {
    this.taskDeadlineMs = taskDeadlineMs;
    this.loadDeadlineMs = loadDeadlineMs;
    const everyMs = sourceNames.map((source) => [source, providers[source].refreshHours * 3_600_000]);
    this.refreshEveryMs = Object.fromEntries(everyMs) as RefreshIntervals;
    this.push = (tasks) => dispatcher.push(tasks);
    this.moveUp = (tasks) => dispatcher.moveUp(tasks);
  }
}
