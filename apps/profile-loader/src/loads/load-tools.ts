import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '@vigia/dispatch';
import { SETTINGS } from '@vigia/service-kit';
import type { ProfileLoaderSettings } from '../settings.js';
import { TaskDispatcher } from '../tasks/task-dispatcher.js';
import type { CloseTaskTools } from './close-task.js';

@Injectable()
export class LoadTools implements CloseTaskTools {
  readonly taskDeadlineMs: number;
  readonly tasksAreDue: () => void;

  constructor(
    readonly outbox: Outbox,
    dispatcher: TaskDispatcher,
    @Inject(SETTINGS) settings: ProfileLoaderSettings,
  ) {
    this.taskDeadlineMs = settings.taskDeadlineMs;
    this.tasksAreDue = () => dispatcher.kick();
  }
}
