import { randomBytes } from 'node:crypto';
import type { UserRole } from '@vigia/contracts';
import { requestInvitation, type Messages } from '@vigia/messaging';

export interface DemoUser {
  email: string;
  /** Null for a user who was deactivated. */
  password: string | null;
}

interface Wanted {
  corporationId: string | null;
  role: UserRole;
  email: string;
}

const timeoutMs = 10_000;
const names: Record<UserRole, string> = {
  admin: 'Administradora de demostración',
  analyst: 'Analista de demostración',
  member: 'Miembro de demostración',
  operator: 'Operadora',
};

export class DemoUsers {
  constructor(
    private readonly messages: Messages,
    private readonly baseUrl: string,
    /** By email. Another database has other users with the same emails. An earlier version did not keep them. */
    readonly ids: Record<string, string> = {},
  ) {}

  /** Returns the user with the password that was kept, or with a new one. A deactivated user stays without one until reactivated. */
  async ensure({ corporationId, role, email }: Wanted, kept: DemoUser | undefined): Promise<DemoUser> {
    const { users } = await this.messages.request('users.list', { corporationId }, { timeoutMs });
    const known = users.find((user) => user.email === email);
    const isAnother = this.ids[email] !== undefined && this.ids[email] !== known?.userId;
    if (known) this.ids[email] = known.userId;
    if (known && !known.active) return { email, password: null };
    if (known && !isAnother && kept?.email === email && kept.password !== null) return kept;
    const { user, token } = known
      ? await requestInvitation(this.messages, 'users.reset', { userId: known.userId }, { timeoutMs })
      : await requestInvitation(this.messages, 'users.create', { corporationId, email, name: names[role], role }, { timeoutMs });
    const password = randomBytes(12).toString('base64url');
    await this.setPassword(token, password);
    this.ids[email] = user.userId;
    return { email, password };
  }

  /** As the invited person would do it. */
  private async setPassword(token: string, newPassword: string): Promise<void> {
    const response = await fetch(`${this.baseUrl}/panel/v1/password/by-link`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', origin: this.baseUrl },
      body: JSON.stringify({ token, newPassword }),
    });
    if (!response.ok) throw new Error(`the password of a demo user could not be set: ${await response.text()}`);
  }
}
