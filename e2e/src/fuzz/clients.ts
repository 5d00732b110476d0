import { connectBroker, requestCredential } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { ApiClient, PatientMessages, waitUntil, type System, type TestCorporation } from '@vigia/testing';
import type { Credential } from './credentials.js';

const patience = { timeoutMs: 15_000 };
const part = (text: string) => Buffer.from(text).toString('base64url');
const basic = (key: string, secret: string) => ({ authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` });

/** Programs with a valid access key or token, and programs whose key or token was revoked or never existed. */
export async function makeClients(system: System, url: string, own: TestCorporation, other: TestCorporation): Promise<Credential[]> {
  const broker = await connectBroker({
    url: system.brokerUrl,
    service: 'fuzz-operator',
    logger: createLogger('fuzz', { level: 'silent' }),
  });
  try {
    const messages = new PatientMessages(broker);
    const revoked = { ...own, ...(await requestCredential(messages, own.corporationId, patience)) };
    const suspended = await system.createCorporation('monthly');
    const tokens = { revoked: await tokenOf(url, revoked), suspended: await tokenOf(url, suspended) };
    await messages.request('credentials.revoke', { accessKey: revoked.accessKey }, patience);
    await messages.request('corporations.suspend', { corporationId: suspended.corporationId }, patience);
    for (const headers of Object.values(tokens))
      await waitUntil(async () => (await fetch(`${url}/v2/cuota/alertas`, { headers })).status === 401);
    const good = (name: string, { corporationId }: TestCorporation, headers: Record<string, string>) =>
      ({ name, role: 'client', owner: corporationId, headers }) as const;
    const bad = (name: string, headers: Record<string, string>) => ({ name, role: 'nobody', owner: own.corporationId, headers }) as const;
    const unsigned = `${part('{"alg":"none","typ":"at+jwt"}')}.${part(`{"sub":"${own.accessKey}","corp":"${own.corporationId}"}`)}.`;
    return [
      good('token', own, await tokenOf(url, own)),
      good('token of the other', other, await tokenOf(url, other)),
      good('access key', own, basic(own.accessKey, own.accessSecret)),
      bad('revoked token', tokens.revoked),
      bad('suspended token', tokens.suspended),
      bad('revoked access key', basic(revoked.accessKey, revoked.accessSecret)),
      bad('suspended access key', basic(suspended.accessKey, suspended.accessSecret)),
      bad('unknown access key', basic('nobody', 'x')),
      bad('not base64', { authorization: 'Basic ñ%%%' }),
      bad('broken token', { authorization: 'Bearer a.b.c' }),
      bad('unsigned token', { authorization: `Bearer ${unsigned}` }),
      bad('broken session', { cookie: `vigia=${'A'.repeat(43)}`, origin: url }),
      bad('nobody', { origin: url }),
    ];
  } finally {
    await broker.close();
  }
}

function tokenOf(url: string, corporation: TestCorporation): Promise<{ authorization: string }> {
  return new ApiClient(url, corporation).authorization();
}
