import type { BasicCredentials, PayloadOf, User } from '@vigia/contracts';
import type { Messages } from '../transport/messages.js';
import { secretEnvelope } from './sealed-secret.js';

/** The secret crosses the broker sealed; only this call can open it. */
export async function requestCredential(
  messages: Messages,
  corporationId: string,
  { timeoutMs }: { timeoutMs: number },
): Promise<BasicCredentials> {
  const envelope = await secretEnvelope();
  const { accessKey, sealedSecret } = await messages.request(
    'credentials.create',
    { corporationId, sealTo: envelope.sealTo },
    { timeoutMs },
  );
  return { accessKey, accessSecret: await envelope.open(sealedSecret) };
}

type Name = 'users.create' | 'users.reset';

export interface Invitation {
  user: User;
  /** The user sets a password with it. It is shown only this once. */
  token: string;
  expiresAt: string;
}

/** The token crosses the broker sealed; only this call can open it. */
export async function requestInvitation<N extends Name>(
  messages: Messages,
  name: N,
  asked: Omit<PayloadOf<N>, 'sealTo'>,
  { timeoutMs }: { timeoutMs: number },
): Promise<Invitation> {
  const envelope = await secretEnvelope();
  const payload = { ...asked, sealTo: envelope.sealTo } as PayloadOf<N>;
  const { user, sealedToken, expiresAt } = await messages.request(name, payload, { timeoutMs });
  return { user, token: await envelope.open(sealedToken), expiresAt };
}
