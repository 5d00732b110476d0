import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation } from '@nestjs/swagger';
import { ApiCostly, requestIdHeader } from '../idempotency/costly-call.js';
import { ApiErrors, errorsOf } from '../openapi/api-errors.js';
import { ApiJsonBody } from '../openapi/api-json-body.js';
import { triggerAnswerExamples, TriggerAnswer } from './trigger-answer.js';
import { TriggerBody, triggerExamples } from './trigger-body.js';

const description =
  'The summary is posted to every active webhook configuration, in the version that each of them has chosen. ' +
  'A profile that is not active is loaded first, in the mode that `isMonitoring` says; the summary is sent however that load ends.';

export function ApiTrigger(): MethodDecorator {
  return applyDecorators(
    HttpCode(202),
    ApiOperation({ summary: 'Have the summary of a profile sent to your webhooks', description }),
    ApiCostly(),
    ApiJsonBody(TriggerBody, triggerExamples),
    ApiAcceptedResponse({
      type: TriggerAnswer,
      description: 'it will be delivered',
      examples: triggerAnswerExamples,
      headers: requestIdHeader,
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
