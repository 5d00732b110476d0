const frequent = new Set(
  (
    'de del la las los el y e san santa comercial comercializadora corporacion corp grupo consorcio inversiones servicios generales negociaciones ' +
    'empresa compania industrias industrial distribuidora importaciones exportaciones importadora exportadora agroexportadora transportes ' +
    'constructora contratistas consultoria ingenieria logistica tecnologia textiles confecciones almacenes boticas ferreteria maquinarias ' +
    'pesquera restaurantes representaciones peru peruana internacional asociados hermanos hnos hijos sociedad'
  ).split(' '),
);

/** Words that many names have: sharing one of them means little. */
export function isFrequent(word: string): boolean {
  return frequent.has(word);
}
