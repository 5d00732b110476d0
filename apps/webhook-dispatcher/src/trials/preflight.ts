import { Injectable } from '@nestjs/common';
import { VigiaError, type ReplyOf } from '@vigia/contracts';
import { sampleMessage } from './sample-message.js';
import { openReceiver } from '../configurations/open-receiver.js';
import { Vault } from '../secrets/vault.js';
import type { AttemptReport } from '../sending/attempt-report.js';
import { ReceiverClient } from '../sending/receiver-client.js';
import type { ConfigurationRow } from '../configurations/configuration-row.js';

type Steps = ReplyOf<'webhooks.preflight'>['steps'];

const mostAtOnce = 4;
const tryAgainSeconds = 10;

/** One attempt with a sample, by the ways of every other attempt, and what it would mean for deliveries. */
@Injectable()
export class Preflight {
  private running = 0;

  constructor(
    private readonly vault: Vault,
    private readonly client: ReceiverClient,
  ) {}

  async run(row: ConfigurationRow, signal: AbortSignal): Promise<Steps> {
    // It waits for somebody else's server: more of them at once would keep messages from being handled.
    if (this.running >= mostAtOnce) throw VigiaError.of('too_many_requests', { seconds: tryAgainSeconds });
    this.running += 1;
    try {
      const report = await this.client.send(openReceiver(this.vault, row), sampleMessage(row.payloadVersion), signal);
      return stepsOf(report, row.oauth !== null);
    } finally {
      this.running -= 1;
    }
  }
}

function stepsOf({ outcome, tokenMs, firstByteMs, remoteAddress }: AttemptReport, hasOAuth: boolean): Steps {
  const failure = outcome.result === 'failed' ? outcome.failure : undefined;
  const detail = outcome.result === 'failed' ? outcome.detail : '';
  if (failure === 'oauth') return [{ step: 'token', ok: false, detail }];
  const token: Steps = hasOAuth ? [{ step: 'token', ok: true, detail: `a token within ${tokenMs} ms` }] : [];
  if (remoteAddress === undefined) return [...token, { step: 'address', ok: false, detail }];
  const answer = failure ? { ok: false, detail } : { ok: true, detail: `accepted within ${firstByteMs} ms` };
  return [...token, { step: 'address', ok: true, detail: `reached at ${remoteAddress}` }, { step: 'answer', ...answer }];
}
