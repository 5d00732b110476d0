import { Controller, Inject } from '@nestjs/common';
import { sourceJob, sourceNames, sourceQueue, type PayloadOf, type ReplyOf, type SourceName, type SourceStatus } from '@vigia/contracts';
import { Broker, Handles } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { TaskDispatcher } from '../tasks/task-dispatcher.js';
import { SourcePauses } from './source-pauses.js';

/** What an operator may ask of the sources. */
@Controller()
export class SourcesController {
  constructor(
    private readonly pauses: SourcePauses,
    private readonly dispatcher: TaskDispatcher,
    private readonly broker: Broker,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Handles('sources.list')
  async list(): Promise<ReplyOf<'sources.list'>> {
    return { sources: await this.statusOf(sourceNames) };
  }

  @Handles('sources.pause')
  async pause({ source, reason }: PayloadOf<'sources.pause'>): Promise<ReplyOf<'sources.pause'>> {
    await this.pauses.begin(source, reason);
    this.logger.warn({ source, reason }, 'source paused');
    return this.only(source);
  }

  @Handles('sources.resume')
  async resume({ source }: PayloadOf<'sources.resume'>): Promise<ReplyOf<'sources.resume'>> {
    await this.pauses.end(source);
    this.logger.warn({ source }, 'source resumed');
    this.dispatcher.kick();
    return this.only(source);
  }

  private async only(source: SourceName): Promise<SourceStatus> {
    const [status] = await this.statusOf([source]);
    return status!;
  }

  private async statusOf(sources: SourceName[]): Promise<SourceStatus[]> {
    const paused = await this.pauses.all();
    return Promise.all(
      sources.map(async (source) => {
        const pause = paused.get(source);
        const counts = await this.broker.jobs(sourceQueue(source), sourceJob).counts();
        return { source, pause: pause ? { reason: pause.reason, since: pause.since.toISOString() } : null, ...counts };
      }),
    );
  }
}
