import { rucOfDni, type Document } from '@vigia/contracts';
import type { RegistryAnswer } from '../../sources/identificacion/raw-answer.js';
import type { RepresentativesTable } from '../../sources/representantes_legales/raw-answer.js';

export interface IdentityDocument {
  tipo: string;
  numero: string;
}

/** Somebody whom a profile is screened for: its holder, or a person who represents it. */
export interface Subject {
  sujeto: 'titular' | 'representante';
  nombre: string | null;
  documentos: IdentityDocument[];
}

export function subjectsOf(document: Document, registry: RegistryAnswer | null, representatives: RepresentativesTable | null): Subject[] {
  const own = [{ tipo: document.docType, numero: document.taxId }];
  const ruc = registry?.numero_ruc ? [{ tipo: 'RUC', numero: registry.numero_ruc }] : [];
  return [
    { sujeto: 'titular', nombre: registry?.nombre_o_razon_social ?? null, documentos: withEquivalents([...own, ...ruc]) },
    ...(representatives?.representantes ?? []).map(({ nombre, tipo_documento: tipo, numero_documento: numero }): Subject => ({
      sujeto: 'representante',
      nombre,
      documentos: withEquivalents([{ tipo, numero }]),
    })),
  ];
}

/** A natural person's RUC carries the DNI: whoever is listed by one of them is found by the other. */
function withEquivalents(documents: IdentityDocument[]): IdentityDocument[] {
  const all = documents.flatMap(({ tipo, numero }) => {
    if (tipo === 'DNI' && /^[0-9]{8}$/.test(numero))
      return [
        { tipo, numero },
        { tipo: 'RUC', numero: rucOfDni(numero) },
      ];
    if (tipo === 'RUC' && numero.startsWith('10'))
      return [
        { tipo, numero },
        { tipo: 'DNI', numero: numero.slice(2, 10) },
      ];
    return [{ tipo, numero }];
  });
  return all.filter(({ tipo, numero }, i) => all.findIndex((other) => other.tipo === tipo && other.numero === numero) === i);
}
