import { Controller, Get, Post, Res, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { closed, VigiaError, type ReplyOf } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import { Type, type Static } from 'typebox';
import { ApiErrors, errorsOf } from '../../openapi/api-errors.js';
import { ApiCall, sessionScheme } from '../../openapi/api-call.js';
import { CheckedBody } from '../calls/check-shape.js';
import { Id } from '../calls/own-id.js';
import { OwnSiteGuard } from '../sessions/own-site.guard.js';
import { onlyColleagues, Self, SessionGuard, type Colleague } from '../sessions/session.guard.js';
import { findingAnswer } from './delivery-answers.js';
import { Dispatcher } from './dispatcher.js';

const checkBody = closed({
  signature: Type.String({ minLength: 1, maxLength: 500, description: 'what the receiver came to' }),
  receivedBody: Type.Optional(
    Type.String({ maxLength: 1_400_000, pattern: '^[A-Za-z0-9+/]*={0,2}$', description: 'base64 of the bytes that the receiver signed' }),
  ),
});
const checkExample = { signature: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' };

/** The very bytes of a delivery, and whether a signature is theirs. */
@ApiTags('panel: webhooks')
@UseGuards(OwnSiteGuard, SessionGuard, onlyColleagues)
@Controller('panel/v1/deliveries/:deliveryId')
export class SentBodiesController {
  constructor(private readonly dispatcher: Dispatcher) {}

  @Get('body')
  @ApiOperation({ summary: 'Download the body of a delivery, byte for byte', security: [{ [sessionScheme]: [] }] })
  @ApiOkResponse({
    description: 'the bytes that are signed',
    headers: {
      'X-Body-SHA256': { description: 'in hexadecimal; also given when the bytes are kept no longer', schema: { type: 'string' } },
    },
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiErrors('session_missing', 'role_missing', 'not_found', 'payload_purged', ...errorsOf.everyCall)
  async body(@Id('deliveryId') deliveryId: string, @Self() { corporationId }: Colleague, @Res() reply: FastifyReply): Promise<void> {
    const { body, sha256 } = await this.dispatcher.askAgain('deliveries.body', { corporationId, deliveryId });
    void reply.header('x-body-sha256', sha256);
    if (body === null) throw VigiaError.of('payload_purged');
    // Not as JSON: what a tool shows in its own way is not what was signed.
    await reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${deliveryId}.json"`)
      .send(Buffer.from(body, 'utf8'));
  }

  @Post('signature-check')
  @ApiCall({
    summary: 'Find out why a signature is not the one that was sent',
    body: { schema: checkBody, example: checkExample },
    answer: { schema: findingAnswer, example: { finding: 'trailing_newline' }, description: '`match`, or the mistake that leads to it' },
    errors: ['role_missing', 'not_found', 'payload_purged'],
  })
  check(
    @Id('deliveryId') deliveryId: string,
    @CheckedBody(checkBody) claimed: Static<typeof checkBody>,
    @Self() { corporationId }: Colleague,
  ): Promise<ReplyOf<'webhooks.diagnose'>> {
    return this.dispatcher.askAgain('webhooks.diagnose', { corporationId, deliveryId, ...claimed });
  }
}
