import type { SourceName } from '@vigia/contracts';
import { boletin_concursal } from './boletin_concursal/mapping.js';
import { codeudores_avales } from './codeudores_avales/mapping.js';
import { deuda_coactiva } from './deuda_coactiva/mapping.js';
import { deuda_financiera } from './deuda_financiera/mapping.js';
import { deuda_laboral } from './deuda_laboral/mapping.js';
import { deuda_vencida } from './deuda_vencida/mapping.js';
import { edictos_judiciales } from './edictos_judiciales/mapping.js';
import { exportaciones } from './exportaciones/mapping.js';
import { identificacion } from './identificacion/mapping.js';
import { importaciones } from './importaciones/mapping.js';
import { listas_compliance } from './listas_compliance/mapping.js';
import { morosos_judiciales } from './morosos_judiciales/mapping.js';
import { protestos } from './protestos/mapping.js';
import { representantes_legales } from './representantes_legales/mapping.js';
import { resoluciones_laborales } from './resoluciones_laborales/mapping.js';
import { score_tercero } from './score_tercero/mapping.js';
import type { SourceMapping } from './source-mapping.js';
import { trabajadores } from './trabajadores/mapping.js';

/** Keyed by source, none missing; each takes only what it has accepted itself. */
export const mappings: Record<SourceName, SourceMapping> = {
  identificacion,
  representantes_legales,
  deuda_financiera,
  codeudores_avales,
  deuda_coactiva,
  deuda_vencida,
  protestos,
  importaciones,
  exportaciones,
  deuda_laboral,
  resoluciones_laborales,
  trabajadores,
  morosos_judiciales,
  edictos_judiciales,
  boletin_concursal,
  score_tercero,
  listas_compliance,
};
