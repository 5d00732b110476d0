const ofPersons =
  'Se publica para descarga, sin condiciones de uso; contiene datos personales de quienes son personas naturales (Ley 29733)';
const ofSanctioned = 'Se publica en su wiki para descarga, sin condiciones de uso; incluye a personas naturales (Ley 29733)';
const broughtIn = 'Lo aporta el operador, que responde por su procedencia (Ley 29733, Ley 27489)';
const ofTheUnitedStates = {
  publisher: 'Departamento del Tesoro de los Estados Unidos, OFAC',
  licence: 'Obra del gobierno de los Estados Unidos, de dominio público',
};

/** Spanish versions of the importer's English texts, by data set; texts that are missing here are already Spanish. */
export const told: Record<string, { title?: string; publisher?: string; licence: string }> = {
  agentes_percepcion_combustibles: { licence: ofPersons },
  agentes_percepcion_venta_interna: { licence: ofPersons },
  agentes_retencion: { licence: ofPersons },
  boletin_concursal: { licence: broughtIn },
  buenos_contribuyentes: { licence: ofPersons },
  ciiu: {
    publisher: 'INEI, según la publica SUNAT',
    licence: 'Se publica para descarga, sin condiciones de uso; la clasificación es de las Naciones Unidas',
  },
  consulta_multiple: { licence: 'Respuesta a una consulta del operador, sin condiciones de uso; contiene datos personales (Ley 29733)' },
  deuda_financiera: {
    licence: 'Secreto bancario: solo para empresas supervisadas y centrales de riesgo, por contrato con la SBS (Ley 26702, Ley 27489)',
  },
  deuda_laboral: { publisher: 'AFP, EsSalud y ONP, por medio del empleador o de una central de riesgo', licence: broughtIn },
  edictos_judiciales: { publisher: 'Poder Judicial y El Peruano', licence: broughtIn },
  eu: {
    title: 'Unión Europea: lista consolidada de sanciones financieras',
    publisher: 'Comisión Europea',
    licence: 'Reutilización de documentos de la Comisión (Decisión 2011/833/UE), con mención de la fuente',
  },
  exportaciones: {
    licence: 'Se publica para descarga, sin condiciones de uso; no se toman los exportadores que son personas naturales sin RUC',
  },
  importaciones: { licence: 'Se publica para descarga, sin condiciones de uso; no se toman los importadores que son personas naturales' },
  local_anexo: { licence: ofPersons },
  morosos_judiciales: { licence: 'Lo aporta el operador, que responde por su procedencia (Ley 29733, Ley 30201, Ley 28970)' },
  oece_conformacion_juridica: {
    licence: 'Se publica en su wiki para descarga, sin condiciones de uso; casi todo trata de personas naturales (Ley 29733)',
  },
  oece_inhabilitaciones_judiciales: { licence: ofSanctioned },
  oece_multas: { licence: ofSanctioned },
  oece_sancionados: { licence: ofSanctioned },
  ofac_consolidated: { title: 'OFAC: lista consolidada, sin la SDN', ...ofTheUnitedStates },
  ofac_sdn: { title: 'OFAC: nacionales especialmente designados (SDN)', ...ofTheUnitedStates },
  opensanctions: {
    title: 'OpenSanctions: sanciones y personas expuestas políticamente',
    licence: 'CC BY-NC 4.0: el uso comercial requiere una licencia de OpenSanctions',
  },
  padron_reducido: { licence: ofPersons },
  resoluciones_laborales: { licence: broughtIn },
  ssco: { licence: 'Se publica para descarga, sin condiciones de uso; nombra a representantes, que son personas naturales (Ley 29733)' },
  tipo_cambio: { licence: 'BCRP: las series se pueden usar con mención de la fuente; SUNAT: sin condiciones de uso' },
  uk: {
    title: 'Reino Unido: lista de sanciones',
    publisher: 'Ministerio de Relaciones Exteriores del Reino Unido (FCDO)',
    licence: 'Open Government Licence v3.0',
  },
  un: {
    title: 'Naciones Unidas: lista consolidada del Consejo de Seguridad',
    publisher: 'Consejo de Seguridad de las Naciones Unidas',
    licence: 'Publicación de las Naciones Unidas; el archivo no indica una licencia',
  },
  world_bank: {
    title: 'Banco Mundial: empresas y personas inhabilitadas',
    publisher: 'Grupo Banco Mundial',
    licence: 'Condiciones de uso del Grupo Banco Mundial; la página es pública y no indica una licencia para los datos',
  },
};
