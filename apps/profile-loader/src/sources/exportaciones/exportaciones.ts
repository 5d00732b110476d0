import type { Static } from 'typebox';
import { customsReport, operation, type Operation } from '../importaciones/customs/trade-lines.js';
import { tradePiece } from '../importaciones/customs/trade-piece.js';
import { defineMapping } from '../source-mapping.js';

const exportReport = customsReport(operation);
export type ExportReport = Static<typeof exportReport>;

/** Exports count at FOB: their value when loaded on board. */
const exported = { tipo: 'Exportaciones', valor: 'FOB', amounts: ({ fob_usd }: Operation) => [fob_usd] } as const;

export const exportaciones = defineMapping({
  answer: exportReport,
  piece: (raw) => tradePiece(exported, raw),
  isComplete: (raw) => !raw.pendiente_de_calculo,
});
