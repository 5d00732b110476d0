import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiParam, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import { type ErrorCode, type PanelOperation, panelOperationId, rolesFor } from '@vigia/contracts';
import { ApiCostly } from '../../idempotency/costly-call.js';
import { ApiKnownTag, entityTag, textHeader } from '../../openapi/answer-headers.js';
import { ApiErrorsOf, errorsOf, jsonSchema, sessionScheme } from '../../openapi/api-call.js';

/** An operation as the API reference shows it. */
export function ApiPanelOperation(operation: PanelOperation): MethodDecorator {
  const { path, summary, tag, openTo, params, query, body, bodyLimitBytes } = operation;
  const roles = rolesFor(operation);
  return applyDecorators(
    ApiTags(tag),
    ApiOperation({
      operationId: panelOperationId(operation),
      summary,
      description: callers[openTo],
      ...(openTo !== 'anybody' && { security: [{ [sessionScheme]: [] }] }),
    }),
    ...Object.entries(params?.properties ?? {}).map(([name, schema]) => ApiParam({ name, schema: jsonSchema(schema) as object })),
    ...Object.entries(query?.properties ?? {}).map(([name, schema]) =>
      ApiQuery({ name, required: query?.required?.includes(name) ?? false, schema: jsonSchema(schema) as object }),
    ),
    ...(body ? [ApiBody({ required: true, schema: jsonSchema(body.schema) as object, examples: { usual: { value: body.example } } })] : []),
    ...(operation.costly ? [ApiCostly()] : []),
    apiAnswer(operation),
    ApiErrorsOf(
      errorsOfOperation(operation),
      { ...(bodyLimitBytes !== undefined && { limitBytes: bodyLimitBytes }), ...(roles && { roles }) },
      path,
    ),
  );
}

const callers = {
  anybody: 'Needs no session.',
  user: 'For every user with a session.',
  colleague: 'For the users of a corporation.',
  analyst: 'For the administrators and analysts of a corporation.',
  admin: 'For the administrators of a corporation.',
  operator: 'For operators.',
};

function apiAnswer({ answer, status, headers: named = {} }: PanelOperation): MethodDecorator {
  const headers = Object.fromEntries(Object.entries(named).map(([name, text]) => [name, textHeader(text)]));
  if (!answer) return ApiNoContentResponse({ description: 'done', headers });
  const { description } = answer;
  if ('schema' in answer) {
    const described = { description, schema: jsonSchema(answer.schema), example: answer.example };
    if (!answer.tagged) return ApiResponse({ ...described, headers, status: status ?? 200 });
    return applyDecorators(ApiKnownTag(), ApiOkResponse({ ...described, headers: { ...headers, ETag: entityTag } }));
  }
  const mediaType = 'file' in answer ? (answer.mediaType ?? 'application/octet-stream') : 'text/event-stream';
  const schema = mediaType === 'text/csv' ? { type: 'string' } : { type: 'string', format: 'binary' };
  return ApiOkResponse({ description, headers, content: { [mediaType]: { schema } } });
}

/** The errors that follow from who may call and what is sent, and the operation's own. */
function errorsOfOperation(operation: PanelOperation): ErrorCode[] {
  const { method, openTo, params, query, body, costly, errors = [] } = operation;
  return [
    ...(body || query ? (['bad_request'] as const) : []),
    ...(rolesFor(operation) ? (['role_missing'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...errors,
    ...(costly ? (['idempotency_key_reused'] as const) : []),
    ...(openTo === 'anybody' ? [] : (['session_missing'] as const)),
    ...(method === 'GET' ? [] : (['other_site'] as const)),
    ...(method === 'GET' || openTo === 'anybody' ? [] : (['other_user'] as const)),
    ...(body ? errorsOf.body : []),
    ...errorsOf.everyCall,
  ];
}
