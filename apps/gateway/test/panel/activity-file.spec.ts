import { describe, expect, it } from '@jest/globals';
import { auditWords, panelOperations } from '@vigia/contracts';
import type { AuditEntry } from '../../src/audit/audit-log.js';
import type { Cell } from '../../src/csv/cell.js';
import { fileOfEntries } from '../../src/panel/audit/shown-entry.js';

const entry: AuditEntry = {
  position: '1',
  corporationId: '5c5b5d0e-6f0a-4a57-9d3e-0c9f6f1f2a11',
  corporationName: 'Andina de Prueba',
  at: new Date('2026-11-21T15:20:00.000Z'),
  userId: null,
  actor: 'ana@demo.example',
  address: '192.0.2.7',
  action: 'update.start',
  subject: null,
  subjectName: null,
  detail: { documents: 3 },
  outcome: 'refused',
  reason: 'quota_insufficient',
  correlationId: '0f8b7c52-3d1e-4a57-9d3e-2c9f6f1f2a44',
};

async function rowOf(given: AuditEntry, options?: { ofAll: boolean }) {
  const pages = (async function* () {
    yield [given];
  })();
  const rows: Cell[][] = [];
  for await (const some of fileOfEntries(pages, options)) rows.push(...some);
  const [header = [], row = []] = rows;
  return Object.fromEntries((header as string[]).map((name, place) => [name, row[place]]));
}

describe('the file of the activity', () => {
  it.each([undefined, { ofAll: true }])('has the words of the page beside the codes (%j)', async (options) => {
    expect(await rowOf(entry, options)).toMatchObject({
      accion: 'update.start',
      resultado: 'Rechazado',
      motivo: 'quota_insufficient',
      que_hizo: 'Forzó una actualización',
      explicacion: 'La cuota no alcanzaba.',
      correlacion: entry.correlationId,
    });
  });

  it('explains nothing that was not refused, and leaves a code without words alone', async () => {
    expect(await rowOf({ ...entry, outcome: 'done', reason: null })).toMatchObject({ motivo: null, explicacion: null });
    const newer = { ...entry, action: 'report.create', reason: 'report_empty' };
    expect(await rowOf(newer)).toMatchObject({ accion: 'report.create', que_hizo: null, motivo: 'report_empty', explicacion: null });
  });

  it('explains every refusal of an act', () => {
    // A sign-in that fails is no act of a user.
    const codes = panelOperations
      .filter(({ method, openTo }) => method !== 'GET' && openTo !== 'anybody')
      .flatMap(({ errors = [] }) => errors);
    expect(codes.filter((code) => auditWords.reasons[code] === undefined)).toEqual([]);
  });
});
