import type { SourceName } from '@vigia/contracts';
import type { Generator } from '../domain/inquiry.js';
import { listas_compliance } from './alerta_compliance.js';
import { score_tercero } from './alerta_tercero.js';
import { deuda_coactiva, deuda_vencida, protestos } from './boletin.js';
import { exportaciones, importaciones } from './comercio_exterior.js';
import { codeudores_avales, deuda_financiera } from './finanzas.js';
import { identificacion } from './identificacion.js';
import { boletin_concursal, edictos_judiciales, morosos_judiciales } from './judicial.js';
import { deuda_laboral, resoluciones_laborales, trabajadores } from './laboral.js';
import { representantes_legales } from './legal.js';

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
