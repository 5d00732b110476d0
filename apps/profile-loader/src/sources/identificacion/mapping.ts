import type { Document, IdentificacionSection } from '@vigia/contracts';
import { defineMapping } from '../source-mapping.js';
import { registryAnswer, type RegistryAnswer } from './registry-answer.js';

export const identificacion = defineMapping({ answer: registryAnswer, piece: identify });

function identify(raw: RegistryAnswer | null, { docType, taxId }: Document): IdentificacionSection {
  return {
    razon_social: raw?.nombre_o_razon_social ?? null,
    tipo_documento: docType,
    ruc: docType === 'RUC' ? taxId : (raw?.numero_ruc ?? null),
    fecha_inscripcion: isoDay(raw?.fecha_inscripcion),
    fecha_inicio_actividades: isoDay(raw?.fecha_inicio_actividades),
    fecha_emisor_electronico: isoDay(raw?.emisor_electronico_desde),
    fecha_afiliado_ple: isoDay(raw?.afiliado_ple_desde),
    estado_contribuyente: raw?.estado_contribuyente ?? null,
    condicion_contribuyente: raw?.condicion_contribuyente ?? null,
    sistema_emision_comprobante: raw?.sistema_emision ?? null,
    actividad_comercio_exterior: raw?.actividad_comercio_exterior?.trim() || null,
    omisiones_tributarias: raw?.omisiones_tributarias ?? [],
    actividades_economicas: raw?.actividades_economicas.map(oneSpaced) ?? [],
    comprobante_pago_electronico: raw?.comprobantes_electronicos?.join(', ') || null,
    domicilio_fiscal: raw?.domicilio ? fiscalAddress(raw.domicilio) || null : null,
  };
}

/** The registry writes days as dd/mm/yyyy. */
function isoDay(text: string | null | undefined): string | null {
  return text ? text.split('/').reverse().join('-') : null;
}

function oneSpaced(line: string): string {
  return line.replaceAll(/ +/g, ' ').trim();
}

function fiscalAddress(address: NonNullable<RegistryAnswer['domicilio']>): string {
  const street = [
    address.tipo_via,
    address.nombre_via,
    address.numero && `NRO. ${address.numero}`,
    address.interior && `INT. ${address.interior}`,
    address.urbanizacion,
  ];
  const place = [address.departamento, address.provincia, address.distrito].filter(Boolean).join(' - ');
  return oneSpaced([...street.filter(Boolean), place].join(' '));
}
