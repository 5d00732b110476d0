import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import type { FastifyReply } from 'fastify';
import { type Act, AuditLog } from '../audit/audit-log.js';
import { type Csv, sendCsv } from './send-csv.js';

/** Files that a person takes away. Each is in the audit record before it begins. Nobody reads the body of a HEAD answer. */
@Injectable()
export class RecordedCsv {
  constructor(
    private readonly audit: AuditLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async send<Page>(reply: FastifyReply, act: Act, file: () => Promise<Csv<Page>>): Promise<void> {
    const begun = await file();
    const send = async () => sendCsv(reply, this.logger, begun);
    await (reply.request.method === 'HEAD' ? send() : this.audit.record(act, send));
  }
}
