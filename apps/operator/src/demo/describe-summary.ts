import { oneLine, type Paint } from '../terminal.js';
import type { Section, SummaryData } from './api.js';

function sectionsOf(summary: SummaryData): [string, Section][] {
  return Object.entries(summary).filter(
    (entry): entry is [string, Section] => typeof (entry[1] as Section | null)?.statusCode === 'string',
  );
}

/** How many sections of a load have arrived. */
export function describeSections(summary: SummaryData): string {
  const sections = sectionsOf(summary);
  const arrived = sections.filter(([, { statusCode }]) => statusCode !== 'SH20');
  return `${arrived.length} of ${sections.length} sections`;
}

const codeMeanings: Record<string, string> = {
  SH10: 'data',
  SH11: 'nothing registered',
  SH20: 'not finished',
  SH30: 'not in the plan',
  SH40: 'does not apply to this document',
  SH50: 'source failed',
  SH51: 'source did not answer in time',
};

const familyColours = { SH1: 'green', SH2: 'yellow', SH3: 'gray', SH4: 'gray', SH5: 'red' } as const;

const identificationLines = ['ruc', 'estado_contribuyente', 'condicion_contribuyente', 'fecha_inscripcion', 'domicilio_fiscal'] as const;
const nameWidth = 24;

/** A summary for a person at a terminal. */
export function describeSummary(summary: SummaryData, paint: Paint): string {
  const identification = summary.identificacion.data;
  const failed = summary.subhelpers_fallidos;
  const facts = identificationLines
    .filter((line) => identification[line])
    .map((line) => `  ${line.padEnd(nameWidth)} ${oneLine(identification[line] ?? '')}`);
  const sections = sectionsOf(summary).map(([section, { statusCode }]) => {
    const colour = familyColours[statusCode.slice(0, 3) as keyof typeof familyColours] ?? 'gray';
    // The lists are compared with a name: nobody failed if no source knows one.
    const isNameless = section === 'alerta_compliance' && statusCode === 'SH50' && failed.length === 0 && summary.estado === 'succeeded';
    const meaning = isNameless ? 'not screened: no source knows a name' : (codeMeanings[statusCode] ?? 'a code newer than this program');
    return `  ${section.padEnd(nameWidth)} ${paint(colour, statusCode)}  ${meaning}`;
  });
  return [
    paint('bold', oneLine(identification.razon_social ?? summary.taxId)),
    `  ${summary.taxId} · estado ${summary.estado} · ${summary.activo ? 'activo' : 'no activo'}`,
    ...(failed.length > 0 ? [`  failed sources: ${failed.join(', ')}`] : []),
    '',
    ...(facts.length > 0 ? [...facts, ''] : []),
    ...sections,
    '',
  ].join('\n');
}
