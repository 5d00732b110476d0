import type { ImportableSource } from '../sources/providers/provider-file.js';
import { creditReport } from './credit-report.js';
import { bulletin, edicts, judicialDebtors, labourDebt, labourResolutions } from './drops.js';
import { members } from './members.js';
import type { RegistryReader } from './registry-reader.js';
import { taxpayer } from './taxpayer.js';
import { exportsOf, imports } from './trade.js';

/** The sources that registers can answer. */
export const registryReaders: Record<ImportableSource, RegistryReader> = {
  identificacion: taxpayer,
  representantes_legales: members,
  importaciones: imports,
  exportaciones: exportsOf,
  deuda_financiera: creditReport,
  deuda_laboral: labourDebt,
  resoluciones_laborales: labourResolutions,
  morosos_judiciales: judicialDebtors,
  edictos_judiciales: edicts,
  boletin_concursal: bulletin,
};
