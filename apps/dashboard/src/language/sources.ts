import type { Section, SourceName } from '@vigia/contracts';
import type { Language } from './languages.ts';

export const sectionNames: Record<Language, Record<Section, string>> = {
  es: {
    identificacion: 'Identificación',
    finanzas: 'Finanzas',
    legal: 'Legal',
    boletin: 'Boletín comercial',
    comercio_exterior: 'Comercio exterior',
    laboral: 'Laboral',
    judicial: 'Judicial',
    alerta_servicio: 'Alerta del servicio',
    alerta_tercero: 'Score de tercero',
    alerta_compliance: 'Compliance',
  },
  en: {
    identificacion: 'Identification',
    finanzas: 'Finances',
    legal: 'Legal',
    boletin: 'Commercial bulletin',
    comercio_exterior: 'Foreign trade',
    laboral: 'Labour',
    judicial: 'Courts',
    alerta_servicio: 'Service alert',
    alerta_tercero: 'Third-party score',
    alerta_compliance: 'Compliance',
  },
};

/** The names of the sources; an unknown one is shown by its code. */
const sourceNames: Record<Language, Record<SourceName, string>> = {
  es: {
    identificacion: 'Registro de contribuyentes',
    representantes_legales: 'Representantes legales',
    deuda_financiera: 'Deuda financiera',
    codeudores_avales: 'Codeudores y avales',
    deuda_coactiva: 'Deuda coactiva',
    deuda_vencida: 'Deuda vencida',
    protestos: 'Protestos',
    importaciones: 'Importaciones',
    exportaciones: 'Exportaciones',
    deuda_laboral: 'Deuda laboral',
    resoluciones_laborales: 'Resoluciones laborales',
    trabajadores: 'Trabajadores',
    morosos_judiciales: 'Deudores judiciales',
    edictos_judiciales: 'Edictos judiciales',
    boletin_concursal: 'Boletín concursal',
    score_tercero: 'Score de tercero',
    listas_compliance: 'Listas de compliance',
  },
  en: {
    identificacion: 'Taxpayer register',
    representantes_legales: 'Legal representatives',
    deuda_financiera: 'Financial debt',
    codeudores_avales: 'Co-debtors and guarantors',
    deuda_coactiva: 'Enforced collection',
    deuda_vencida: 'Overdue debt',
    protestos: 'Protested documents',
    importaciones: 'Imports',
    exportaciones: 'Exports',
    deuda_laboral: 'Labour debt',
    resoluciones_laborales: 'Labour resolutions',
    trabajadores: 'Payroll',
    morosos_judiciales: 'Judicial debtors',
    edictos_judiciales: 'Judicial edicts',
    boletin_concursal: 'Insolvency bulletin',
    score_tercero: 'Third-party score',
    listas_compliance: 'Compliance lists',
  },
};

export function sourceName(source: string, language: Language): string {
  return (sourceNames[language] as Record<string, string>)[source] ?? source;
}

/** A Spanish sentence of the service, with the sources by their readable names; no line ends between S/ and its amount. */
export function withSourceNames(sentence: string): string {
  return sentence.replaceAll(/[a-z]+(?:_[a-z]+)+/g, (code) => sourceName(code, 'es')).replaceAll('S/ ', 'S/\u00a0');
}
