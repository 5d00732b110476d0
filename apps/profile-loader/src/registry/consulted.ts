import { firstRegistered, printedText } from '../domain/register-values.js';
import type { RegistryAnswer } from '../sources/identificacion/identificacion.js';
import { printedDay } from './domain/register-texts.js';
import type { Version } from './registry-reader.js';

/** What an operator downloaded from SUNAT, a hundred taxpayers at a time. */
export const consulted = 'consulta_multiple';

/** Its files add up: a statement from an earlier file keeps the version and the day of that file. */
export function consultedIn({ version, publicado }: Record<string, unknown>, inForce: Version): Version {
  return typeof version === 'string' && typeof publicado === 'string' ? { ...inForce, label: version, day: publicado } : inForce;
}

/** It may lack the name, which the padrón then has. */
export type Consulted = Omit<RegistryAnswer, 'nombre_o_razon_social'> & { nombre_o_razon_social: string | null };

export function consultedFields(facts: Record<string, unknown>, ruc: string): Consulted {
  const text = (name: string) => printedText(facts[name]);
  const place = {
    nombre_via: text('direccion'),
    departamento: text('departamento'),
    provincia: text('provincia'),
    distrito: text('distrito'),
  };
  const hasAddress = Object.values(place).some((part) => part !== null);
  const activities = Array.isArray(facts.actividades_economicas) ? facts.actividades_economicas.map(printedText) : [];
  return {
    numero_ruc: ruc,
    nombre_o_razon_social: text('nombre'),
    fecha_inscripcion: printedDay(facts.fecha_inscripcion, firstRegistered),
    fecha_inicio_actividades: printedDay(facts.fecha_inicio_actividades, firstRegistered),
    emisor_electronico_desde: null,
    afiliado_ple_desde: null,
    estado_contribuyente: text('estado'),
    condicion_contribuyente: text('condicion'),
    sistema_emision: null,
    actividad_comercio_exterior: text('actividad_comercio_exterior'),
    // The main activity comes first; SUNAT gives them without their codes here.
    actividades_economicas: activities.filter((activity) => activity !== null),
    comprobantes_electronicos: [],
    omisiones_tributarias: null,
    domicilio: hasAddress ? { tipo_via: null, numero: null, interior: null, urbanizacion: null, ...place } : null,
  };
}
