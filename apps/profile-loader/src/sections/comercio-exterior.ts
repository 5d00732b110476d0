import type { ComercioExteriorSection, ComercioExteriorSectionV1, TradeFlow } from '@vigia/contracts';
import { exportaciones } from '../sources/exportaciones/exportaciones.js';
import type { TradePiece } from '../sources/importaciones/customs/trade-piece.js';
import { importaciones } from '../sources/importaciones/importaciones.js';
import { defineSection } from './section-definition.js';

export const comercio_exterior = defineSection({
  sources: {
    importaciones: { mapping: importaciones },
    exportaciones: {
      mapping: exportaciones,
      fields: ['es_exportador', 'corte_publicacion.exportaciones', 'resumen[Exportaciones]', 'ultima_actualizacion_exportaciones'],
    },
  },
  v2({ importaciones: imports, exportaciones: exports }): ComercioExteriorSection {
    const pending = imports.pendiente_de_calculo || exports.pendiente_de_calculo;
    return {
      es_importador: pending ? null : imports.con_actividad,
      es_exportador: pending ? null : exports.con_actividad,
      pendiente_de_calculo: pending,
      corte_publicacion: { importaciones: imports.corte_publicacion, exportaciones: exports.corte_publicacion },
      resumen: [imports.resumen, exports.resumen].map((flow) => (pending ? withheld(flow) : flow)),
      ...updates(imports, exports),
    };
  },
  v1: ({ importaciones: imports, exportaciones: exports }): ComercioExteriorSectionV1 => ({
    resumen: [imports.resumen_v1, exports.resumen_v1],
    ...updates(imports, exports),
  }),
});

/** The indicator is one value for both directions: as long as one is not computed, neither is shown. */
function withheld(flow: TradeFlow): TradeFlow {
  return { ...flow, ventanas: [], principal_partida: null };
}

function updates(imports: TradePiece, exports: TradePiece) {
  return {
    ultima_actualizacion_agentes_importacion: null,
    ultima_actualizacion_exportaciones: exports.ultima_actualizacion,
    ultima_actualizacion_importaciones: imports.ultima_actualizacion,
  };
}
