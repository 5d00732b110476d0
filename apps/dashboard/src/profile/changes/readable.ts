import { colourNames } from '@vigia/contracts';
import { day } from '#language/day.ts';
import type { Language } from '#language/languages.ts';
import { count, percent, soles } from '#language/money.ts';
import { nullWords } from '#language/null-words.ts';
import { en } from '#traffic-light/words.en.ts';
import { es } from '#traffic-light/words.es.ts';

const share = /porcentaje|participacion/;
const money =
  /monto|^total$|^por_(?:aval|codeudor)$|^(?:vigente|ref_rees|vencida|judicial|otros|directa|indirecta|exposicion_total|linea_credito|castigada|garantias|provisiones)$/;
const ofMoney = /deudas_boletin|variacion_deuda_laboral|deudores_morosos/;
const isDay = /^\d{4}-\d{2}-\d{2}$/;
const lights = { es, en };
const answers: Record<Language, [string, string]> = { es: ['Sí', 'No'], en: ['Yes', 'No'] };

/** A section's value in readable form. The name of its field tells its kind. */
export function readable(path: string, value: unknown, language: Language): string {
  if (value === null || value === undefined) return nullWords[language][whyNull(path)];
  if (typeof value === 'boolean') return answers[language][value ? 0 : 1];
  if (typeof value === 'number') return readableNumber(path, value, language);
  if (typeof value === 'string') return isDay.test(value) ? day(value) : value;
  if (Array.isArray(value)) return value.map((item) => readable(path, item, language)).join(' · ');
  return Object.entries(value)
    .map(([name, inner]) => `${fieldName(name)}: ${readable(name, inner, language)}`)
    .join(', ');
}

const lineOfPeriod = /(^|\.)situacion\.\w+\.\w+$/;
const amountOfLink = /(^|\.)vinculos\[.*\]\.monto$/s;

/** The same word as on the card of the section; an item of a list that is null is not there. */
function whyNull(path: string): 'absent' | 'noBase' | 'notReported' | 'notReportedShare' | 'noInformation' {
  if (path.endsWith(']')) return 'absent';
  const field = path.slice(path.lastIndexOf('.') + 1);
  if (field.startsWith('variacion_')) return 'noBase';
  if (field === 'participacion') return 'notReportedShare';
  return lineOfPeriod.test(path) || amountOfLink.test(path) ? 'notReported' : 'noInformation';
}

function readableNumber(path: string, value: number, language: Language): string {
  const field = path.slice(path.lastIndexOf('.') + 1);
  if (field.startsWith('semaforo_')) return colourNames(value, lights[language]);
  if (share.test(field)) return percent(value);
  if (money.test(field) || (ofMoney.test(path) && field.startsWith('variacion'))) return soles(value);
  return count(value);
}

const accents: Record<string, string> = {
  actualizacion: 'actualización',
  boletin: 'boletín',
  calculo: 'cálculo',
  calificacion: 'calificación',
  clasificacion: 'clasificación',
  cif: 'CIF',
  codigo: 'código',
  condicion: 'condición',
  credito: 'crédito',
  dias: 'días',
  economicas: 'económicas',
  electronico: 'electrónico',
  emision: 'emisión',
  exposicion: 'exposición',
  garantias: 'garantías',
  vinculos: 'vínculos',
  fob: 'FOB',
  importacion: 'importación',
  inscripcion: 'inscripción',
  linea: 'línea',
  max: 'máximo de',
  maximo: 'máximo',
  modulos: 'módulos',
  numero: 'número',
  participacion: 'participación',
  pais: 'país',
  publicacion: 'publicación',
  ple: 'PLE',
  razon: 'razón',
  rees: 'o reestructurada',
  ref: 'refinanciada',
  ruc: 'RUC',
  semaforo: 'semáforo',
  situacion: 'situación',
  ultima: 'última',
  ultimo: 'último',
  variacion: 'variación',
};

const spelled = (name: string) =>
  name
    .split('_')
    .map((word) => accents[word] ?? word)
    .join(' ');

/** The path of a field in words: `deudas_boletin[Deuda vencida].monto_ultimo_periodo` → deudas boletín · Deuda vencida · monto último periodo */
export function fieldName(path: string): string {
  const parts = path.match(/\[[^\]]*\]|[^.[\]]+/g) ?? [];
  return parts.map((part) => (part.startsWith('[') ? part.slice(1, -1) : spelled(part))).join(' · ');
}
