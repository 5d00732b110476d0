import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { ApiVersion } from '@vigia/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BearerGuard, Caller } from '../authentication/bearer.guard.js';
import type { TokenSubject } from '../authentication/token-signer.js';
import { ApiReadSummary } from './api-read-summary.js';
import { askedDocTypes } from './domain/asked-profile.js';
import { askedMoment } from './domain/asked-profile.js';
import { ReadSummary } from './read-summary.js';

type Request = FastifyRequest<{ Params: { taxId: string }; Querystring: { docType?: unknown; fecha?: unknown } }>;

@ApiTags('perfiles')
@ApiBearerAuth()
@UseGuards(BearerGuard)
@Controller()
export class SummariesController {
  constructor(private readonly summaries: ReadSummary) {}

  @Get('v1/perfiles/:taxId/resumen')
  @ApiReadSummary('v1')
  readV1(@Caller() caller: TokenSubject, @Req() request: Request, @Res() reply: FastifyReply): Promise<void> {
    return this.read('v1', caller, request, reply);
  }

  @Get('v2/perfiles/:taxId/resumen')
  @ApiReadSummary('v2')
  readV2(@Caller() caller: TokenSubject, @Req() request: Request, @Res() reply: FastifyReply): Promise<void> {
    return this.read('v2', caller, request, reply);
  }

  private async read(version: ApiVersion, { corporationId }: TokenSubject, request: Request, reply: FastifyReply): Promise<void> {
    const { params, query, headers } = request;
    const { taxId } = params;
    const asked = { corporationId, taxId, docTypes: askedDocTypes(taxId, query.docType) };
    const moment = askedMoment(query.fecha, new Date());
    const known = headers['if-none-match'];
    const { tag, text } = moment ? await this.summaries.at(version, asked, moment, known) : await this.summaries.now(version, asked, known);
    // A client may keep it and ask whether it has changed; nobody in between may.
    void reply.headers({ etag: tag, vary: 'accept-encoding', 'cache-control': 'private, no-cache' });
    if (text === undefined) void reply.status(304).send();
    else void reply.header('content-type', 'application/json; charset=utf-8').send(text);
  }
}
