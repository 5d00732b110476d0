import type { SourceName } from '@vigia/contracts';
import type { Generator } from '../domain/inquiry.js';
import { listas_compliance } from './alerta_compliance/listas_compliance.js';
import { score_tercero } from './alerta_tercero/score_tercero.js';
import { deuda_coactiva } from './boletin/deuda_coactiva.js';
import { deuda_vencida } from './boletin/deuda_vencida.js';
import { protestos } from './boletin/protestos.js';
import { exportaciones } from './comercio_exterior/exportaciones.js';
import { importaciones } from './comercio_exterior/importaciones.js';
import { codeudores_avales } from './finanzas/codeudores_avales.js';
import { deuda_financiera } from './finanzas/deuda_financiera.js';
import { identificacion } from './identificacion/identificacion.js';
import { boletin_concursal } from './judicial/boletin_concursal.js';
import { edictos_judiciales } from './judicial/edictos_judiciales.js';
import { morosos_judiciales } from './judicial/morosos_judiciales.js';
import { deuda_laboral } from './laboral/deuda_laboral.js';
import { resoluciones_laborales } from './laboral/resoluciones_laborales.js';
import { trabajadores } from './laboral/trabajadores.js';
import { representantes_legales } from './legal/representantes_legales.js';

export const generators: Record<SourceName, Generator> = {
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
