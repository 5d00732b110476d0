import { Inject, Injectable } from '@nestjs/common';
import type { ReplyOf, StartLoads } from '@vigia/contracts';
import { BrokerUnavailableError, Messages, ReplyUnknownError } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import type { ProfileLoaderSettings } from '../settings.js';

@Injectable()
export class QuotaGate {
  constructor(
    private readonly messages: Messages,
    @Inject(SETTINGS) private readonly settings: ProfileLoaderSettings,
  ) {}

  /** `unknown` is not `no`: billing may have reserved and only its answer got lost. */
  async reserve(
    { requestId, corporationId, docType, months }: StartLoads,
    taxIds: string[],
  ): Promise<ReplyOf<'quota.reserve'> | 'unknown'> {
    try {
      return await this.messages.request(
        'quota.reserve',
        { requestId, corporationId, docType, taxIds, ...(months !== undefined && { months }) },
        { timeoutMs: this.settings.reserveTimeoutMs },
      );
    } catch (error) {
      if (error instanceof ReplyUnknownError || error instanceof BrokerUnavailableError) return 'unknown';
      throw error;
    }
  }
}
