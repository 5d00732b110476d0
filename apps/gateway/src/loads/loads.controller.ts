import { Body, Controller, Post, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { BearerGuard } from '../authentication/bearer.guard.js';
import { Costly, type CostlyCall } from '../idempotency/costly-call.js';
import { sendAnswer } from '../idempotency/answer-once.js';
import { ApiBulkLoad, ApiLoad, bodyExamples } from './load-api.js';
import { BulkLoadBodyV1, BulkLoadBodyV2, LoadBodyV1, LoadBodyV2 } from './load-body.js';
import type { ApiVersion } from './domain/load-answer.js';
import { LoadProfiles, type Asked } from './load-profiles.js';

@ApiTags('perfiles')
@ApiBearerAuth()
@UseGuards(BearerGuard)
@Controller()
export class LoadsController {
  constructor(private readonly loads: LoadProfiles) {}

  @Post('v1/perfiles/cargar')
  @ApiLoad(LoadBodyV1, bodyExamples.v1)
  loadV1(@Body() body: LoadBodyV1, @Costly() call: CostlyCall, @Res() reply: FastifyReply): Promise<void> {
    return this.one(body, call, reply);
  }

  @Post('v2/perfiles/cargar')
  @ApiLoad(LoadBodyV2, bodyExamples.v2)
  loadV2(@Body() body: LoadBodyV2, @Costly() call: CostlyCall, @Res() reply: FastifyReply): Promise<void> {
    return this.one(body, call, reply);
  }

  @Post('v1/perfiles/cargar-masivo')
  @ApiBulkLoad(BulkLoadBodyV1, bodyExamples.bulkV1)
  loadManyV1(@Body() body: BulkLoadBodyV1, @Costly() call: CostlyCall, @Res() reply: FastifyReply): Promise<void> {
    return this.many('v1', body, call, reply);
  }

  @Post('v2/perfiles/cargar-masivo')
  @ApiBulkLoad(BulkLoadBodyV2, bodyExamples.bulkV2)
  loadManyV2(@Body() body: BulkLoadBodyV2, @Costly() call: CostlyCall, @Res() reply: FastifyReply): Promise<void> {
    return this.many('v2', body, call, reply);
  }

  private async one(body: Asked & { taxId: string }, call: CostlyCall, reply: FastifyReply): Promise<void> {
    sendAnswer(await this.loads.one(body, call), reply);
  }

  private async many(version: ApiVersion, body: Asked & { taxIds: string[] }, call: CostlyCall, reply: FastifyReply): Promise<void> {
    sendAnswer(await this.loads.many({ ...body, version }, call), reply);
  }
}
