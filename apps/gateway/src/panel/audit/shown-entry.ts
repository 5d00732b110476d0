import { auditWords, limaMinute, type panel, type PanelAnswer } from '@vigia/contracts';
import { isIP } from 'node:net';
import type { Cell } from '../../csv/cell.js';
import { pagesFrom } from '../../csv/send-csv.js';
import type { Act, Actor, AuditEntry, AuditFilter, AuditLog } from '../../audit/audit-log.js';

type Shown = PanelAnswer<typeof panel.audit.list>['entries'][number];

/** As shown to a user of its corporation. */
export function shownEntry({ position: _, corporationId: _of, corporationName: _name, at, ...entry }: AuditEntry): Shown {
  return { ...entry, at: at.toISOString() };
}

/** Entries of events used to name their document. */
export function withoutDocument<Entry extends Pick<AuditEntry, 'detail'>>(entry: Entry): Entry {
  return { ...entry, detail: Object.fromEntries(Object.entries(entry.detail).filter(([name]) => name !== 'taxId')) };
}

const perPage = 500;

/** All entries, read page by page. The first page is read before this returns, so that the call can still be refused. */
export async function allEntries(log: AuditLog, within: string | null, filter: AuditFilter): Promise<AsyncGenerator<AuditEntry[]>> {
  const read = (before?: string) => log.page(within, { limit: perPage, before }, filter, { hasBegun: before !== undefined });
  return pagesFrom(await read(), (page) => (page.length < perPage ? undefined : read(page.at(-1)?.position)));
}

/** A download of the record. Its filter is kept without the text of the subject. */
export function exportOf(actor: Actor, { subject, ...filter }: AuditFilter): Act {
  return { actor, action: 'audit.export', detail: { ...filter, ...(subject !== undefined && { subject: true }) } };
}

const outcomes = { done: 'Hecho', refused: 'Rechazado', unknown: 'Sin confirmar' };

const header = ['fecha', 'quien', 'direccion', 'accion', 'sobre', 'sobre_nombre', 'detalle', 'resultado', 'motivo'];
/** The words for `accion` and `motivo`. A code without a text here is shown by its code only. */
const inWords = ['que_hizo', 'explicacion'];
/** By which an operator finds the lines of the act in the log. */
const ofLog = 'correlacion';

/** `ofAll`, for operators: each row names the corporation it was done to, and no document. */
export async function* fileOfEntries(pages: AsyncIterable<AuditEntry[]>, { ofAll = false } = {}): AsyncGenerator<Cell[][]> {
  yield [[...header, ...(ofAll ? ['corporacion', 'corporacion_id'] : []), ...inWords, ofLog]];
  for await (const page of pages) {
    const entries = ofAll ? page.map(withoutDocument) : page;
    yield entries.map(({ address, ...entry }) => [
      { exact: limaMinute(entry.at) },
      entry.actor,
      // Old entries keep whatever a proxy forwarded.
      address !== null && isIP(address) ? { exact: address } : address,
      entry.action,
      entry.subject,
      entry.subjectName,
      JSON.stringify(entry.detail),
      outcomes[entry.outcome],
      entry.reason,
      ...(ofAll ? [entry.corporationName, entry.corporationId] : []),
      auditWords.actions[entry.action] ?? null,
      entry.reason === null ? null : (auditWords.reasons[entry.reason] ?? null),
      entry.correlationId,
    ]);
  }
}
