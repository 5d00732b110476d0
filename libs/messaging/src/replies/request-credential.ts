import type { Messages } from '../transport/messages.js';
import { secretEnvelope } from './sealed-secret.js';

/** The secret crosses the broker sealed; only this call can open it. */
export async function requestCredential(
  messages: Messages,
  corporationId: string,
  { timeoutMs }: { timeoutMs: number },
): Promise<{ accessKey: string; accessSecret: string }> {
  const envelope = await secretEnvelope();
  const { accessKey, sealedSecret } = await messages.request(
    'credentials.create',
    { corporationId, sealTo: envelope.sealTo },
    { timeoutMs },
  );
  return { accessKey, accessSecret: await envelope.open(sealedSecret) };
}
