import { applyDecorators, Controller, Get, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type ApiVersion, type DocType, summaryExample, summaryV1, summaryV2 } from '@vigia/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Caller } from '../authentication/caller.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { ApiParameters, Day, FromUrl } from '../http/url-query.js';
import { answer } from '../openapi/answer-shape.js';
import { ApiErrors, jsonSchema, readErrors } from '../openapi/api-call.js';
import { ApiKnownTag, entityTag } from '../openapi/answer-headers.js';
import { KindAsked, NumberAsked, profileAsked } from './profile-query.js';
import { sendSummary, SummaryReader } from './summary-reader.js';

const pastDay =
  'day in Lima, today at the latest, at the end of which the profile is shown, or as it was when your access ended, if that was before; your access must have begun by then. The `periodo` of a score and `ultima_actualizacion_…` are those of the day on which the rest of their section last changed, because they move with the calendar alone';

export class SummaryQuery {
  @KindAsked() docType?: DocType;
  @NumberAsked() taxId: string;

  @Day('fecha', pastDay) fecha?: string;
}

const schemas = {
  v1: jsonSchema(answer('SummaryAnswerV1', summaryV1)),
  v2: jsonSchema(answer('SummaryAnswerV2', summaryV2)),
};

function ApiReadSummary(version: ApiVersion): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      summary: 'Read the summary of a profile',
      description:
        'Send the `ETag` of the answer back as `If-None-Match`: as long as the summary has not changed, the answer is 304 without a body.',
    }),
    ApiParameters(SummaryQuery),
    ApiKnownTag(),
    ApiOkResponse({
      description: 'the summary',
      schema: schemas[version],
      example: summaryExample[version],
      headers: { ETag: entityTag },
    }),
    ApiErrors(...readErrors),
  );
}

@ApiTags('perfiles')
@ApiBearerAuth()
@Controller()
export class SummariesController {
  constructor(private readonly summaryReader: SummaryReader) {}

  @Get('v1/perfiles/:taxId/resumen')
  @ApiReadSummary('v1')
  readV1(
    @FromUrl() query: SummaryQuery,
    @Caller() caller: TokenSubject,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.read('v1', query, caller, request, reply);
  }

  @Get('v2/perfiles/:taxId/resumen')
  @ApiReadSummary('v2')
  readV2(
    @FromUrl() query: SummaryQuery,
    @Caller() caller: TokenSubject,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.read('v2', query, caller, request, reply);
  }

  private async read(
    version: ApiVersion,
    query: SummaryQuery,
    { corporationId }: TokenSubject,
    { headers }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const [asked, knownTags] = [profileAsked(corporationId, query), headers['if-none-match']];
    const summary = await this.summaryReader.read(version, asked, query.fecha, knownTags);
    // A program may keep it and ask whether it has changed; proxies may not keep it.
    sendSummary(summary, reply.header('cache-control', 'private, no-cache'));
  }
}
