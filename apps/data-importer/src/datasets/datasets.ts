import { agentesPercepcionCombustibles } from './agentes_percepcion_combustibles/layout.js';
import { agentesPercepcionVentaInterna } from './agentes_percepcion_venta_interna/layout.js';
import { agentesRetencion } from './agentes_retencion/layout.js';
import { boletinConcursal } from './boletin_concursal/layout.js';
import { buenosContribuyentes } from './buenos_contribuyentes/layout.js';
import { ciiu } from './ciiu/layout.js';
import { consultaMultiple } from './consulta_multiple/layout.js';
import type { Dataset } from './dataset.js';
import { deudaFinanciera } from './deuda_financiera/layout.js';
import { deudaLaboral } from './deuda_laboral/layout.js';
import { edictosJudiciales } from './edictos_judiciales/layout.js';
import { eu } from './eu/layout.js';
import { exportaciones } from './exportaciones/layout.js';
import { importaciones } from './importaciones/layout.js';
import { localAnexo } from './local_anexo/layout.js';
import { morososJudiciales } from './morosos_judiciales/layout.js';
import { oeceConformacionJuridica } from './oece_conformacion_juridica/layout.js';
import { oeceInhabilitacionesJudiciales } from './oece_inhabilitaciones_judiciales/layout.js';
import { oeceMultas } from './oece_multas/layout.js';
import { oeceSancionados } from './oece_sancionados/layout.js';
import { ofacConsolidated } from './ofac_consolidated/layout.js';
import { ofacSdn } from './ofac_sdn/layout.js';
import { openSanctions } from './opensanctions/layout.js';
import { padronReducido } from './padron_reducido/layout.js';
import { resolucionesLaborales } from './resoluciones_laborales/layout.js';
import { ssco } from './ssco/layout.js';
import { tipoCambio } from './tipo_cambio/layout.js';
import { uk } from './uk/layout.js';
import { un } from './un/layout.js';
import { worldBank } from './world_bank/layout.js';

/** Every register and list that can be imported, one per line. */
export const datasets: readonly Dataset[] = [
  padronReducido,
  localAnexo,
  agentesRetencion,
  agentesPercepcionCombustibles,
  agentesPercepcionVentaInterna,
  buenosContribuyentes,
  ssco,
  consultaMultiple,
  oeceSancionados,
  oeceMultas,
  oeceInhabilitacionesJudiciales,
  oeceConformacionJuridica,
  importaciones,
  exportaciones,
  tipoCambio,
  ciiu,
  ofacSdn,
  ofacConsolidated,
  un,
  eu,
  uk,
  worldBank,
  openSanctions,
  boletinConcursal,
  deudaLaboral,
  resolucionesLaborales,
  morososJudiciales,
  edictosJudiciales,
  deudaFinanciera,
];

export function datasetOf(name: string): Dataset | undefined {
  return datasets.find((dataset) => dataset.name === name);
}

/** Whether a data set may not be imported here, because nobody has confirmed its licence. */
export function lacksLicence({ name, needsLicence }: Dataset, licences: readonly string[]): boolean {
  return needsLicence === true && !licences.includes(name);
}
