import { applyDecorators, Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { type DocType, docTypes, isValidDocument, VigiaError } from '@vigia/contracts';
import { Peers, twice } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import type { FastifyReply } from 'fastify';
import { IdempotentCalls, sendAnswer } from '../idempotency/idempotent-calls.js';
import { ApiCostly, Costly, type CostlyCall } from '../idempotency/costly-call.js';
import { DocumentLimit } from '../limits/document-limit.js';
import { IsMonitoring, KindOfDocument, TaxId } from '../loads/body-fields.js';
import { ApiErrors, ApiJsonBody, errorsOf } from '../openapi/api-call.js';
import type { GatewaySettings } from '../settings.js';

/** Where the summary goes is never in the call: the configurations say so. */
export class TriggerBody {
  @TaxId(docTypes) taxId: string;
  @KindOfDocument(docTypes) docType: DocType;
  @IsMonitoring() isMonitoring?: boolean;
}

const triggerExamples = {
  monitoring: { taxId: '20990000019', docType: 'RUC' },
  query: { taxId: 'SIM000001', docType: 'CE', isMonitoring: false },
} satisfies Record<string, TriggerBody>;

export class AcceptedTrigger {
  @ApiProperty({ description: 'the same in every delivery of this event', pattern: '^trg_[0-9a-f]+$' })
  triggerId: string;
  @ApiProperty({ description: 'whether the summary is sent at once or after a load' })
  message: string;
}

export class TriggerAnswer {
  @ApiProperty({ type: 'integer' })
  statusCode: number;
  @ApiProperty({ type: AcceptedTrigger })
  data: AcceptedTrigger;
}

/** The answer to a trigger that was accepted. */
function triggerAnswer(taxId: string, { triggerId, loading }: { triggerId: string; loading: boolean }): TriggerAnswer {
  const message = loading
    ? `profile ${taxId} is being loaded; its summary is sent when the load has ended`
    : `profile ${taxId} is active; its summary is on its way`;
  return { statusCode: 202, data: { triggerId, message } };
}

const triggerId = 'trg_5f0c8a4e2b7d4f6a9c1e3d5b7f9a1c3e';

const triggerAnswerExamples = {
  active: { value: triggerAnswer('20990000019', { triggerId, loading: false }), summary: 'an active profile' },
  loading: { value: triggerAnswer('20990000019', { triggerId, loading: true }), summary: 'a profile that is loaded first' },
};

const description =
  'The summary is posted to every active webhook configuration, in the version that each of them has chosen. ' +
  'A profile that is not active is loaded first, in the mode that `isMonitoring` says; the summary is sent however that load ends.';

function ApiTrigger(): MethodDecorator {
  return applyDecorators(
    HttpCode(202),
    ApiOperation({ summary: 'Have the summary of a profile sent to your webhooks', description }),
    ApiCostly(),
    ApiJsonBody(TriggerBody, triggerExamples),
    ApiAcceptedResponse({
      type: TriggerAnswer,
      description: 'it will be delivered',
      examples: triggerAnswerExamples,
    }),
    ApiErrors(
      'bad_request',
      'document_invalid',
      'webhook_not_configured',
      'webhook_loading',
      'idempotency_key_reused',
      'too_many_documents',
      ...errorsOf.token,
      ...errorsOf.body,
      ...errorsOf.everyCall,
    ),
  );
}

@ApiTags('webhooks')
@ApiBearerAuth()
@Controller(['v1/webhook/perfiles', 'v2/webhook/perfiles'])
export class TriggerController {
  constructor(
    private readonly idempotentCalls: IdempotentCalls,
    private readonly limit: DocumentLimit,
    private readonly peers: Peers,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  @Post('resumen')
  @ApiTrigger()
  async trigger(@Body() body: TriggerBody, @Costly() call: CostlyCall, @Res() reply: FastifyReply): Promise<void> {
    const { docType, taxId, isMonitoring = true } = body;
    if (!isValidDocument(docType, taxId)) throw VigiaError.of('document_invalid', { docType });
    const { corporationId, origin } = call;
    const answer = await this.idempotentCalls.answer(call, async (requestId) => {
      await this.limit.take(corporationId, 1);
      const mode = isMonitoring ? 'monitoring' : 'query';
      const trigger = { requestId, corporationId, docType, taxId, mode, origin } as const;
      // When the dispatcher that had the question dies, another one gives the same answer: the request id makes the event.
      const patience = { timeoutMs: Math.ceil(this.settings.startTimeoutMs / 2), ...twice };
      const accepted = await this.peers.ask('webhooks.trigger', trigger, patience);
      return { status: 202, text: JSON.stringify(triggerAnswer(taxId, accepted)), goesOn: false };
    });
    sendAnswer(answer, reply);
  }
}
