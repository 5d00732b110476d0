import { Inject, Injectable } from '@nestjs/common';
import type { ReplyOf, ReprocessVerdict, StartLoads, StartReprocess } from '@vigia/contracts';
import { Peers } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import type { ProfileLoaderSettings } from '../settings.js';

@Injectable()
export class QuotaGate {
  constructor(
    private readonly peers: Peers,
    @Inject(SETTINGS) private readonly settings: ProfileLoaderSettings,
  ) {}

  reserve(
    { requestId, corporationId, docType, months, origin }: StartLoads,
    taxIds: string[],
  ): Promise<ReplyOf<'quota.reserve'> | 'unknown'> {
    const reservation = { requestId, corporationId, docType, taxIds, ...(months !== undefined && { months }), ...(origin && { origin }) };
    return this.peers.askOrUnknown('quota.reserve', reservation, { timeoutMs: this.settings.reserveTimeoutMs });
  }

  async reserveReprocess(
    { requestId, corporationId, months, origin }: StartReprocess,
    taxIds: string[],
  ): Promise<ReprocessVerdict[] | 'unknown'> {
    const reservation = { requestId, corporationId, taxIds, ...(months !== undefined && { months }), ...(origin && { origin }) };
    const reply = await this.peers.askOrUnknown('reprocess.reserve', reservation, { timeoutMs: this.settings.reserveTimeoutMs });
    return reply === 'unknown' ? reply : reply.documents;
  }
}
