export const padronHeader =
  'RUC|NOMBRE O RAZÓN SOCIAL|ESTADO DEL CONTRIBUYENTE|CONDICIÓN DE DOMICILIO|UBIGEO|TIPO DE VÍA|NOMBRE DE VÍA|CÓDIGO DE ZONA|TIPO DE ZONA|NÚMERO|INTERIOR|LOTE|DEPARTAMENTO|MANZANA|KILÓMETRO|';

export function padronLine(ruc: string, name = 'EMPRESA DE MUESTRA S.A.C.', status = 'ACTIVO'): string {
  return `${ruc}|${name}|${status}|HABIDO|150101|AV.|LAS FLORES|-|-|123|-|-|-|-|-|`;
}

/** A text of these lines, each ended by LF. */
export function latin1(...lines: string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''), 'latin1');
}

const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** `count` valid RUCs of companies that do not exist. */
export function companies(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const digits = String(2_099_100_000 + i);
    const sum = weights.reduce((so, weight, place) => so + weight * Number(digits[place]), 0);
    return `${digits}${(11 - (sum % 11)) % 10}`;
  });
}

/** A padrón of this many companies with the same name, so that a mix of two versions in one answer would show. */
export const padronOf = (name: string, count: number): Buffer =>
  latin1(padronHeader, ...companies(count).map((ruc) => padronLine(ruc, name)));
