import { nullable, type Document, type IdentificacionSection } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { beginningDay, isoDay, printedText, registryDay } from '../../domain/register-values.js';
import { defineMapping } from '../source-mapping.js';

const text = nullable(Type.String());
const writtenDay = nullable(registryDay);

const registryAnswer = Type.Object({
  numero_ruc: nullable(Type.String({ pattern: '^[0-9]{11}$' })),
  /** It is screened, so a name without end would hold up all loaders. */
  nombre_o_razon_social: Type.String({ pattern: '\\S', maxLength: 1_000 }),
  /** Few providers report it; only the screening uses it. */
  fecha_nacimiento: Type.Optional(writtenDay),
  fecha_inscripcion: nullable(beginningDay),
  fecha_inicio_actividades: nullable(beginningDay),
  emisor_electronico_desde: writtenDay,
  afiliado_ple_desde: writtenDay,
  estado_contribuyente: text,
  condicion_contribuyente: text,
  sistema_emision: text,
  actividad_comercio_exterior: text,
  actividades_economicas: Type.Array(Type.String()),
  comprobantes_electronicos: Type.Array(Type.String()),
  /** Null if nobody was asked: then they are unknown, which does not mean none. */
  omisiones_tributarias: nullable(Type.Array(Type.Object({ periodo: Type.String(), tributo: Type.String() }))),
  domicilio: nullable(
    Type.Object({
      tipo_via: text,
      nombre_via: text,
      numero: text,
      interior: text,
      urbanizacion: text,
      departamento: text,
      provincia: text,
      distrito: text,
    }),
  ),
});
export type RegistryAnswer = Static<typeof registryAnswer>;

export const identificacion = defineMapping({
  answer: registryAnswer,
  piece: identify,
  tidy: (raw) => ({
    kept: raw,
    note:
      raw.omisiones_tributarias === null ? 'No se consultaron las omisiones tributarias: la lista vacía no significa que no haya.' : null,
  }),
});

function identify(raw: RegistryAnswer | null, { docType, taxId }: Document): IdentificacionSection {
  return {
    razon_social: printedText(raw?.nombre_o_razon_social),
    tipo_documento: docType,
    ruc: docType === 'RUC' ? taxId : (raw?.numero_ruc ?? null),
    fecha_inscripcion: day(raw?.fecha_inscripcion),
    fecha_inicio_actividades: day(raw?.fecha_inicio_actividades),
    fecha_emisor_electronico: day(raw?.emisor_electronico_desde),
    fecha_afiliado_ple: day(raw?.afiliado_ple_desde),
    estado_contribuyente: registeredWord(raw?.estado_contribuyente),
    condicion_contribuyente: registeredWord(raw?.condicion_contribuyente),
    sistema_emision_comprobante: printedText(raw?.sistema_emision),
    actividad_comercio_exterior: printedText(raw?.actividad_comercio_exterior),
    omisiones_tributarias: raw?.omisiones_tributarias?.map(({ periodo, tributo }) => ({ periodo, tributo })) ?? [],
    actividades_economicas: lines(raw?.actividades_economicas),
    comprobante_pago_electronico: lines(raw?.comprobantes_electronicos).join(', ') || null,
    domicilio_fiscal: raw?.domicilio ? fiscalAddress(raw.domicilio) : null,
  };
}

/** As SUNAT writes it; providers may write `No_Habido`. The score and the filters of the portfolio compare these words. */
function registeredWord(written: string | null | undefined): string | null {
  return printedText(written?.replaceAll('_', ' '))?.toUpperCase() ?? null;
}

function day(registryDay: string | null | undefined): string | null {
  return registryDay ? isoDay(registryDay) : null;
}

function lines(texts: readonly (string | null)[] = []): string[] {
  return texts.map(printedText).filter((line) => line !== null);
}

function fiscalAddress(address: NonNullable<RegistryAnswer['domicilio']>): string | null {
  const [number, inside] = [printedText(address.numero), printedText(address.interior)];
  const street = [address.tipo_via, address.nombre_via, number && `NRO. ${number}`, inside && `INT. ${inside}`, address.urbanizacion];
  const place = lines([address.departamento, address.provincia, address.distrito]).join(' - ');
  return lines([...street, place]).join(' ') || null;
}
