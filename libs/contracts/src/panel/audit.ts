import { Type } from 'typebox';
import { closed } from '../messages/definition.js';
import { group, nullable } from '../summary/fields.js';
import { instantThatIs, uuid } from '../messages/vocabulary.js';
import { answered, operation } from './operation.js';
import { pageOf, pageQuery } from './pages.js';

export const auditEntry = {
  at: Type.String({ format: 'date-time' }),
  userId: nullable(Type.String({ format: 'uuid', description: 'null for what an operator did to a corporation' })),
  actor: Type.String({ description: 'email as it was then; `operator` for the command line' }),
  address: nullable(Type.String()),
  action: Type.String(),
  subject: nullable(Type.String({ description: 'id of what it was done to' })),
  subjectName: nullable(Type.String({ description: 'of a user or a credential' })),
  detail: Type.Record(Type.String(), Type.Unknown(), { description: 'never a secret' }),
  outcome: Type.Enum(['done', 'refused', 'unknown'], { title: 'AuditOutcome' }),
  reason: nullable(Type.String({ description: 'why it was refused' })),
};
const entry = group('AuditEntry', auditEntry);

export const auditEntryExample = {
  at: '2026-11-21T15:20:00.000Z',
  userId: 'b54c1d0e-6f0a-4a57-9d3e-0c9f6f1f2a11',
  actor: 'ana@demo.example',
  address: '192.0.2.7',
  action: 'webhook.edit',
  subject: '7d1f0f0c-1c1e-4a57-8d3e-7c9f6f1f2c33',
  subjectName: null,
  detail: { fields: ['url'] },
  outcome: 'done',
  reason: null,
} as const;

export const auditFilters = {
  actor: Type.Optional(Type.String({ maxLength: 254, description: 'the whole email, or `operator` for all of them' })),
  userId: Type.Optional(uuid),
  action: Type.Optional(
    Type.String({ pattern: '^[a-z]+([.-][a-z]+)*$', maxLength: 60, description: 'one action, or all of a kind: `user`' }),
  ),
  subject: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  from: Type.Optional(instantThatIs('the first moment')),
  to: Type.Optional(instantThatIs('the moment after the last')),
};

export const auditFile = {
  summary: 'Read the same as a file, whole',
  answer: {
    file: true,
    mediaType: 'text/csv',
    description: 'UTF-8 with its mark, newest first, times of Lima; nothing in it is a formula',
  },
  headers: { 'Content-Disposition': 'the name of the file' },
} as const;

export const audit = {
  csv: operation({
    tag: 'panel: audit',
    openTo: 'admin',
    method: 'GET',
    path: '/panel/v1/audit.csv',
    query: closed(auditFilters),
    ...auditFile,
  }),
  list: operation({
    tag: 'panel: audit',
    openTo: 'admin',
    method: 'GET',
    path: '/panel/v1/audit',
    summary: 'Read who did what in your corporation',
    query: closed({ ...pageQuery, ...auditFilters }),
    answer: answered('one page', pageOf('AuditPage', 'entries', entry), { entries: [auditEntryExample], older: null, newer: '412' }),
  }),
};
