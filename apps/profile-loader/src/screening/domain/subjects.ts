import { rucOfDni, type Document } from '@vigia/contracts';
import type { NameKind } from '@vigia/names';

export interface IdentityDocument {
  tipo: string;
  numero: string;
}

/** Who is looked up in the lists: the holder of the profile, or a person who represents it. */
export interface Subject {
  sujeto: 'titular' | 'representante';
  nombre: string | null;
  documentos: IdentityDocument[];
}

/** A RUC that begins with 20 is of a company. */
export function kindOf({ documentos }: Subject): NameKind {
  return documentos.some(({ tipo, numero }) => tipo === 'RUC' && numero.startsWith('20')) ? 'company' : 'person';
}

interface Registered {
  nombre_o_razon_social: string;
  numero_ruc: string | null;
}

interface Represented {
  representantes: readonly { nombre: string; tipo_documento: string; numero_documento: string | null }[];
}

export function subjectsOf(document: Document, registry: Registered | null, representatives: Represented | null): Subject[] {
  const own = [{ tipo: document.docType, numero: document.taxId }];
  const ruc = registry?.numero_ruc ? [{ tipo: 'RUC', numero: registry.numero_ruc }] : [];
  return [
    { sujeto: 'titular', nombre: registry?.nombre_o_razon_social ?? null, documentos: withEquivalents([...own, ...ruc]) },
    ...(representatives?.representantes ?? []).map(({ nombre, tipo_documento: tipo, numero_documento: numero }): Subject => ({
      sujeto: 'representante',
      nombre,
      documentos: numero === null ? [] : withEquivalents([{ tipo, numero }]),
    })),
  ];
}

/** The RUC of a natural person contains the DNI: a person who is listed by one of them is found by the other. */
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
