import type { MessageName, PayloadOf, ReplyOf } from '@vigia/contracts';
import { applyDecorators, Catch, UseFilters, type RpcExceptionFilter } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';
import type { HandlerContext } from '../broker/broker.js';

type Handler<N extends MessageName> = (payload: PayloadOf<N>, context: HandlerContext) => Promise<ReplyOf<N>> | ReplyOf<N>;

/** Nest's own filter turns every error into "Internal server error"; ours have to reach the caller as they are. */
@Catch()
class PassOn implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/** Makes a controller method the one handler of a message; its types have to be those of the contract. */
export function Handles<N extends MessageName>(name: N) {
  return <M extends Handler<N>>(target: object, key: string, descriptor: TypedPropertyDescriptor<M>): void => {
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    applyDecorators(MessagePattern(name), UseFilters(new PassOn()))(target, key, descriptor);
  };
}
