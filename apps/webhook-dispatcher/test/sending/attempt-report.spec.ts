import { describe, expect, it } from '@jest/globals';
import { readSettings } from '@vigia/service-kit';
import { AttemptCutOff, maskedHeaders, ReceiverClient, reportedAnswer } from '../../src/sending/receiver-client.js';
import { webhookDispatcherSettings } from '../../src/settings.js';
import { newMasterKey } from '../running/running-dispatcher.js';

describe('the report of an attempt', () => {
  const answer = {
    status: 200,
    headers: {},
    body: Buffer.from('internal'),
    truncated: false,
    timings: { connectMs: 1, firstByteMs: 2, totalMs: 3 },
    remoteAddress: '127.0.0.1',
  };

  it('contains the beginning of the answer, unless answers are not stored', () => {
    expect(reportedAnswer(answer, true)).toMatchObject({ status: 200, responseBody: answer.body, responseTruncated: false });
    expect(reportedAnswer({ ...answer, body: Buffer.alloc(5_000) }, true)).toMatchObject({ responseTruncated: true });
    const kept = reportedAnswer(answer, false);
    expect(kept).toMatchObject({ status: 200, totalMs: 3 });
    expect(kept).not.toHaveProperty('responseBody');
  });

  it('is not made when the client is closed, because that says nothing about the receiver', async () => {
    const unused = 'postgres://unused/unused';
    const environment = { DATABASE_URL: unused, VIGIA_BROKER_URL: unused, VIGIA_WEBHOOK_KEYS: newMasterKey() };
    const client = new ReceiverClient(readSettings(webhookDispatcherSettings, environment));
    await client.close();
    const receiver = {
      url: 'https://receiver.example/hook',
      secretKeys: ['key'],
      headers: {},
      standardHeaders: false,
      oauth: null,
    } as const;
    const message = { id: 'id', triggerId: 'id', body: Buffer.from('{}') };
    await expect(client.send(receiver, message, new AbortController().signal)).rejects.toBeInstanceOf(AttemptCutOff);
  });

  it('names every header, and masks the values of custom headers and credentials', () => {
    const headers = { 'X-Api-Key': 'a', Authorization: 'b', 'X-Service-Signature': 'sha256=c', 'Content-Type': 'd' };
    expect(maskedHeaders(headers).map(({ value }) => value)).toEqual(['••••', '••••', 'sha256=c', 'd']);
  });
});
