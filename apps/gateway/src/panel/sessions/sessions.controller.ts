import { Controller, Delete, Get, Headers, Ip, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { closed, emailAddress, VigiaError } from '@vigia/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { RequestLimits } from '../../limits/request-limits.js';
import { Acting } from '../audit/acting.js';
import { AuditLog, type Actor } from '../audit/audit-log.js';
import { ApiCall } from '../../openapi/api-call.js';
import { CheckedBody } from '../calls/check-shape.js';
import { Id } from '../calls/own-id.js';
import { longestPassword } from '../domain/password-rules.js';
import { SignIn } from '../sign-in/sign-in.js';
import { OwnSiteGuard } from './own-site.guard.js';
import {
  sessionAnswer,
  sessionExample,
  sessionsAnswer,
  sessionsExample,
  toOwnSession,
  toSessionAnswer,
  type SessionAnswer,
  type SessionsAnswer,
} from './session-answers.js';
import { SessionBook, type SignedIn } from './session-book.js';
import { handOver, sessionTokenOf, takeBack } from './session-cookie.js';
import { Self, SessionGuard } from './session.guard.js';

const signInBody = closed({ email: emailAddress, password: Type.String({ minLength: 1, maxLength: longestPassword }) });
const signInExample = { email: 'ana@demo.example', password: 'una frase que nadie adivina' };
const longestUserAgent = 200;

@ApiTags('panel: sessions')
@UseGuards(OwnSiteGuard)
@Controller('panel/v1')
export class SessionsController {
  constructor(
    private readonly signIn: SignIn,
    private readonly sessions: SessionBook,
    private readonly limits: RequestLimits,
    private readonly audit: AuditLog,
  ) {}

  @Post('session')
  @ApiCall({
    summary: 'Sign in; the answer sets the session as a cookie',
    isOpen: true,
    body: { schema: signInBody, example: signInExample },
    answer: { schema: sessionAnswer, example: sessionExample, description: 'who is signed in' },
    errors: ['sign_in_failed', 'credentials_disabled'],
  })
  async open(
    @CheckedBody(signInBody) { email, password }: Static<typeof signInBody>,
    @Ip() address: string,
    @Headers('user-agent') userAgent: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionAnswer> {
    await this.limits.takeForAddress(address, reply);
    const caller = { address, userAgent: (userAgent ?? '').slice(0, longestUserAgent) };
    const token = await this.signIn.signIn(email.toLowerCase(), password, caller);
    // Whoever was signed in here before is not any more.
    const before = sessionTokenOf(request);
    if (before !== undefined) await this.sessions.end(before);
    const self = await this.sessions.find(token);
    if (!self) throw VigiaError.of('session_missing');
    handOver(token, request, reply);
    return toSessionAnswer(self);
  }

  @Get('session')
  @UseGuards(SessionGuard)
  @ApiCall({
    summary: 'See who is signed in',
    answer: { schema: sessionAnswer, example: sessionExample, description: 'who is signed in' },
  })
  own(@Self() self: SignedIn): SessionAnswer {
    return toSessionAnswer(self);
  }

  @Delete('session')
  @UseGuards(SessionGuard)
  @ApiCall({ summary: 'Sign out: end this session' })
  async close(
    @Acting() actor: Actor,
    @Self() { userId, sessionId }: SignedIn,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.audit.record({ actor, action: 'session.end', subject: sessionId }, () => this.sessions.endOne(userId, sessionId));
    takeBack(request, reply);
  }

  @Get('sessions')
  @UseGuards(SessionGuard)
  @ApiCall({
    summary: 'List your own sessions',
    answer: { schema: sessionsAnswer, example: sessionsExample, description: 'newest first' },
  })
  async list(@Self() { userId, sessionId }: SignedIn): Promise<SessionsAnswer> {
    return { sessions: (await this.sessions.list(userId)).map((session) => toOwnSession(session, sessionId)) };
  }

  @Delete('sessions/:sessionId')
  @UseGuards(SessionGuard)
  @ApiCall({ summary: 'End one of your own sessions', errors: ['not_found'] })
  async end(@Id('sessionId') sessionId: string, @Acting() actor: Actor, @Self() { userId }: SignedIn): Promise<void> {
    await this.audit.record({ actor, action: 'session.end', subject: sessionId }, async () => {
      if (!(await this.sessions.endOne(userId, sessionId))) throw VigiaError.of('not_found');
    });
  }
}
