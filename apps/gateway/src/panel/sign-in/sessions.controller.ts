import { Controller, Ip, Req, Res } from '@nestjs/common';
import { panel, type PanelAnswer, VigiaError } from '@vigia/contracts';
import { Database } from '@vigia/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditLog } from '../../audit/audit-log.js';
import { Asked, Operation } from '../calls/operation.js';
import { PasswordStore } from './password-store.js';
import { SignIn } from './sign-in.js';
import { whoIs, type WhoIsSignedIn } from './who-is.js';
import { type OwnSession, SessionStore, type SignedIn } from '../../sessions/session-store.js';
import { handOver, sessionTokenOf, takeBack } from '../../sessions/session-cookie.js';

const { sessions, passwords } = panel;
type Sessions = PanelAnswer<typeof sessions.list>;

const longestUserAgent = 200;

@Controller()
export class SessionsController {
  constructor(
    private readonly database: Database,
    private readonly signIn: SignIn,
    private readonly sessionStore: SessionStore,
    private readonly audit: AuditLog,
  ) {}

  @Operation(sessions.open)
  async open(
    @Asked() { body: { email, password } }: Asked<typeof sessions.open>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WhoIsSignedIn> {
    const { ip: address, headers } = request;
    const caller = { address, userAgent: (headers['user-agent'] ?? '').slice(0, longestUserAgent) };
    const token = await this.signIn.signIn(email.toLowerCase(), password, caller, ({ userId, corporationId }) => {
      request.named = { userId, corporationId };
    });
    const self = await this.sessionStore.find(token);
    if (!self) throw VigiaError.of('session_missing');
    const before = sessionTokenOf(request);
    if (before !== undefined) await this.endPrevious(before, self, address);
    handOver(token, request, reply);
    return whoIs(this.database, self);
  }

  @Operation(sessions.own)
  own(@Asked() { self }: Asked<typeof sessions.own>): Promise<WhoIsSignedIn> {
    return whoIs(this.database, self);
  }

  @Operation(sessions.close)
  async close(
    @Asked() { actor, self: { userId, sessionId } }: Asked<typeof sessions.close>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.audit.record({ actor, action: 'session.end', subject: sessionId }, () => this.sessionStore.endOne(userId, sessionId));
    takeBack(request, reply);
  }

  @Operation(sessions.list)
  async list(@Asked() { self: { userId, sessionId } }: Asked<typeof sessions.list>): Promise<Sessions> {
    return { sessions: (await this.sessionStore.list(userId)).map((session) => ownSession(session, sessionId)) };
  }

  @Operation(sessions.end)
  async end(@Asked() { params: { sessionId }, actor, self }: Asked<typeof sessions.end>): Promise<void> {
    await this.audit.record({ actor, action: 'session.end', subject: sessionId }, async () => {
      if (!(await this.sessionStore.endOne(self.userId, sessionId))) throw VigiaError.of('not_found');
    });
  }

  /** A browser has one session. If the previous one is another user's, who did not sign out, the record of that user says why it ended. */
  private async endPrevious(token: string, self: SignedIn, address: string): Promise<void> {
    const end = () => this.sessionStore.end(token);
    const previous = await this.sessionStore.find(token, { isAttended: false });
    if (!previous || previous.userId === self.userId) return end();
    const { sessionId, userId, corporationId, email } = previous;
    const actor = { userId, corporationId, actor: email, address };
    await this.audit.record({ actor, action: 'session.end', subject: sessionId, detail: { cause: 'other_sign_in' } }, end);
  }
}

@Controller()
export class PasswordsController {
  constructor(
    private readonly passwordStore: PasswordStore,
    private readonly audit: AuditLog,
  ) {}

  @Operation(passwords.change)
  async change(@Asked() { body, actor, self }: Asked<typeof passwords.change>, @Ip() address: string): Promise<void> {
    const { currentPassword, newPassword } = body;
    await this.audit.record({ actor, action: 'password.change' }, () =>
      this.passwordStore.change(self, currentPassword, newPassword, address),
    );
  }

  @Operation(passwords.setByLink)
  async setByLink(@Asked() { body: { token, newPassword } }: Asked<typeof passwords.setByLink>, @Ip() address: string): Promise<void> {
    await this.passwordStore.setByLink(token, newPassword, address);
  }
}

function ownSession({ createdAt, lastSeenAt, expiresAt, ...session }: OwnSession, thisOne: string): Sessions['sessions'][number] {
  return {
    ...session,
    isThisOne: session.sessionId === thisOne,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
