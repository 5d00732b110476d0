export const padronHeader =
  'RUC|NOMBRE O RAZÓN SOCIAL|ESTADO DEL CONTRIBUYENTE|CONDICIÓN DE DOMICILIO|UBIGEO|TIPO DE VÍA|NOMBRE DE VÍA|CÓDIGO DE ZONA|TIPO DE ZONA|NÚMERO|INTERIOR|LOTE|DEPARTAMENTO|MANZANA|KILÓMETRO|';

export function padronLine(ruc: string, name = 'EMPRESA DE MUESTRA S.A.C.', status = 'ACTIVO'): string {
  return `${ruc}|${name}|${status}|HABIDO|150101|AV.|LAS FLORES|-|-|123|-|-|-|-|-|`;
}

/** A text of these lines, each ended by LF. */
export function latin1(...lines: string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''), 'latin1');
}
