import type { Generator, Inquiry } from '../domain/inquiry.js';
import { dayText, monthOf, monthsUpTo, monthText } from '../domain/month.js';
import { companyName, personName } from '../domain/subject.js';
import type { Random, Range } from '../domain/world.js';
import { activities } from '../material/activities.js';
import { districts, neighbourhoods, streetKinds, streetNames } from '../material/addresses.js';
import { taxes } from '../material/institutions.js';

function fiscalAddress(random: Random) {
  const { ubigeo, departamento, provincia, distrito } = random.pick(districts);
  const interior = random.integer(101, 999);
  const neighbourhood = random.pick(neighbourhoods);
  return {
    ubigeo,
    tipo_via: random.pick(streetKinds),
    nombre_via: random.pick(streetNames),
    numero: String(random.integer(100, 2999)),
    interior: random.chance(0.4) ? String(interior) : null,
    urbanizacion: random.chance(0.5) ? neighbourhood : null,
    departamento,
    provincia,
    distrito,
  };
}

/** The entry of the taxpayer registry. A person without a RUC has a name and nothing else. */
export const identificacion: Generator = (inquiry) => {
  const { world, taxpayer, random, name } = inquiry;
  const { document, subject, ruc } = taxpayer;
  const person = subject.kind === 'person' ? personName(world, subject) : null;
  return {
    tipo_documento: document.docType,
    numero_documento: document.taxId,
    numero_ruc: ruc,
    nombre_o_razon_social: name,
    persona: person && { apellido_paterno: person.paternal, apellido_materno: person.maternal, nombres: person.given },
    ...(ruc ? registration(inquiry, random) : unregistered),
  };
};

function registration({ world, taxpayer, month }: Inquiry, random: Random) {
  const { subject, condition, traits } = taxpayer;
  const company = subject.kind === 'company' ? companyName(world, subject) : null;
  const begunIn = condition.registeredSince + random.integer(0, 2);
  const electronicIn = Math.max(begunIn + 1, random.integer(...electronicReceiptsBegan));
  const electronicSince = dayText(electronicIn, random.integer(1, 28));
  const registeredDay = random.integer(1, 27);
  const address = fiscalAddress(random);
  return {
    tipo_contribuyente: company?.form ?? random.pick(['PERSONA NATURAL CON NEGOCIO', 'PERSONA NATURAL SIN NEGOCIO']),
    nombre_comercial: company && random.chance(0.4) ? (traits.name ?? company.tradeName) : null,
    fecha_inscripcion: dayText(condition.registeredSince, registeredDay),
    fecha_inicio_actividades: dayText(begunIn, registeredDay + 1),
    emisor_electronico_desde: electronicSince,
    afiliado_ple_desde: company && random.chance(0.7) ? electronicSince : null,
    estado_contribuyente: traits.registration.status,
    condicion_contribuyente: traits.registration.condition,
    sistema_emision: random.pick(['MANUAL', 'COMPUTARIZADO', 'MANUAL/COMPUTARIZADO']),
    actividad_comercio_exterior: foreignTrade[`${traits.importer}-${traits.exporter}`],
    actividades_economicas: ranked(random.sample(activities, traits.activities), traits.activities),
    comprobantes_electronicos: ['FACTURA', 'BOLETA', 'GUIA DE REMISION'].map((kind) => `${kind} (desde ${electronicSince})`),
    // An omission can only be in a month that is over.
    omisiones_tributarias: monthsUpTo(condition.troubledSince + traits.taxOmissions - 1, traits.taxOmissions)
      .filter((omitted) => omitted < month)
      .map((omitted, i) => ({ periodo: monthText(omitted), tributo: taxes[i % taxes.length] })),
    // The registry does not publish where natural persons live.
    domicilio: company ? address : null,
  };
}

const electronicReceiptsBegan: Range = [monthOf(2014, 7), monthOf(2022, 6)];

const unregistered = {
  tipo_contribuyente: null,
  nombre_comercial: null,
  fecha_inscripcion: null,
  fecha_inicio_actividades: null,
  emisor_electronico_desde: null,
  afiliado_ple_desde: null,
  estado_contribuyente: null,
  condicion_contribuyente: null,
  sistema_emision: null,
  actividad_comercio_exterior: null,
  actividades_economicas: [],
  comprobantes_electronicos: [],
  omisiones_tributarias: [],
  domicilio: null,
};

const foreignTrade: Record<`${boolean}-${boolean}`, string> = {
  'false-false': 'SIN ACTIVIDAD',
  'true-false': 'IMPORTADOR',
  'false-true': 'EXPORTADOR',
  'true-true': 'IMPORTADOR/EXPORTADOR',
};

function ranked(lines: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const rank = i === 0 ? 'Principal   ' : `Secundaria ${i}`;
    return `${rank} - ${lines[i % lines.length]}`;
  });
}
