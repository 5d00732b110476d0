import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { docTypes, type ApiVersion } from '@vigia/contracts';
import { ApiErrors, errorsOf } from '../openapi/api-errors.js';
import { summaryExample, SummarySchema } from '../openapi/summary-schema.js';

const tag = { schema: { type: 'string' }, description: 'changes with the summary' } as const;

/** The document in the path, and which of its kinds is meant. */
export function ApiProfile(): MethodDecorator {
  return applyDecorators(
    ApiParam({ name: 'taxId', schema: { type: 'string' }, example: '20990000019', description: 'document of the profile' }),
    ApiQuery({
      name: 'docType',
      enum: docTypes,
      required: false,
      description: 'where a number fits two kinds; RUC goes before DNI before CE',
    }),
  );
}

export const readErrors = ['bad_request', 'body_unexpected', 'profile_not_found', ...errorsOf.token, ...errorsOf.everyCall] as const;

export function ApiReadSummary(version: ApiVersion): MethodDecorator {
  return applyDecorators(
    ApiOperation({ summary: 'Read the summary of a profile' }),
    ApiProfile(),
    ApiQuery({
      name: 'fecha',
      required: false,
      schema: { type: 'string', format: 'date' },
      description: 'the profile as it stood at the end of that day in Lima; only days on which you could read it',
    }),
    ApiHeader({ name: 'If-None-Match', required: false, schema: { type: 'string' }, description: 'tag of the summary that you have' }),
    ApiOkResponse({
      description: 'the summary',
      schema: SummarySchema[version],
      example: summaryExample[version],
      headers: { ETag: tag },
    }),
    ApiResponse({ status: 304, description: 'the summary that you have is the current one', headers: { ETag: tag } }),
    ApiErrors(...readErrors),
  );
}
