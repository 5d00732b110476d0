import { ubigeos } from './ubigeos.js';

interface Place {
  departamento: string | null;
  provincia: string | null;
  distrito: string | null;
}

type Province = [department: string, province: string, districts: string];
let provinces: Map<string, Province> | undefined;

/** The place of an INEI code. For a code that is newer than the table, the first digits still give the department. */
export function placeOf(ubigeo: string | null): Place {
  const province = ubigeo && provincesByCode().get(ubigeo.slice(0, 4));
  if (!province) return { departamento: null, provincia: null, distrito: null };
  const [departamento, provincia, districts] = province;
  const district = districts.split(',').find((each) => each.startsWith(ubigeo.slice(4)));
  return { departamento, provincia, distrito: district?.slice(2) ?? null };
}

function provincesByCode(): Map<string, Province> {
  provinces ??= new Map(
    ubigeos
      .trim()
      .split('\n')
      .map((line): [string, Province] => {
        const [code = '', ...province] = line.split('|');
        return [code, province as Province];
      }),
  );
  return provinces;
}
