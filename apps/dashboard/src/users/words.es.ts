import type { Role, User } from './user.ts';

export const es = {
  title: 'Usuarios',
  description: 'Quién ingresa a esta página en nombre de su corporación, y qué puede hacer.',
  onlyAdmins: 'Solo los administradores de su corporación ven a los usuarios y los invitan.',
  invite: 'Invitar a un usuario',
  list: 'Usuarios',
  user: 'Usuario',
  you: 'usted',
  name: 'Nombre',
  email: 'Correo',
  role: 'Rol',
  status: 'Estado',
  lastSeen: 'Última vez',
  never: 'Nunca',
  actions: 'Acciones',
  active: 'Activo',
  invited: 'Sin contraseña',
  deactivated: 'Desactivado',
  roles: { admin: 'Administrador', analyst: 'Analista', member: 'Lectura', operator: 'Operador' } as Record<User['role'], string>,
  rolesMore: {
    admin: 'Puede hacer todo, incluso administrar usuarios, credenciales y webhooks.',
    analyst: 'Consulta, carga perfiles, fuerza actualizaciones y activa monitoreo.',
    member: 'Consulta perfiles y reportes. No cambia ni gasta nada.',
  } as Record<Role, string>,
  edit: 'Cambiar nombre o rol',
  save: 'Guardar',
  reset: 'Generar un enlace para restablecer la contraseña',
  anotherLink: 'Generar otro enlace para elegir la contraseña',
  deactivate: 'Desactivar',
  reactivate: 'Reactivar',
  actsOf: (name: string) => `Acciones sobre ${name}`,
  resetMore: (name: string) =>
    `${name} no podrá ingresar con su contraseña actual y se cerrarán sus sesiones. Usted recibirá un enlace para dárselo.`,
  anotherLinkMore: (name: string) =>
    `${name} todavía no tiene una contraseña. Usted recibirá otro enlace para dárselo, y el anterior dejará de servir.`,
  resetConfirm: 'Generar el enlace',
  deactivateMore: (name: string) => `${name} saldrá de inmediato y no podrá volver a ingresar hasta que lo reactive.`,
  credentialsStay: (count: number) =>
    count === 1
      ? 'La credencial que creó sigue activa. Si esta persona pudo guardar la clave secreta, cree otra en «Credenciales API», úsela en sus sistemas y luego revoque esta.'
      : `Las ${count} credenciales que creó siguen activas. Si esta persona pudo guardar las claves secretas, cree otras en «Credenciales API», úselas en sus sistemas y luego revoque estas.`,
  reactivateMore: (name: string) => `${name} podrá ingresar de nuevo con su contraseña.`,
  reactivateInvited: (name: string) => `${name} aún no eligió una contraseña y su enlace ya no sirve: después de reactivar, dele otro.`,
  link: 'enlace',
  linkTitle: 'Enlace de invitación',
  resetTitle: 'Enlace para la contraseña',
  linkMore: (name: string, until: string) => `Envíe este enlace a ${name}: con él elige su contraseña. Sirve una vez, hasta el ${until}.`,
};
