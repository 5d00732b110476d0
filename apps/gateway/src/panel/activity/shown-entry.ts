import { limaMinute, type panel, type PanelAnswer } from '@vigia/contracts';
import type { Cell } from '../../quota/send-report.js';
import type { AuditEntry } from '../audit/audit-log.js';

type Shown = PanelAnswer<typeof panel.audit.list>['entries'][number];

/** To somebody of its corporation. */
export function shownEntry({ position: _, corporationId: _of, corporationName: _name, at, ...entry }: AuditEntry): Shown {
  return { ...entry, at: at.toISOString() };
}

/** Entries of events named their document once. */
export function withoutDocument<Entry extends Pick<AuditEntry, 'detail'>>(entry: Entry): Entry {
  return { ...entry, detail: Object.fromEntries(Object.entries(entry.detail).filter(([name]) => name !== 'taxId')) };
}

const header = ['fecha', 'quien', 'direccion', 'accion', 'sobre', 'detalle', 'resultado', 'motivo'];

/** `ofAll`, for operators: each row says to which corporation it was done, and none to which document. */
export async function* fileOfEntries(pages: AsyncIterable<AuditEntry[]>, { ofAll = false } = {}): AsyncGenerator<Cell[][]> {
  yield [ofAll ? [...header, 'corporacion', 'corporacion_id'] : header];
  for await (const page of pages) {
    const entries = ofAll ? page.map(withoutDocument) : page;
    yield entries.map(({ at, actor, address, action, subject, detail, outcome, reason, corporationName, corporationId }) => [
      { exact: limaMinute(at) },
      actor,
      address === null ? null : { exact: address },
      action,
      subject,
      JSON.stringify(detail),
      outcome,
      reason,
      ...(ofAll ? [corporationName, corporationId] : []),
    ]);
  }
}
