import type { Operation } from '../importaciones/customs/customs-report.js';
import { tradePiece } from '../importaciones/customs/trade-piece.js';
import { defineMapping } from '../source-mapping.js';
import { exportReport } from './raw-answer.js';

/** Exports count at FOB: as they go on board. */
const exported = { tipo: 'Exportaciones', valor: 'FOB', amounts: ({ fob_usd }: Operation) => [fob_usd] } as const;

export const exportaciones = defineMapping({
  answer: exportReport,
  piece: (raw) => tradePiece(exported, raw),
  isComplete: (raw) => !raw.pendiente_de_calculo,
});
