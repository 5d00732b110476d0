import { applyDecorators, Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { checkDocument, type DocType, docTypes } from '@vigia/contracts';
import type { FastifyReply } from 'fastify';
import { IdempotentCalls, sendAnswer } from '../idempotency/idempotent-calls.js';
import { ApiCostly, Costly, type CostlyCall } from '../idempotency/costly-call.js';
import { IsMonitoring, KindOfDocument, TaxId } from '../loads/body-fields.js';
import { ApiErrors, ApiJsonBody, errorsOf } from '../openapi/api-call.js';
import { Triggers } from './triggers.js';

const isMonitoring =
  'only if the profile must be loaded first, because it is not active: true leaves it monitored, false leaves it readable for 48 hours';

/** A call never names the destination of the summary: the configurations do. */
class TriggerBody {
  @TaxId(docTypes) taxId: string;
  @KindOfDocument(docTypes) docType: DocType;
  @IsMonitoring(isMonitoring) isMonitoring?: boolean;
}

const triggerExamples = {
  monitoring: { taxId: '20990000019', docType: 'RUC' },
  query: { taxId: 'SIM000001', docType: 'CE', isMonitoring: false },
} satisfies Record<string, TriggerBody>;

class AcceptedTrigger {
  @ApiProperty({ description: 'id of the event, the same in every delivery of the event', pattern: '^trg_[0-9a-f]+$' })
  triggerId: string;
  @ApiProperty({ description: 'sentence that says whether the summary is sent at once or after a load' })
  message: string;
}

class TriggerAnswer {
  @ApiProperty({ type: 'integer' })
  statusCode: number;
  @ApiProperty({ type: AcceptedTrigger })
  data: AcceptedTrigger;
}

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
  'The summary is posted to every active webhook configuration, in the payload version of the configuration. ' +
  'A profile that is not active is first loaded in the mode that `isMonitoring` gives. The summary is sent however that load ends.';

function ApiTrigger(): MethodDecorator {
  return applyDecorators(
    HttpCode(202),
    ApiOperation({ summary: 'Send the summary of a profile to your webhooks', description }),
    ApiCostly(),
    ApiJsonBody(TriggerBody, triggerExamples),
    ApiAcceptedResponse({
      type: TriggerAnswer,
      description: 'the event, whose deliveries follow',
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
    private readonly triggers: Triggers,
  ) {}

  @Post('resumen')
  @ApiTrigger()
  async trigger(@Body() body: TriggerBody, @Costly() call: CostlyCall, @Res() reply: FastifyReply): Promise<void> {
    call.nameDocuments([body.taxId]);
    checkDocument(body);
    const answer = await this.idempotentCalls.answer(call, async (requestId) => {
      const accepted = await this.triggers.accept(call, requestId, body);
      return { status: 202, text: JSON.stringify(triggerAnswer(body.taxId, accepted)), isKept: true };
    });
    sendAnswer(answer, reply);
  }
}
