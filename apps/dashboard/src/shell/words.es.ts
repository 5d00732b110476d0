import { count } from '#language/money.ts';

export const es = {
  skip: 'Ir al contenido',
  navigation: 'Navegación',
  openMenu: 'Abrir el menú',
  account: 'Su cuenta',
  colours: 'Colores',
  light: 'Claro',
  dark: 'Oscuro',
  auto: 'Auto',
  language: 'Idioma',
  reference: 'Referencia de la API',
  signOut: 'Salir',
  signingOut: 'Saliendo…',
  stillSignedIn: 'Su sesión sigue abierta',
  otherPerson: 'En este navegador ingresó otra persona. Lo que estaba en esta página ya no se muestra.',
  reload: 'Recargar la página',
  lost: 'Esta página no existe',
  lostMore: 'El enlace está incompleto, o lo que había aquí ya no está.',
  home: 'Inicio',
  simulated: (some: number, all: number) =>
    some === all
      ? 'Datos de demostración: un simulador inventa lo que responden todas las fuentes. No describen a nadie.'
      : `Datos de demostración: un simulador inventa lo que ${some === 1 ? 'responde 1' : `responden ${some}`} de ${all} fuentes. En cada perfil se indica ${some === 1 ? 'cuál' : 'cuáles'}.`,
  quota: 'Cuota disponible',
  left: (available: number, granted: number) => `${count(available)} de ${granted === 1 ? '1 mes' : `${count(granted)} meses`}`,
  search: 'Buscar por documento o razón social',
  searchOrGo: 'Buscar una corporación o ir a una pantalla',
  shortcuts: 'Atajos de teclado',
  groups: { work: '', integrations: 'Integraciones', account: 'Cuenta', operator: 'Operación' },
  onlyOperators: 'Esta pantalla es solo para los operadores de la plataforma.',
  roles: { admin: 'Administrador', analyst: 'Analista', member: 'Lectura', operator: 'Operador' } as Record<string, string>,
  printed: (at: string) => `Vigía · impreso el ${at}`,
};
