import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiCostly, requestIdHeader } from '../idempotency/costly-call.js';
import { ApiErrors, errorsOf } from '../openapi/api-errors.js';
import { ApiJsonBody } from '../openapi/api-json-body.js';
import { answerExamples, BulkLoadAnswer, bulkAnswerExamples, LoadAnswer } from './load-answers.js';

const errorsOfEveryLoad = [
  'bad_request',
  'idempotency_key_reused',
  'too_many_documents',
  ...errorsOf.token,
  ...errorsOf.body,
  ...errorsOf.everyCall,
] as const;

export function ApiLoad<Body>(body: Type<Body>, examples: Record<string, Body>): MethodDecorator {
  return applyDecorators(
    HttpCode(200),
    ApiOperation({ summary: 'Load one profile and wait for it' }),
    ApiCostly(),
    ApiJsonBody(body, examples),
    ApiOkResponse({
      type: LoadAnswer,
      description: 'the profile was processed, or was there already',
      example: answerExamples.processed,
      headers: requestIdHeader,
    }),
    ApiAcceptedResponse({
      type: LoadAnswer,
      description: 'the load goes on; the summary will show its result',
      example: answerExamples.loading,
      headers: requestIdHeader,
    }),
    ApiErrors(
      'document_invalid',
      'taxpayer_not_found',
      'contract_not_active',
      'months_exceed_contract',
      'quota_insufficient',
      'all_sources_failed',
      'billing_unavailable',
      ...errorsOfEveryLoad,
    ),
  );
}

export function ApiBulkLoad<Body>(body: Type<Body>, examples: Record<string, Body>): MethodDecorator {
  return applyDecorators(
    HttpCode(200),
    ApiOperation({ summary: 'Load up to 100 profiles and wait for them' }),
    ApiCostly(),
    ApiJsonBody(body, examples),
    ApiOkResponse({
      type: BulkLoadAnswer,
      description: 'what became of every profile; a problem of one of them is an entry of its own',
      example: bulkAnswerExamples.processed,
      headers: requestIdHeader,
    }),
    ApiAcceptedResponse({
      type: BulkLoadAnswer,
      description: 'some loads go on; the results are what is known so far',
      example: bulkAnswerExamples.loading,
      headers: requestIdHeader,
    }),
    ApiErrors(...errorsOfEveryLoad),
  );
}
