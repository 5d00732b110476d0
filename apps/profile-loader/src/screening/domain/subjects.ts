import { rucOfDni, type Document } from '@vigia/contracts';
import { prepareName, type NameKind } from '@vigia/names';
import { isoDay, notSpecified, printedText } from '../../domain/register-values.js';

export interface IdentityDocument {
  tipo: string;
  numero: string;
}

/** A person or company that is looked up in the lists: the holder of the profile, a representative, or a partner. */
export interface Subject {
  sujeto: 'titular' | 'representante' | 'socio';
  nombre: string | null;
  documentos: IdentityDocument[];
  /** YYYY-MM-DD */
  nacimiento: string | null;
  /** Codes of two letters. */
  paises: string[];
}

/** A RUC that begins with 20 belongs to a company; everybody else is treated as a person. */
export function kindOf({ documentos }: Subject): NameKind {
  return kindToldBy(documentos) ?? 'person';
}

const ofPersons = ['DNI', 'CE', 'PASAPORTE'];

/** Null if no document states it: a partner without a document may be a foreign company. */
export function kindToldBy(documents: readonly IdentityDocument[]): NameKind | null {
  const hasRuc = (beginning: string) => documents.some(({ tipo, numero }) => tipo === 'RUC' && numero.startsWith(beginning));
  if (hasRuc('20')) return 'company';
  return hasRuc('1') || documents.some(({ tipo }) => ofPersons.includes(tipo)) ? 'person' : null;
}

/** A dash is not a name, nor is anything else that no list could be compared with. */
export function isNamed(subject: Subject): boolean {
  return prepareName(subject.nombre ?? '', kindOf(subject)).words.length > 0;
}

interface Registered {
  nombre_o_razon_social: string;
  numero_ruc: string | null;
  fecha_nacimiento?: string | null;
}

interface Represented {
  representantes: readonly {
    nombre: string;
    tipo_documento: string;
    numero_documento: string | null;
    cargo?: string;
    participacion?: number | null;
    fecha_nacimiento?: string | null;
  }[];
}

export function subjectsOf(document: Document, registry: Registered | null, representatives: Represented | null): Subject[] {
  const own = [{ tipo: document.docType, numero: document.taxId }];
  const ruc = registry?.numero_ruc ? [{ tipo: 'RUC', numero: registry.numero_ruc }] : [];
  const holder = withEquivalents([...own, ...ruc]);
  const subjects: Subject[] = [
    {
      sujeto: 'titular',
      nombre: registry?.nombre_o_razon_social ?? null,
      documentos: holder,
      nacimiento: day(registry?.fecha_nacimiento),
      paises: countriesOf(holder),
    },
    ...(representatives?.representantes ?? []).map(({ nombre, tipo_documento: tipo, numero_documento: numero, ...rest }): Subject => {
      const documentos = numero === null ? [] : withEquivalents([{ tipo, numero }]);
      return {
        sujeto: roleOf(rest),
        nombre: printedText(nombre) === notSpecified ? null : nombre,
        documentos,
        nacimiento: day(rest.fecha_nacimiento),
        paises: countriesOf(documentos),
      };
    }),
  ];
  // One person in two offices is two lines of the register, and would be every hit twice.
  return [...new Map(subjects.map((subject) => [JSON.stringify(subject), subject])).values()];
}

/** Somebody with a share and without an office is a partner. */
function roleOf({ cargo = '', participacion }: { cargo?: string; participacion?: number | null }): Subject['sujeto'] {
  return /\b(socio|socia|accionista)\b/i.test(cargo) || (cargo === '' && participacion != null) ? 'socio' : 'representante';
}

function day(written: string | null | undefined): string | null {
  return written ? isoDay(written) : null;
}

/** A DNI belongs to a citizen of Peru, and a RUC to somebody registered there. */
function countriesOf(documents: IdentityDocument[]): string[] {
  return documents.some(({ tipo }) => tipo === 'DNI' || tipo === 'RUC') ? ['PE'] : [];
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
