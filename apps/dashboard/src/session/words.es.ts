export const es = {
  title: 'Ingresar',
  product: 'Perfiles de riesgo y cumplimiento',
  email: 'Correo',
  password: 'Contraseña',
  enter: 'Ingresar',
  locked: 'Demasiados intentos.',
  lockedFor: (seconds: number) => `Puede volver a intentar en ${seconds} s.`,
  ended: 'Su sesión terminó. Ingrese para volver a la página en la que estaba.',
  noCookies: 'Su navegador bloquea las cookies de esta página y sin ellas no podrá ingresar. Permítalas y vuelva a cargar la página.',
  forgotten: '¿Olvidó su contraseña? Un administrador de su corporación puede darle un enlace nuevo.',
  reference: 'Referencia de la API',
};
