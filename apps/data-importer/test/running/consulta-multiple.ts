const titles =
  'NumeroRuc|Nombre – RazonSocial|Tipo de Contribuyente|Profesion u Oficio|Nombre Comercial|Condicion del Contribuyente|Estado del Contribuyente|Fecha de Inscripcion|Fecha de Inicio de Actividades|Departamento|Provincia|Distrito|Direccion|Telefono|Fax|Actividad de Comercio Exterior|Principal- CIIU|Secundario 1- CIIU|Secundario 2- CIIU|Afecto Nuevo RUS|Buen Contribuyente|Agente de Retencion|Agente de Percepcion VtaInt|Agente de Percepcion ComLiq|';
const answerOf = (ruc: string) =>
  `${ruc}|MUESTRA S.A.C.|SOCIEDAD ANONIMA CERRADA|-|-|HABIDO|ACTIVO|15/03/2010|01/04/2010|LIMA|LIMA|LIMA|AV. LAS FLORES NRO. 123|-|-|IMPORTADOR|VENTA AL POR MENOR|-|-|NO|NO|NO|NO|NO|`;

/** SUNAT's answer to a question about these taxpayers. */
export const answersOf = (...rucs: string[]): string => `${[titles, ...rucs.map(answerOf)].join('\n')}\n`;
