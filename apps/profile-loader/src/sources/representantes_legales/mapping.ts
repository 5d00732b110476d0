import type { LegalSection } from '@vigia/contracts';
import { isoDay } from '../identificacion/registry-day.js';
import { defineMapping } from '../source-mapping.js';
import { representativesTable, type RepresentativesTable } from './raw-answer.js';

export const representantes_legales = defineMapping({ answer: representativesTable, piece: represented });

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
