import { Type } from 'typebox';
import { closed, group, nullable } from '../schema/fields.js';
import { instantThatIs, uuid } from '../schema/vocabulary.js';
import { answered, operation } from './operation.js';
import { pageOf, pageQuery } from './pages.js';

export const auditEntry = {
  at: Type.String({ format: 'date-time' }),
  userId: nullable(
    Type.String({ format: 'uuid', description: 'user who acted; null: an operator who acted on a corporation, or at the command line' }),
  ),
  actor: Type.String({ description: 'email of the user or operator at that time; `operator` for the command line' }),
  address: nullable(Type.String({ description: 'IP address that the act came from; null: the command line' })),
  action: Type.String(),
  subject: nullable(Type.String({ description: 'id of the object of the act; null: none' })),
  subjectName: nullable(
    Type.String({ description: 'present name of the user or credential acted on; null: another object, or one without a name' }),
  ),
  detail: Type.Record(Type.String(), Type.Unknown(), { description: 'further facts about the act, never a secret' }),
  outcome: Type.Enum(['done', 'refused', 'unknown'], { title: 'AuditOutcome' }),
  reason: nullable(Type.String({ description: 'error code of the refusal; null: the act was not refused' })),
  correlationId: nullable(
    Type.String({
      description: '`X-Correlation-Id` of the call, also in the log of the operator; null: an entry from before it was recorded',
    }),
  ),
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
  detail: { fields: ['url'], server: 'https://receptor.demo.example', serverBefore: 'https://anterior.demo.example' },
  outcome: 'done',
  reason: null,
  correlationId: '0f8b7c52-3d1e-4a57-9d3e-2c9f6f1f2a44',
} as const;

export const auditFilters = {
  actor: Type.Optional(Type.String({ maxLength: 254, description: 'whole email of the actor, or `operator` for all operators' })),
  userId: Type.Optional(uuid),
  action: Type.Optional(
    Type.String({
      pattern: '^[a-z]+([.-][a-z]+)*$',
      maxLength: 60,
      description: 'an action such as `user.create`, or its first part, such as `user`, for all of that kind',
    }),
  ),
  subject: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  from: Type.Optional(instantThatIs('start of the period, included')),
  to: Type.Optional(instantThatIs('end of the period, not included')),
};

export const auditFile = {
  summary: 'Download all matching audit entries as CSV',
  answer: {
    file: true,
    mediaType: 'text/csv',
    description:
      'CSV in UTF-8 with a byte order mark, newest first, times of Lima, codes and their Spanish words; formulas are escaped with an apostrophe',
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
    summary: 'Read the audit entries of your corporation',
    query: closed({ ...pageQuery, ...auditFilters }),
    answer: answered('one page', pageOf('AuditPage', 'entries', entry), { entries: [auditEntryExample], older: null, newer: '412' }),
  }),
};
