import { day } from './day.ts';
import type { Language } from './languages.ts';

/** Registers and lists by data set name, as used in a sentence. */
const names: Record<Language, Record<string, string>> = {
  es: {
    padron: 'padrón',
    padron_reducido: 'padrón reducido',
    local_anexo: 'locales anexos',
    agentes_retencion: 'agentes de retención',
    agentes_percepcion_combustibles: 'agentes de percepción (combustibles)',
    agentes_percepcion_venta_interna: 'agentes de percepción (venta interna)',
    buenos_contribuyentes: 'buenos contribuyentes',
    ssco: 'sujetos sin capacidad operativa (SSCO)',
    consulta_multiple: 'consulta múltiple',
    oece_sancionados: 'OECE, proveedores sancionados',
    oece_multas: 'OECE, proveedores multados',
    oece_inhabilitaciones_judiciales: 'OECE, inhabilitaciones judiciales',
    oece_conformacion_juridica: 'OECE, conformación jurídica',
    tipo_cambio: 'tipo de cambio',
    ciiu: 'CIIU, revisión 4',
    deuda_laboral: 'deuda laboral',
    morosos_judiciales: 'deudores judiciales',
    edictos_judiciales: 'edictos judiciales',
    ofac_sdn: 'OFAC SDN',
    ofac_consolidated: 'OFAC, otras listas',
    un: 'Naciones Unidas',
    eu: 'Unión Europea',
    uk: 'Reino Unido',
    world_bank: 'Banco Mundial',
    opensanctions: 'OpenSanctions',
    boletin_concursal: 'boletín concursal',
    resoluciones_laborales: 'resoluciones laborales',
    deuda_financiera: 'reporte consolidado de créditos',
  },
  en: {
    padron: 'padrón',
    padron_reducido: 'reduced padrón',
    local_anexo: 'branch premises',
    oece_sancionados: 'OECE, sanctioned suppliers',
    oece_multas: 'OECE, fined suppliers',
    oece_inhabilitaciones_judiciales: 'OECE, suppliers debarred by a court',
    oece_conformacion_juridica: 'OECE, members of suppliers',
    tipo_cambio: 'exchange rates',
    ciiu: 'CIIU, revision 4',
    ofac_sdn: 'OFAC SDN',
    ofac_consolidated: 'OFAC, other lists',
    un: 'United Nations',
    eu: 'European Union',
    uk: 'United Kingdom',
    world_bank: 'World Bank',
    opensanctions: 'OpenSanctions',
    deuda_financiera: 'consolidated credit report',
  },
};

/**
 * `padron 2026-11-20 3f9a41c2`: the register, its day of publication, and the beginning of its hash. A screening has the name of its list
 * before each.
 */
const label = /^(?:\S+ )?([a-z][a-z0-9_]*) (\d{4}-\d{2}-\d{2}) ([0-9a-f]{4,64}…?)$/;

/** The register or list with that name. */
export function datasetName(name: string, language: Language): string {
  return names[language][name] ?? names.es[name] ?? (/^[a-z0-9_]+$/.test(name) ? name.replaceAll('_', ' ') : name);
}

/** "según padrón del 20/11/2026", if the version is that of a published register or list, or of several. */
export function publishedIn(version: string, language: Language): string | null {
  const pieces = version.split(', ');
  if (!pieces.some((piece) => label.test(piece))) return null;
  const said = pieces.map((piece) => publicationOf(piece, language)).join('; ');
  return language === 'es' ? `según ${said}` : `as of ${said}`;
}

/** "padrón del 20/11/2026"; any other version unchanged. */
export function publicationOf(version: string, language: Language): string {
  const [, name, on] = label.exec(version) ?? [];
  return name === undefined ? version : dated(datasetName(name, language), on!, language);
}

function dated(name: string, on: string, language: Language): string {
  return language === 'es' ? `${name} del ${day(on)}` : `${name} ${day(on)}`;
}

/** "20/11/2026, 3f9a41c2" for a published version, shown beside the name of its list; any other unchanged. */
export function editionOf(version: string): string {
  const [, , on, hash] = label.exec(version) ?? [];
  return on === undefined ? version : `${day(on)}, ${hash}`;
}
