import type { Generator, Inquiry } from '../domain/inquiry.js';
import { monthText } from '../domain/month.js';
import { representativesOf } from './legal.js';

interface Hit {
  lista: string;
  tema: 'sancion' | 'pep';
  sujeto: 'titular' | 'representante';
  nombre_consultado: string;
  nombre_listado: string;
  documento: { tipo: string; numero: string } | null;
  similitud: number;
}

const lists = ['SIM-SANCIONES', 'SIM-PEP', 'SIM-PROVEEDORES'];

/** The lists that were searched and the matches. Without a match the list of matches is empty, not null. */
export const listas_compliance: Generator = (inquiry) => {
  const found = hit(inquiry);
  return {
    listas: lists.map((lista) => ({ lista, version: monthText(inquiry.month) })),
    coincidencias: found ? [{ id_entidad: `sim-${inquiry.random.integer(10_000, 99_999)}`, ...found }] : [],
  };
};

function hit({ world, taxpayer, name }: Inquiry): Hit | null {
  const { document, traits } = taxpayer;
  const holder = { sujeto: 'titular', nombre_consultado: name } as const;
  switch (traits.listing) {
    case 'sanctioned': {
      const documento = { tipo: document.docType, numero: document.taxId };
      return { ...holder, lista: 'SIM-SANCIONES', tema: 'sancion', nombre_listado: name, documento, similitud: 1 };
    }
    case 'similar_name': {
      // One word differs and no document confirms it, so the similarity is below that of a match.
      const nombre_listado = name.replace(/^\S+/, 'CONSORCIO');
      return { ...holder, lista: 'SIM-SANCIONES', tema: 'sancion', nombre_listado, documento: null, similitud: 0.74 };
    }
    case 'exposed_representative': {
      const { tipo_documento, numero_documento, nombre } = representativesOf(world, taxpayer)[0]!;
      const documento = { tipo: tipo_documento, numero: numero_documento };
      return {
        lista: 'SIM-PEP',
        tema: 'pep',
        sujeto: 'representante',
        nombre_consultado: nombre,
        nombre_listado: nombre,
        documento,
        similitud: 1,
      };
    }
    case 'none':
      return null;
  }
}
