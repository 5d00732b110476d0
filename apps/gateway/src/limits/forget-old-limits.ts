import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { DataSource } from 'typeorm';

const everyMs = 600_000;

/** A bucket that was not touched for an hour is full again, and failures are forgotten long before. */
@Injectable()
export class ForgetOldLimits implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.forget(), everyMs).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async forget(): Promise<void> {
    try {
      await this.database.query(`DELETE FROM identity.rate_bucket WHERE refilled_at < now() - interval '1 hour'`);
      await this.database.query(`DELETE FROM identity.failed_attempts WHERE last_failed_at < now() - interval '1 hour'`);
    } catch (error) {
      this.logger.warn({ err: error }, 'old limits not forgotten, next time');
    }
  }
}
