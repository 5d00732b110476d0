import { Type, type Static } from 'typebox';
import { defineMapping } from '../source-mapping.js';
import { customsReport, dollars, operation } from './customs/trade-lines.js';
import { tradePiece } from './customs/trade-piece.js';

export const importReport = customsReport(Type.Object({ ...operation.properties, flete_usd: dollars, seguro_usd: dollars }));
export type ImportReport = Static<typeof importReport>;
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
