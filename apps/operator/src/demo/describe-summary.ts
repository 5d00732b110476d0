import { sectionsOf, type SummaryData } from './api.js';

const codeMeanings: Record<string, string> = {
  SH10: 'data',
  SH11: 'nothing registered',
  SH20: 'not finished',
  SH30: 'not in the plan',
  SH40: 'does not apply to this document',
  SH50: 'source failed',
  SH51: 'source did not answer in time',
};

const identificationLines = ['ruc', 'estado_contribuyente', 'condicion_contribuyente', 'fecha_inscripcion', 'domicilio_fiscal'];

/** A summary for a person at a terminal. */
export function describeSummary(summary: SummaryData): string {
  const identification = summary.identificacion.data;
  const facts = identificationLines
    .filter((name) => identification[name])
    .map((name) => `  ${name.padEnd(24)} ${String(identification[name])}`);
  const sections = sectionsOf(summary).map(([name, { statusCode }]) =>
    `  ${name.padEnd(24)} ${statusCode}  ${codeMeanings[statusCode] ?? ''}`.trimEnd(),
  );
  const failed = summary.subhelpers_fallidos.length > 0 ? [`  failed sources: ${summary.subhelpers_fallidos.join(', ')}`] : [];
  return [
    String(identification.razon_social ?? summary.taxId),
    `  ${summary.taxId} · estado ${summary.estado} · ${summary.activo ? 'activo' : 'no activo'}`,
    ...failed,
    '',
    ...facts,
    '',
    ...sections,
    '',
  ].join('\n');
}
