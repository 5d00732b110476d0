import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { textHeader } from './answer-headers.js';

export const entityTag = textHeader('entity tag of the summary, which changes with it');

/** A caller may name the summary that it has, and gets 304 while nothing has changed. */
export function ApiKnownTag(): MethodDecorator {
  return applyDecorators(
    ApiHeader({ name: 'If-None-Match', required: false, schema: { type: 'string' }, description: '`ETag` of the summary that you have' }),
    ApiResponse({ status: 304, description: 'the summary that you have is the current one', headers: { ETag: entityTag } }),
  );
}
