import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiProperty } from '@nestjs/swagger';
import { ApiCostly, requestIdHeader } from '../idempotency/costly-call.js';
import { ApiErrors, ApiJsonBody, errorsOf } from '../openapi/api-call.js';
import type { BulkLoadBodyV1, BulkLoadBodyV2, LoadBodyV1, LoadBodyV2 } from './load-body.js';

export class LoadAnswer {
  @ApiProperty()
  statusCode: number;
  @ApiProperty()
  message: string;
}

export class ProfileError {
  @ApiProperty()
  taxId: string;
  @ApiProperty({ description: 'for people to read' })
  reason: string;
}

export class LoadResults {
  @ApiProperty({ description: 'profiles that were loaded', type: 'integer' })
  successful: number;
  @ApiProperty({ description: 'profiles with errors', type: 'integer' })
  failed: number;
  @ApiProperty({ description: 'profiles that were in the portfolio already', type: 'integer' })
  skipped: number;
  @ApiProperty({ description: 'one entry for each profile that failed', type: [ProfileError] })
  errors: ProfileError[];
  @ApiProperty({
    description: 'v2, only when it happens: profiles whose monitoring expired at once, because the quota changed before it was activated',
    type: 'integer',
    required: false,
  })
  monitoringActivationFailed?: number;
}

export class BulkLoadAnswer extends LoadAnswer {
  @ApiProperty({ type: LoadResults })
  results: LoadResults;
}

export const bodyExamples = {
  v1: {
    monitoring: { taxId: '20990000019', docType: 'RUC' },
    query: { taxId: '99990002', docType: 'DNI', isMonitoring: false },
  } satisfies Record<string, LoadBodyV1>,
  v2: {
    monitoring: { taxId: '20990000019', docType: 'RUC', months: 6 },
    query: { taxId: 'SIM000001', docType: 'CE', isMonitoring: false },
  } satisfies Record<string, LoadBodyV2>,
  bulkV1: { monitoring: { taxIds: ['20990000019', '20990000027'], docType: 'RUC' } } satisfies Record<string, BulkLoadBodyV1>,
  bulkV2: { monitoring: { taxIds: ['SIM000001', 'SIM000002'], docType: 'CE', months: 3 } } satisfies Record<string, BulkLoadBodyV2>,
};

export const answerExamples = {
  processed: { statusCode: 200, message: 'profile 20990000019 was processed' },
  loading: { statusCode: 202, message: 'profile 20990000019 is still loading; its summary will show the result' },
} satisfies Record<string, LoadAnswer>;

export const bulkAnswerExamples = {
  processed: {
    statusCode: 200,
    message: '3 profiles: 1 loaded, 1 failed, 1 already in your portfolio',
    results: { successful: 1, failed: 1, skipped: 1, errors: [{ taxId: '20990000010', reason: 'taxId is not a valid RUC' }] },
  },
  loading: {
    statusCode: 202,
    message: '3 profiles: 1 loaded, 1 failed, 0 already in your portfolio; 1 still loading, its summary will show the result',
    results: { successful: 1, failed: 1, skipped: 0, errors: [{ taxId: '20990000010', reason: 'taxId is not a valid RUC' }] },
  },
} satisfies Record<string, BulkLoadAnswer>;

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
