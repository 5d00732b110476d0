import { Type } from 'typebox';
import { uuid } from '../schema/vocabulary.js';
import { closed, group, nullable } from '../schema/fields.js';
import { auditEntry, auditEntryExample, auditFile, auditFilters } from './audit.js';
import { operation, answered } from './operation.js';
import { ofOperators } from './operator-corporations.js';
import { pageOf, pageQuery } from './pages.js';

const filters = { ...auditFilters, corporationId: Type.Optional(uuid) };

const entry = group('OperatedAuditEntry', {
  ...auditEntry,
  corporationId: nullable(uuid, { description: 'corporation that the act concerned; null: none' }),
  corporationName: nullable(Type.String(), {
    description: 'present name of the corporation that the act concerned; null: none, or there is no such corporation',
  }),
});

export const operatorAudit = {
  csv: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/audit.csv',
    query: closed(filters),
    ...auditFile,
  }),
  list: operation({
    ...ofOperators,
    method: 'GET',
    path: '/panel/v1/operator/audit',
    summary: 'Read the audit entries of the whole platform',
    query: closed({ ...pageQuery, ...filters }),
    answer: answered('one page', pageOf('OperatedAuditPage', 'entries', entry), {
      entries: [
        { ...auditEntryExample, corporationId: '893d0f72-af5b-4131-94d2-78cbd1cb66bb', corporationName: 'Comercial de Prueba S.A.C.' },
      ],
      older: null,
      newer: '412',
    }),
  }),
};
