import { Inject, Injectable } from '@nestjs/common';
import { sourceJob, sourceQueue } from '@vigia/contracts';
import { Broker, type JobWorker } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import { workedSources, type ProfileLoaderSettings } from '../settings.js';
import { SourceProviders } from '../sources/providers/provider.js';
import { TaskRunner } from './task-runner.js';

/** Time to store the answer after the source was asked. */
const answerMarginMs = 5_000;

/** One worker per source that this process serves. */
@Injectable()
export class SourceWorkers {
  private workers: JobWorker[] = [];

  constructor(
    private readonly broker: Broker,
    private readonly taskRunner: TaskRunner,
    private readonly providers: SourceProviders,
    @Inject(SETTINGS) private readonly settings: ProfileLoaderSettings,
  ) {}

  start(): void {
    this.workers = workedSources(this.settings.sources).map((source) => {
      const { concurrency, rate, longestMs } = this.providers.of[source];
      return this.broker.work(sourceQueue(source), sourceJob, {
        concurrency,
        ...(rate && { rate }),
        timeoutMs: longestMs + answerMarginMs,
        handle: (job, { signal }) => this.taskRunner.run(job, signal),
      });
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
  }
}
