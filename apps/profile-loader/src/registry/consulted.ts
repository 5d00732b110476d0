import type { RegistryAnswer } from '../sources/identificacion/identificacion.js';
import { byColumn, printedDay, printedText } from './domain/register-texts.js';

/** What an operator downloaded from SUNAT, a hundred taxpayers at a time. */
export const consulted = 'consulta_multiple';

export function consultedFields(facts: Record<string, unknown>, ruc: string): RegistryAnswer {
  const columns = byColumn(facts);
  const text = (...titles: string[]) => titles.map((title) => printedText(columns[title])).find((value) => value !== null) ?? null;
  const activity = (rank: string, ...titles: string[]) => {
    const name = text(...titles);
    return name === null ? [] : [`${rank} - ${name}`];
  };
  return {
    numero_ruc: ruc,
    nombre_o_razon_social: text('nombre_razonsocial', 'nombre_razon_social', 'nombre') ?? ruc,
    fecha_inscripcion: printedDay(columns.fecha_de_inscripcion),
    fecha_inicio_actividades: printedDay(columns.fecha_de_inicio_de_actividades),
    emisor_electronico_desde: null,
    afiliado_ple_desde: null,
    estado_contribuyente: text('estado_del_contribuyente'),
    condicion_contribuyente: text('condicion_del_contribuyente'),
    sistema_emision: null,
    actividad_comercio_exterior: text('actividad_de_comercio_exterior'),
    actividades_economicas: [
      ...activity('Principal', 'principal_ciiu'),
      ...activity('Secundaria 1', 'secundario_1_ciiu'),
      ...activity('Secundaria 2', 'secundario_2_ciiu'),
    ],
    comprobantes_electronicos: [],
    omisiones_tributarias: null,
    domicilio: {
      tipo_via: null,
      nombre_via: text('direccion'),
      numero: null,
      interior: null,
      urbanizacion: null,
      departamento: text('departamento'),
      provincia: text('provincia'),
      distrito: text('distrito'),
    },
  };
}
