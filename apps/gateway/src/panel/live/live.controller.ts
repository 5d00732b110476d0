import { Controller, Headers, type MessageEvent, Res } from '@nestjs/common';
import { panel } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import { Asked, Operation } from '../calls/operation.js';
import { LiveStreams } from './live-streams.js';

@Controller()
export class LiveController {
  constructor(private readonly liveStreams: LiveStreams) {}

  /** Returns an Observable instead of a promise of one: with a promise, Nest would send the headers when it resolves. */
  @Operation(panel.live.open)
  open(
    @Asked() { self }: Asked<typeof panel.live.open>,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res({ passthrough: true }) { raw }: FastifyReply,
  ): Observable<MessageEvent> {
    return this.liveStreams.open(self, lastEventId, raw);
  }
}
