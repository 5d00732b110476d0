const inCompanies =
  'company companies compania compagnie corporation corporacion corp group grupo groupe gruppe holding holdings international internacional intl global ' +
  'enterprise enterprises industries industry industrial industrias industriales trading trade services service servicios solutions bank banco banque ' +
  'management investment investments inversiones capital partners partner fund trust foundation fundacion organization organisation association ' +
  'asociacion general generales national nacional state federal business center centre institute office bureau agency department ministry government ' +
  'committee council academy university comercial comercializadora consorcio negociaciones empresa distribuidora importaciones exportaciones importadora ' +
  'exportadora agroexportadora transportes constructora construction contratistas consultoria ingenieria logistica logistics tecnologia technology ' +
  'technologies textiles confecciones almacenes boticas ferreteria maquinarias pesquera restaurantes representaciones peruana asociados hermanos hnos hijos ' +
  'sociedad minera agricola inmobiliaria shipping marine maritime systems system electronics electric engineering development products production ' +
  'manufacturing oil gas petroleum energy mining steel plant factory works zavod aviation airlines air transport commercial import export financial finance ' +
  'insurance securities real estate limited';

const inPersons =
  'mohammad mohammed muhammad mohamed mohamad mehmet abdul abd abdel abdullah abdallah ahmad ahmed ali hassan hasan hussein husain hussain ibrahim khan abu umm ' +
  'shah san santa kim ri pak choe jong yong chol hun maria jose juan luis carlos ana';

const frequent = { company: new Set(inCompanies.split(' ')), person: new Set(inPersons.split(' ')) };

/** Whether sharing this word with another name means little. */
export function isFrequent(text: string, kind: 'company' | 'person'): boolean {
  return frequent[kind].has(text);
}
