export const es = {
  title: 'Credenciales API',
  create: 'Crear credencial',
  none: 'Todavía no hay credenciales. Un administrador de la corporación también puede crearlas.',
};
