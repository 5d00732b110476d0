import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { closed, nullable } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { ApiCall } from '../../openapi/api-call.js';
import { CheckedQuery } from '../calls/check-shape.js';
import { pageOf, pageQuery, readPage, type PageText } from '../calls/pages.js';
import { onlyAdmins, Self, SessionGuard, type Colleague } from '../sessions/session.guard.js';
import { AuditLog, type AuditEntry } from './audit-log.js';

const entry = closed({
  at: Type.String({ format: 'date-time' }),
  userId: nullable(Type.String({ description: 'null for an operator' })),
  actor: Type.String({ description: 'email as it was then, or `operator`' }),
  address: nullable(Type.String()),
  action: Type.String(),
  subject: nullable(Type.String({ description: 'id of what it was done to' })),
  detail: Type.Record(Type.String(), Type.Unknown(), { description: 'never a secret' }),
  outcome: Type.Enum(['done', 'refused', 'unknown']),
  reason: nullable(Type.String({ description: 'why it was refused' })),
});
const answer = pageOf('entries', entry);
type Answer = Static<typeof answer>;

const query = closed(pageQuery);
const example: Answer = {
  entries: [
    {
      at: '2026-11-21T15:20:00.000Z',
      userId: 'b54c1d0e-6f0a-4a57-9d3e-0c9f6f1f2a11',
      actor: 'ana@demo.example',
      address: '192.0.2.7',
      action: 'webhook.edit',
      subject: '7d1f0f0c-1c1e-4a57-8d3e-7c9f6f1f2c33',
      detail: { fields: ['url'] },
      outcome: 'done',
      reason: null,
    },
  ],
  older: null,
  newer: '412',
};

@ApiTags('panel: audit')
@UseGuards(SessionGuard, onlyAdmins)
@Controller('panel/v1/audit')
export class AuditController {
  constructor(private readonly log: AuditLog) {}

  @Get()
  @ApiCall({
    summary: 'Read who did what in your corporation',
    query,
    answer: { schema: answer, example, description: 'one page' },
    errors: ['role_missing'],
  })
  async page(@CheckedQuery(query) asked: PageText, @Self() { corporationId }: Colleague): Promise<Answer> {
    const { rows, ...cursors } = await readPage(asked, (page) => this.log.page(corporationId, page));
    return { entries: rows.map(shown), ...cursors };
  }
}

function shown({ position: _, at, ...row }: AuditEntry): Static<typeof entry> {
  return { ...row, at: at.toISOString() };
}
