import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rucCheckDigit } from '@vigia/contracts';

export const padronColumns = 16;
const header =
  'RUC|NOMBRE O RAZÓN SOCIAL|ESTADO DEL CONTRIBUYENTE|CONDICIÓN DE DOMICILIO|UBIGEO|TIPO DE VÍA|NOMBRE DE VÍA|CÓDIGO DE ZONA|TIPO DE ZONA|NÚMERO|INTERIOR|LOTE|DEPARTAMENTO|MANZANA|KILÓMETRO|';
const linesPerChunk = 10_000;
/** Coprime to the hundred million possible numbers: each number comes once, in no order. */
const stride = 61_803_399;
const numbers = 100_000_000;

/** Per hundred taxpayers, in the proportions of the padrón: most are persons, and persons have no address. */
const prefixes = Array.from({ length: 100 }, (_, i) => (i < 84 ? '10' : i < 86 ? '15' : i < 87 ? '17' : '20'));
const statuses = ['ACTIVO', 'ACTIVO', 'ACTIVO', 'BAJA DE OFICIO', 'BAJA DEFINITIVA', 'SUSPENSION TEMPORAL', 'BAJA MULT.INSCR. Y O'];
const families = ['QUISPE', 'MAMANI', 'HUAMÁN', 'FLORES', 'ÑAUPARI', 'CHOQUE', 'ROJAS', 'VÁSQUEZ', 'DE LA CRUZ', 'CÁCERES', 'PAREDES'];
const given = ['MARÍA ELENA', 'JOSÉ LUIS', 'ROSA', 'JUAN CARLOS', 'ANA LUCÍA', 'VÍCTOR', 'CARMEN', 'PEDRO PABLO', 'NÉLIDA'];
const trades = ['INVERSIONES', 'TRANSPORTES', 'COMERCIAL', 'CONSTRUCTORA', 'SERVICIOS GENERALES', 'AGRÍCOLA', 'DISTRIBUIDORA'];
const forms = ['S.A.C.', 'E.I.R.L.', 'S.R.L.', 'S.A.'];
const streets = ['LAS FLORES', 'PANAMERICANA SUR', 'UNIÓN', 'LOS PINOS', 'GRAU', 'TÚPAC AMARU', 'JOSÉ OLAYA'];

/** Writes an invented padrón in the published layout, and returns its number of bytes. */
export async function writePadron(path: string, lines: number): Promise<number> {
  const file = createWriteStream(path, { highWaterMark: 4 * 1024 * 1024 });
  let bytes = 0;
  const write = async (text: string) => {
    const chunk = Buffer.from(text, 'latin1');
    bytes += chunk.length;
    if (!file.write(chunk)) await once(file, 'drain');
  };
  await write(`${header}\n`);
  for (let from = 0; from < lines; from += linesPerChunk) {
    let text = '';
    for (let i = from; i < Math.min(lines, from + linesPerChunk); i += 1) text += `${line(i)}\n`;
    await write(text);
  }
  file.end();
  await once(file, 'close');
  return bytes;
}

/** The RUC of the line at this position. */
export function rucAt(place: number): string {
  const digits = `${prefixes[place % 100]}${String((place * stride) % numbers).padStart(8, '0')}`;
  return digits + rucCheckDigit(digits);
}

function line(place: number): string {
  const mixed = (place * 2_654_435_761) >>> 0;
  const one = (from: readonly string[], shift: number) => from[(mixed >>> shift) % from.length]!;
  const ruc = rucAt(place);
  const beginning = `${one(statuses, 3)}|${mixed % 9 === 0 ? 'NO HABIDO' : 'HABIDO'}`;
  if (!ruc.startsWith('20')) return `${ruc}|${one(families, 5)} ${one(families, 9)} ${one(given, 14)}|${beginning}|-|-|-|-|-|-|-|-|-|-|-|`;
  const name = `${one(trades, 5)} ${one(families, 9)} ${one(families, 13)} ${place % 9_973} ${one(forms, 17)}`;
  const ubigeo = String(10_101 + (mixed % 240_000)).padStart(6, '0');
  const zone = mixed % 3 === 0 ? 'URB.|SAN JUAN' : '-|-';
  return `${ruc}|${name}|${beginning}|${ubigeo}|AV.|${one(streets, 7)}|${zone}|${mixed % 2_000}|-|-|${mixed % 5 === 0 ? '301' : '-'}|-|-|`;
}
