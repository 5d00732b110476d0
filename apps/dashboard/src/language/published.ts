import { day } from './day.ts';
import type { Language } from './languages.ts';

const names: Record<Language, Record<string, string>> = {
  es: {
    padron: 'padrón',
    padron_reducido: 'padrón reducido',
    local_anexo: 'locales anexos',
    agentes_retencion: 'agentes de retención',
    buenos_contribuyentes: 'buenos contribuyentes',
    ssco: 'sujetos sin capacidad operativa',
    tipo_cambio: 'tipo de cambio',
  },
  en: { padron: 'padrón', padron_reducido: 'reduced padrón', local_anexo: 'branch premises', tipo_cambio: 'exchange rates' },
};

/** `padron 2026-11-20 3f9a41c2`: which register, when it was published, and the beginning of its hash. */
const label = /^([a-z][a-z0-9_]*) (\d{4}-\d{2}-\d{2}) [0-9a-f]{4,64}…?$/;

/** "según padrón del 20/11/2026", where a version is that of a published register or list. */
export function publishedIn(version: string, language: Language): string | null {
  const [, name, on] = label.exec(version) ?? [];
  if (name === undefined || on === undefined) return null;
  const said = names[language][name] ?? name.replaceAll('_', ' ');
  return language === 'es' ? `según ${said} del ${day(on)}` : `as of ${said} ${day(on)}`;
}
