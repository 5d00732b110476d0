import { nullable, type LegalSection } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { isoDay, registryDay } from '../../domain/register-values.js';
import { defineMapping, type Tidied } from '../source-mapping.js';

/** The largest companies have some hundreds. Each is screened, so a list or a name without end would hold up all loaders. */
const mostRepresentatives = 5_000;
const longestName = 1_000;

/** The registry's table of legal representatives. Only some providers know the shares. */
const representativesTable = Type.Object({
  representantes: Type.Array(
    Type.Object({
      tipo_documento: Type.String({ minLength: 1 }),
      /** Null if the provider does not report it. */
      numero_documento: nullable(Type.String({ minLength: 1 })),
      nombre: Type.String({ minLength: 1, maxLength: longestName }),
      cargo: Type.String({ minLength: 1 }),
      fecha_desde: nullable(registryDay),
      /** Few providers report it; only the screening uses it. */
      fecha_nacimiento: Type.Optional(nullable(registryDay)),
      participacion: nullable(Type.Number({ minimum: 0, maximum: 100 })),
    }),
    { maxItems: mostRepresentatives },
  ),
});
export type RepresentativesTable = Static<typeof representativesTable>;

export const representantes_legales = defineMapping({ answer: representativesTable, piece: represented, tidy: withoutMasks });

/** Removes partly masked numbers, such as 4321****, which some providers send: a part identifies nobody. */
function withoutMasks(raw: RepresentativesTable): Tidied<RepresentativesTable> {
  const isMasked = ({ numero_documento }: RepresentativesTable['representantes'][number]) => numero_documento?.includes('*') === true;
  const masked = raw.representantes.filter(isMasked).length;
  if (masked === 0) return { kept: raw, note: null };
  const representantes = raw.representantes.map((one) => (isMasked(one) ? { ...one, numero_documento: null } : one));
  const which = masked === 1 ? 'El documento de 1 representante' : `Los documentos de ${masked} representantes`;
  return { kept: { ...raw, representantes }, note: `${which} no se muestra${masked === 1 ? '' : 'n'}: el proveedor los da incompletos.` };
}

function represented(raw: RepresentativesTable | null): LegalSection {
  const representatives = raw?.representantes.map(inSection) ?? [];
  const beginnings = representatives.map(({ fecha_inicio }) => fecha_inicio).filter((day) => day !== null);
  return { representantes_legales: representatives, ultima_actualizacion: beginnings.toSorted().at(-1) ?? null };
}

function inSection(raw: RepresentativesTable['representantes'][number]): LegalSection['representantes_legales'][number] {
  const { cargo, nombre, numero_documento, tipo_documento, participacion, fecha_desde } = raw;
  return {
    fecha_inicio: fecha_desde && isoDay(fecha_desde),
    cargo,
    nombre,
    numero_documento,
    tipo_documento,
    participacion: participacion && Math.round(participacion * 100) / 100,
  };
}
