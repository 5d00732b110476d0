import { Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Callers } from '../authentication/caller.js';
import { RequestLimits } from '../limits/request-limits.js';
import { sessionTokenOf } from '../sessions/session-cookie.js';
import { hashOfToken, SessionStore } from '../sessions/session-store.js';
import { stranger, TokenOwners } from '../sessions/token-owners.js';
import { audienceOf, hasRoute } from '../routes/route.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Refuses a caller who has lost the right to an answer that takes long. */
    refuseWithoutRight(): Promise<void>;
  }
}

/**
 * Identifies the caller and counts the call before anything else of it is read, so that every answer can report what is left of the limit.
 */
@Injectable()
export class Admission {
  /** The admitted requests that had not arrived completely when their caller was identified. */
  private readonly unfinished = new WeakSet<FastifyRequest>();

  constructor(
    private readonly callers: Callers,
    private readonly sessionStore: SessionStore,
    private readonly tokenOwners: TokenOwners,
    private readonly limits: RequestLimits,
  ) {}

  watch(fastify: FastifyInstance): void {
    const refuseWithoutRight = (request: FastifyRequest) => this.refuseWithoutRight(request);
    fastify.decorateRequest('refuseWithoutRight', function () {
      return refuseWithoutRight(this);
    });
    fastify.addHook('onRequest', (request, reply) => this.admit(request, reply));
    // A caller who holds the body back may have lost the right meanwhile.
    fastify.addHook('preHandler', async (request) => {
      if (this.unfinished.has(request)) await this.identifyAgain(request);
    });
    fastify.addHook('onSend', (request, reply, _payload, done) => {
      if (reply.statusCode === 401) void reply.header('www-authenticate', challengeTo(request));
      done();
    });
  }

  private async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const audience = audienceOf(request);
    if (!audience) return;
    if (request.routeOptions.config.openTo === 'anybody') return this.limits.takeForAddress(request.ip, reply);
    const token = audience === 'people' ? sessionTokenOf(request) : undefined;
    const owner = token === undefined ? undefined : this.tokenOwners.of(token);
    // A look-up of a session is a query. Where it is known whose limit the call counts for, the limit comes first.
    if (owner === stranger) await this.limits.takeForStranger(request.ip, reply);
    else if (owner !== undefined) {
      request.named = { userId: owner };
      await this.takeFor(owner, token, request, reply);
    }
    const known = await (audience === 'people' ? this.userOf(request, token) : this.callerOf(request)).catch(asRefusal);
    if (typeof known === 'string') {
      if (!request.raw.complete) this.unfinished.add(request);
      return owner === known ? undefined : this.takeFor(known, token, request, reply);
    }
    if (owner !== stranger) await this.limits.takeForStranger(request.ip, reply);
    // Without a route, it does not matter who calls.
    if (hasRoute(request)) throw known;
  }

  private takeFor(caller: string, token: string | undefined, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (token === undefined || !request.routeOptions.config.ofSession) return this.limits.takeForCredential(caller, reply);
    return this.limits.takeForSession(hashOfToken(token).toString('base64url'), reply);
  }

  /** People may have another role by now, which the guard of the operation compares. */
  private async identifyAgain(request: FastifyRequest): Promise<void> {
    if (request.caller) return this.callers.refuseDisabled(request.caller, request);
    request.named = request.signedIn!;
    request.signedIn = await this.sessionStore.find(sessionTokenOf(request)!, { isAttended: false });
    if (!request.signedIn) throw VigiaError.of('session_missing');
  }

  /** Also if the role has changed. Does not count as activity of the session: the person who downloads a file may have left. */
  private async refuseWithoutRight(request: FastifyRequest): Promise<void> {
    const { caller, signedIn } = request;
    if (caller) return this.callers.refuseDisabled(caller, request);
    const role = signedIn && (await this.sessionStore.rolesOf([signedIn.sessionId])).get(signedIn.sessionId);
    if (role === undefined || role !== signedIn?.role) throw VigiaError.of('session_missing');
  }

  private async callerOf(request: FastifyRequest): Promise<string> {
    request.caller = await this.callers.of(request);
    return request.caller.accessKey;
  }

  private async userOf(request: FastifyRequest, token: string | undefined): Promise<string> {
    if (token === undefined) throw VigiaError.of('session_missing');
    request.signedIn = await this.sessionStore.find(token, { isAttended: isAttended(request) });
    this.tokenOwners.note(token, request.signedIn?.userId);
    if (!request.signedIn) throw VigiaError.of('session_missing');
    // Not the session: a person who signs in again and again would get as many limits.
    return request.signedIn.userId;
  }
}

/**
 * Whether a person may be behind the request. A page marks the requests that it makes while nobody is there, and a stream reopens by
 * itself.
 */
function isAttended({ headers }: FastifyRequest): boolean {
  return headers['vigia-unattended'] === undefined && headers.accept !== 'text/event-stream';
}

function asRefusal(error: unknown): VigiaError {
  if (error instanceof VigiaError && error.status === 401) return error;
  throw error;
}

const realm = 'realm="vigia"';

/**
 * The challenge of a 401 answer (RFC 9110). A refused token is named as the reason (RFC 6750). Without a token, or with credentials of
 * another scheme, there is nothing to add. No scheme is registered for cookies: the scheme name used here makes no browser ask for a
 * password.
 */
function challengeTo(request: FastifyRequest): string {
  const { authorization = '' } = request.headers;
  if (audienceOf(request) === 'people') return `Cookie ${realm}`;
  if (request.routeOptions.config.openTo === 'anybody') return `Basic ${realm}, charset="UTF-8"`;
  return /^Bearer\b/i.test(authorization) ? `Bearer ${realm}, error="invalid_token"` : `Bearer ${realm}`;
}
