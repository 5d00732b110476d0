/** By which fields the items of a list are told apart, in the history and where two days are compared; by their own value or place where nothing is said. */
export const itemKeys: Record<string, readonly string[]> = {
  omisiones_tributarias: ['periodo', 'tributo'],
  calificaciones_financieras: ['calificacion'],
  representantes_legales: ['numero_documento', 'cargo'],
  vinculos: ['rol', 'contraparte.doc', 'entidad'],
  deudas_boletin: ['tipo'],
  resumen: ['tipo'],
  ventanas: ['ventana'],
  variacion_deuda_laboral: ['tipo'],
  datos_trabajadores: ['tipo'],
};
