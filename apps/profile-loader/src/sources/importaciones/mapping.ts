import { defineMapping } from '../source-mapping.js';
import { tradePiece } from './customs/trade-piece.js';
import { importReport, type ImportReport } from './raw-answer.js';

type Import = ImportReport['operaciones'][number];

/** Imports count at CIF: cost, freight and insurance. */
const imported = {
  tipo: 'Importaciones',
  valor: 'CIF',
  amounts: ({ fob_usd, flete_usd, seguro_usd }: Import) => [fob_usd, flete_usd, seguro_usd],
} as const;

export const importaciones = defineMapping({
  answer: importReport,
  piece: (raw) => tradePiece(imported, raw),
  isComplete: (raw) => !raw.pendiente_de_calculo,
});
