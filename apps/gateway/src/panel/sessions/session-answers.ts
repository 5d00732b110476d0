import { closed, messages, nullable } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import type { OwnSession, SignedIn } from './session-book.js';

const { userId, email, name, role } = messages['users.deactivate'].reply.properties;
const instant = Type.String({ format: 'date-time' });

export const sessionAnswer = closed({
  user: closed({ userId, email, name, role }),
  corporation: nullable(closed({ corporationId: Type.String(), name: Type.String() })),
  session: closed({ sessionId: Type.String(), createdAt: instant, expiresAt: instant }),
});
export type SessionAnswer = Static<typeof sessionAnswer>;

export const sessionExample: SessionAnswer = {
  user: { userId: 'b54c1d0e-6f0a-4a57-9d3e-0c9f6f1f2a11', email: 'ana@demo.example', name: 'Ana Prueba', role: 'admin' },
  corporation: { corporationId: '893d0f72-af5b-4131-94d2-78cbd1cb66bb', name: 'Comercial de Prueba S.A.C.' },
  session: {
    sessionId: '2f0c7e63-58a8-4c58-a1c8-5d6f8e3b7c90',
    createdAt: '2026-11-21T14:00:00.000Z',
    expiresAt: '2026-11-22T02:00:00.000Z',
  },
};

export function toSessionAnswer(self: SignedIn): SessionAnswer {
  const { corporationId, corporationName } = self;
  return {
    user: { userId: self.userId, email: self.email, name: self.name, role: self.role },
    corporation: corporationId === null ? null : { corporationId, name: corporationName ?? '' },
    session: { sessionId: self.sessionId, createdAt: self.createdAt.toISOString(), expiresAt: self.expiresAt.toISOString() },
  };
}

const ownSession = closed({
  sessionId: Type.String(),
  isThisOne: Type.Boolean(),
  address: Type.String(),
  userAgent: Type.String(),
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
});
export const sessionsAnswer = closed({ sessions: Type.Array(ownSession) });
export type SessionsAnswer = Static<typeof sessionsAnswer>;

export const sessionsExample: SessionsAnswer = {
  sessions: [
    { ...sessionExample.session, isThisOne: true, address: '192.0.2.7', userAgent: 'Firefox', lastSeenAt: '2026-11-21T15:10:00.000Z' },
  ],
};

export function toOwnSession({ createdAt, lastSeenAt, expiresAt, ...session }: OwnSession, thisOne: string): Static<typeof ownSession> {
  return {
    ...session,
    isThisOne: session.sessionId === thisOne,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
