import { Injectable } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Peers } from '@vigia/messaging';
import { PeerTurns } from '../limits/peer-turns.js';

type AddedUp = 'quota.forecast' | 'quota.alerts' | 'charges.total';

/** Reports for which billing adds up all monitorings or all charges of a corporation. */
@Injectable()
export class AddedUpReports {
  private readonly reports = new PeerTurns();

  constructor(private readonly peers: Peers) {}

  ask<N extends AddedUp>(name: N, asked: PayloadOf<N>): Promise<ReplyOf<N>> {
    return this.reports.take(asked.corporationId, () => this.peers.ask(name, asked));
  }
}
