import { limaMinute, type panel, type PanelAnswer } from '@vigia/contracts';
import type { Cell } from '../../quota/send-report.js';
import type { AuditEntry } from '../audit/audit-log.js';

type Shown = PanelAnswer<typeof panel.audit.list>['entries'][number];

/** To somebody of its corporation. */
export function shownEntry({ position: _, corporationId: _of, corporationName: _name, at, ...entry }: AuditEntry): Shown {
  return { ...entry, at: at.toISOString() };
}

const header = ['fecha', 'quien', 'direccion', 'accion', 'sobre', 'detalle', 'resultado', 'motivo'];

/** `ofAll`: each row says to which corporation it was done. */
export async function* fileOfEntries(pages: AsyncIterable<AuditEntry[]>, { ofAll = false } = {}): AsyncGenerator<Cell[][]> {
  yield [ofAll ? [...header, 'corporacion', 'corporacion_id'] : header];
  for await (const page of pages) {
    yield page.map(({ at, actor, address, action, subject, detail, outcome, reason, corporationName, corporationId }) => [
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
