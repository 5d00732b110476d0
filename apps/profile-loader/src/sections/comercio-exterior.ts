import type { ComercioExteriorSection, ComercioExteriorSectionV1, Document, TradeFlow } from '@vigia/contracts';
import { exportaciones } from '../sources/exportaciones/mapping.js';
import type { ExportReport } from '../sources/exportaciones/raw-answer.js';
import type { TradePiece } from '../sources/importaciones/customs/trade-piece.js';
import { importaciones } from '../sources/importaciones/mapping.js';
import type { ImportReport } from '../sources/importaciones/raw-answer.js';
import type { Answers, SectionDefinition } from './section-definition.js';

export const comercio_exterior: SectionDefinition = {
  v2(answers, document): ComercioExteriorSection {
    const { imports, exports } = pieces(answers, document);
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
  v1(answers, document): ComercioExteriorSectionV1 {
    const { imports, exports } = pieces(answers, document);
    return { resumen: [imports.resumen_v1, exports.resumen_v1], ...updates(imports, exports) };
  },
  fieldSources: [
    ['es_exportador', 'exportaciones'],
    ['corte_publicacion.exportaciones', 'exportaciones'],
    ['resumen[Exportaciones]', 'exportaciones'],
    ['ultima_actualizacion_exportaciones', 'exportaciones'],
    ['', 'importaciones'],
  ],
};

function pieces(answers: Answers, document: Document) {
  return {
    imports: importaciones.piece((answers.importaciones ?? null) as ImportReport | null, document),
    exports: exportaciones.piece((answers.exportaciones ?? null) as ExportReport | null, document),
  };
}

/** The indicator is one for both directions: as long as one is not computed, neither is shown. */
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
