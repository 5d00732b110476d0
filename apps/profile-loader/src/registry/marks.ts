import { printedDay } from './domain/register-texts.js';

export interface FoundMark {
  dataset: string;
  since: string | null;
}

const names: Record<string, string> = {
  agentes_retencion: 'agente de retención',
  agentes_percepcion_combustibles: 'agente de percepción (combustibles)',
  agentes_percepcion_venta_interna: 'agente de percepción (venta interna)',
  buenos_contribuyentes: 'buen contribuyente',
};

/** What has no field of its own in the summary, in words. */
export function marksNote(marks: readonly FoundMark[], premises: number): string[] {
  const stands = marks.flatMap(({ dataset, since }) => {
    const name = names[dataset];
    const day = printedDay(since);
    return name ? [day ? `${name} desde ${day}` : name] : [];
  });
  return [
    ...(stands.length > 0 ? [`Registros de SUNAT: ${stands.join('; ')}.`] : []),
    ...(premises > 0 ? [premises === 1 ? '1 local anexo.' : `${premises} locales anexos.`] : []),
  ];
}
