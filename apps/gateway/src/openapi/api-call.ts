import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiProperty, ApiResponse, type ApiResponseSchemaHost, getSchemaPath } from '@nestjs/swagger';
import { errorCatalogue, type ErrorCode, type UserRole, VigiaError } from '@vigia/contracts';
import { errorAnswer } from '@vigia/service-kit';
import type { TSchema } from 'typebox';

/**
 * A schema of the contracts as the document shows it. OpenAPI 3.1 accepts JSON Schema as it is; the decorators' types do not know that yet.
 */
export function jsonSchema(schema: TSchema): ApiResponseSchemaHost['schema'] {
  return JSON.parse(JSON.stringify(schema)) as ApiResponseSchemaHost['schema'];
}

/** The framework's decorator accepts examples only with a schema, not with a class. */
export function ApiJsonBody<T>(type: Type<T>, examples: Record<string, T>): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(type),
    ApiBody({
      required: true,
      schema: { $ref: getSchemaPath(type) },
      examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
    }),
  );
}

export const sessionScheme = 'session';

/** Generators expect an identifier or an address in addition to the name. */
export const license = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };

class ApiError {
  @ApiProperty({ type: 'integer', example: 400 })
  statusCode: number;
  @ApiProperty({ description: 'reason phrase of the status', example: 'Bad Request' })
  error: string;
  @ApiProperty({ example: 'taxId is not a valid RUC' })
  message: string;
}

const exampleParams = {
  detail: 'unknown field monts',
  name: 'fecha',
  instead: 'this call takes no parameters',
  docType: 'RUC',
  taxId: '20990000094',
  allow: 'POST',
  seconds: 3,
  correlationId: '7f1c…',
  limitBytes: 32 * 1024,
  most: 100,
  roles: ['admin'] as readonly UserRole[],
  profiles: 3,
  months: 4,
  returned: 0,
  available: 7,
  fittingMonths: 2,
  fittingProfiles: 1,
  endsOn: '2027-01-15',
  endedOn: '2026-10-31',
  beginsOn: '2026-12-01',
  dataset: 'un',
  version: 41,
  inForce: 42,
  reason: 'rolled back: el archivo publicado está incompleto',
};

/** The possible errors of any call, of any that needs a token, and of any that may carry a body. */
export const errorsOf = {
  everyCall: [
    'parameter_unknown',
    'parameter_repeated',
    'duplicate_authorization',
    'request_timeout',
    'expectation_failed',
    'headers_too_large',
    'too_many_requests',
    'internal',
    'unavailable',
  ],
  token: ['credentials_missing', 'token_malformed', 'token_invalid', 'token_expired', 'credentials_disabled'],
  body: ['body_not_json', 'body_duplicate_key', 'body_too_deep', 'body_too_large', 'media_type'],
} as const satisfies Record<string, ErrorCode[]>;

/** The errors of the calls that read a profile. */
export const readErrors = ['bad_request', 'body_unexpected', 'profile_not_found', ...errorsOf.token, ...errorsOf.everyCall] as const;

class PanelError extends ApiError {
  @ApiProperty({
    type: 'string',
    description: 'stable code of the error, from which a page makes its own sentence',
    example: 'document_invalid',
  })
  code: ErrorCode;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'values for the sentence about the error',
    example: { docType: 'RUC' },
  })
  params: object;
}

/** Documents errors by their codes in the catalogue. Codes that share a status become examples of one response. */
export function ApiErrors(...codes: ErrorCode[]): MethodDecorator {
  return ApiErrorsOf(codes, {});
}

/** The same, with values of the operation in the texts, and with the body that a call of its path gets. */
export function ApiErrorsOf(codes: ErrorCode[], params: Partial<typeof exampleParams>, path = ''): MethodDecorator {
  const named = [...new Set(codes)];
  const statuses = [...new Set(named.map((code) => errorCatalogue[code].status))];
  return applyDecorators(
    ...statuses.map((status) => {
      const examples = named
        .filter((code) => errorCatalogue[code].status === status)
        .map((code) => [code, { summary: code, value: errorAnswer(exampleOf(code, params), isUnread(status) ? '' : path) }] as const);
      return ApiResponse({
        status,
        type: path && !isUnread(status) ? PanelError : ApiError,
        description: examples.map(([code]) => code).join(', '),
        examples: Object.fromEntries(examples),
      });
    }),
  );
}

/** For errors whose default example would fit another error. */
const exampleParamsOf: Partial<Record<ErrorCode, Partial<typeof exampleParams>>> = {
  conflict: { detail: 'it is in a state that does not allow this' },
  webhooks_full: { most: 20 },
  credentials_full: { most: 20 },
  users_full: { most: 500 },
};

/** A request that could not be read as HTTP has no path. */
const isUnread = (status: number) => status === 408 || status === 431;

type Text = (params: unknown) => string;

function exampleOf(code: ErrorCode, given: Partial<typeof exampleParams>): VigiaError {
  const all: Record<string, unknown> = { ...exampleParams, ...exampleParamsOf[code], ...given };
  const params: Record<string, unknown> = {};
  // The parameters that its text uses.
  (errorCatalogue[code].text as Text)(new Proxy(all, { get: (_, name: string) => (params[name] = all[name]) }));
  return VigiaError.read(code, params);
}
