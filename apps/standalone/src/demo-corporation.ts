import { requestCredential, type Messages } from '@vigia/messaging';
import { demoContracts, type DemoName } from './demo-contracts.js';

export interface DemoCredential {
  accessKey: string;
  accessSecret: string;
}

const timeoutMs = 10_000;

/** What is there already is found again, so that a start that was cut off is taken up by the next. */
export async function ensureCorporation(
  messages: Messages,
  name: DemoName,
  kept: DemoCredential | undefined,
): Promise<DemoCredential & { corporationId: string }> {
  const { title, contract } = demoContracts(new Date())[name];
  const corporationId = await find(messages, title, kept?.accessKey);
  const { contracts } = await messages.request('contracts.list', { corporationId }, { timeoutMs });
  if (contracts.length === 0) await messages.request('contracts.create', { corporationId, ...contract }, { timeoutMs });
  const isKnown = kept !== undefined && (await accessKeysOf(messages, corporationId)).includes(kept.accessKey);
  const { accessKey, accessSecret } = isKnown ? kept : await requestCredential(messages, corporationId, { timeoutMs });
  return { corporationId, accessKey, accessSecret };
}

async function find(messages: Messages, title: string, accessKey = ''): Promise<string> {
  const { corporations } = await messages.request('corporations.list', {}, { timeoutMs });
  const ids = corporations.filter((corporation) => corporation.name === title).map(({ corporationId }) => corporationId);
  for (const id of ids) if ((await accessKeysOf(messages, id)).includes(accessKey)) return id;
  return ids[0] ?? (await messages.request('corporations.create', { name: title }, { timeoutMs })).corporationId;
}

async function accessKeysOf(messages: Messages, corporationId: string): Promise<string[]> {
  const { credentials } = await messages.request('credentials.list', { corporationId }, { timeoutMs });
  return credentials.map(({ accessKey }) => accessKey);
}
