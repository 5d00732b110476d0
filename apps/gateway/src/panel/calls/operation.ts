import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  Delete,
  type ExecutionContext,
  Get,
  HttpCode,
  type MessageEvent,
  Patch,
  Post,
  Put,
  Sse,
  UseGuards,
} from '@nestjs/common';
import { type PanelAnswer, type PanelOperation, type PanelRequest, rolesFor } from '@vigia/contracts';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { Observable } from 'rxjs';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../audit/audit-log.js';
import { Route } from '../../routes/route.js';
import { CsrfGuard, RoleGuard, SamePersonGuard } from '../../sessions/guards.js';
import type { Colleague, SignedIn } from '../../sessions/session-store.js';
import { ApiPanelOperation } from './api-operation.js';
import { requestCheck } from './check-request.js';

/**
 * As many characters of a stream may wait behind full buffers: about a hundred messages for a client that does not read. With more, Nest
 * breaks the connection off. A browser then opens the stream again, and names the last message that it has.
 */
const maxPendingDataLength = 16 * 1024;

const routes = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete };

interface Sender<Self> {
  /** The signed-in user, taken only from the session. */
  self: Self;
  /** The same user with the address of the call, for the audit record. */
  actor: Actor;
}

/** What an operation's handler receives: the checked request, and who sent it. */
export type Asked<O extends PanelOperation> = PanelRequest<O> &
  (O['openTo'] extends 'anybody' ? object : Sender<O['openTo'] extends 'user' | 'operator' ? SignedIn : Colleague>);

declare module 'fastify' {
  interface FastifyRequest {
    /** What was asked of an operation of the panel, checked. */
    asked?: PanelRequest<PanelOperation>;
  }
}

export const Asked = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { asked, signedIn, ip } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!signedIn) return asked;
  const { userId, corporationId, email } = signedIn;
  return { ...asked, self: signedIn, actor: { userId, corporationId, actor: email, address: ip } };
});

/**
 * A handler sends two kinds of answer itself: those with a tag, because the caller may already have them, and those that may repeat the
 * answer of an earlier call.
 */
type Answered<O extends PanelOperation> = O extends { answer: { stream: true } }
  ? Observable<MessageEvent>
  : O extends { answer: { tagged: true } } | { costly: true }
    ? void
    : PanelAnswer<O>;
type Handler<O extends PanelOperation> = (
  asked: Asked<O>,
  ...others: never[]
) => Answered<O> | (O extends { answer: { stream: true } } ? never : Promise<Answered<O>>);

/** Makes a method the handler of an operation: its route, who may call it, what a request must be, and its text in the API reference. */
export function Operation<O extends PanelOperation>(operation: O) {
  const { method, path, openTo, ofSession, query, answer, status = answer ? 200 : 204 } = operation;
  const roles = rolesFor(operation);
  const isStream = answer !== undefined && 'stream' in answer;
  const decorate = applyDecorators(
    isStream ? Sse(path, { maxPendingDataLength }) : routes[method](path),
    Route({ parameters: Object.keys(query?.properties ?? {}), ...(openTo === 'anybody' && { openTo }), ...(ofSession && { ofSession }) }),
    HttpCode(status),
    UseGuards(CsrfGuard, SamePersonGuard, ...(roles ? [new RoleGuard(roles)] : []), checking(operation)),
    // A generated client would wait for the end of a stream, which has none.
    isStream ? ApiExcludeEndpoint() : ApiPanelOperation(operation),
  );
  return <H extends Handler<O>>(prototype: object, name: string, handler: TypedPropertyDescriptor<H>): void =>
    decorate(prototype, name, handler);
}

/** A guard instead of a pipe, so that it works whatever parameters a handler has. */
function checking(operation: PanelOperation): CanActivate {
  const checked = requestCheck(operation);
  return {
    canActivate(context) {
      const request = context.switchToHttp().getRequest<FastifyRequest>();
      request.asked = checked(request);
      return true;
    },
  };
}
