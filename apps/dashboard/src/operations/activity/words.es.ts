export const es = {
  description:
    'Quién hizo qué en toda la plataforma: en cada corporación y en su operación. Desde Vigía, nadie puede cambiar ni borrar este registro.',
  whoHint: 'Correo completo',
  corporation: 'Corporación',
  platform: 'La plataforma',
  kinds: {
    source: 'Fuentes',
    dataset: 'Datos',
    ledgers: 'Verificación de cuentas',
    portfolios: 'Comparación de portafolios',
    database: 'Base de datos',
  },
};
