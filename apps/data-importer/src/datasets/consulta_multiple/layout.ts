import { barRecords } from '../../reading/lines.js';
import { rucFault, written } from '../cells.js';
import type { Dataset, Notes, SourceFile } from '../dataset.js';
import type { Fact } from '../rows.js';
import { tableRows } from '../table.js';
import { dayMonthYear } from '../written-days.js';

const texts = {
  nombre: 'Nombre - RazonSocial',
  tipo_contribuyente: 'Tipo de Contribuyente',
  profesion: 'Profesion u Oficio',
  nombre_comercial: 'Nombre Comercial',
  condicion: 'Condicion del Contribuyente',
  estado: 'Estado del Contribuyente',
  departamento: 'Departamento',
  provincia: 'Provincia',
  distrito: 'Distrito',
  direccion: 'Direccion',
  actividad_comercio_exterior: 'Actividad de Comercio Exterior',
  nuevo_rus: 'Afecto Nuevo RUS',
  buen_contribuyente: 'Buen Contribuyente',
  agente_retencion: 'Agente de Retencion',
  agente_percepcion_venta_interna: 'Agente de Percepcion VtaInt',
  agente_percepcion_combustibles: 'Agente de Percepcion ComLiq',
};
const days = { fecha_inscripcion: 'Fecha de Inscripcion', fecha_inicio_actividades: 'Fecha de Inicio de Actividades' };
const activities = { principal: 'Principal- CIIU', secondary1: 'Secundario 1- CIIU', secondary2: 'Secundario 2- CIIU' };
const titles = { ruc: 'NumeroRuc', ...texts, ...days, ...activities };

export const consultaMultiple: Dataset<'facts'> = {
  name: 'consulta_multiple',
  kind: 'facts',
  title: 'Consulta múltiple del RUC',
  publisher: 'SUNAT',
  licence: 'Answer to a question that an operator asked; no terms are stated; personal data of those who are persons (Ley 29733)',
  address: null,
  cadence: 'by_hand',
  parser: 1,
  addsUp: true,
  // The second text of the archive lists the numbers that do not exist.
  layout: { files: { main: /^RM[^/]*\.txt$/i, ignored: /\.txt$/i }, read },
};

/** Drops phone and fax. Activities come without their code. */
async function* read(files: Record<string, SourceFile>, notes: Notes): AsyncGenerator<Fact> {
  for await (const row of tableRows(barRecords(files.main!.open()), { titles, unread: ['Telefono', 'Fax'] }, notes)) {
    const fault = rucFault(row.ruc);
    if (fault) {
      notes.reject({ line: row.line, reason: fault, text: Object.values(row).slice(1).join('|') });
      continue;
    }
    const facts: Record<string, unknown> = {};
    for (const name of Object.keys(texts) as (keyof typeof texts)[]) facts[name] = written(row[name]);
    for (const name of Object.keys(days) as (keyof typeof days)[]) facts[name] = dayMonthYear(row[name]);
    facts.actividades_economicas = [row.principal, row.secondary1, row.secondary2].map(written).filter((text) => text !== null);
    yield { docType: 'RUC', document: row.ruc, facts };
  }
}
