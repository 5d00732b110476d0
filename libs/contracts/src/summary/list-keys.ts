/**
 * The fields that identify the items of a list, in the history and in comparisons of two days. A list without an entry is compared by the
 * value or place of its items.
 */
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
