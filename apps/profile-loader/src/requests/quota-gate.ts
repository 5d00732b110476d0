import { Inject, Injectable } from '@nestjs/common';
import { VigiaError, type ReplyOf, type ReprocessVerdict, type StartLoads, type StartReprocess } from '@vigia/contracts';
import { BrokerUnavailableError, Messages, ReplyUnknownError } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import type { ProfileLoaderSettings } from '../settings.js';

@Injectable()
export class QuotaGate {
  constructor(
    private readonly messages: Messages,
    @Inject(SETTINGS) private readonly settings: ProfileLoaderSettings,
  ) {}

  reserve(
    { requestId, corporationId, docType, months, origin }: StartLoads,
    taxIds: string[],
  ): Promise<ReplyOf<'quota.reserve'> | 'unknown'> {
    const reservation = { requestId, corporationId, docType, taxIds, ...(months !== undefined && { months }), ...(origin && { origin }) };
    return orUnknown(this.messages.request('quota.reserve', reservation, { timeoutMs: this.settings.reserveTimeoutMs }));
  }

  async reserveReprocess(
    { requestId, corporationId, months, origin }: StartReprocess,
    taxIds: string[],
  ): Promise<ReprocessVerdict[] | 'unknown'> {
    const reservation = { requestId, corporationId, taxIds, ...(months !== undefined && { months }), ...(origin && { origin }) };
    const reply = await orUnknown(this.messages.request('reprocess.reserve', reservation, { timeoutMs: this.settings.reserveTimeoutMs }));
    return reply === 'unknown' ? reply : reply.documents;
  }
}

/** `unknown` is not `no`: billing may have reserved and only its answer got lost. */
async function orUnknown<Reply>(answer: Promise<Reply>): Promise<Reply | 'unknown'> {
  try {
    return await answer;
  } catch (error) {
    const isUnavailable = error instanceof VigiaError && error.code === 'unavailable';
    if (isUnavailable || error instanceof ReplyUnknownError || error instanceof BrokerUnavailableError) return 'unknown';
    throw error;
  }
}
