import { count } from '#language/money.ts';
export const es = {
  sources: 'Fuentes',
  everySource: 'Ver todas las fuentes',
  work: 'Trabajo de los servicios',
  queues: 'Ver colas y atrasos',
  nothingLate: 'Nada está atrasado',
  late: (rows: number, isMore: boolean) =>
    `${count(rows)} ${isMore ? 'o más filas atrasadas' : rows === 1 ? 'fila atrasada' : 'filas atrasadas'}`,
  notCounted: 'Parte de los atrasos no se pudo contar',
  brokerAway: 'El broker no responde',
  refused: (messages: number) => `${count(messages)} ${messages === 1 ? 'mensaje rechazado' : 'mensajes rechazados'}`,
  data: 'Datos',
  everyDataset: 'Ver padrones y listas',
  customers: 'Clientes',
  customersMore: 'Contratos y meses, usuarios y credenciales de cada corporación.',
  corporations: 'Ver las corporaciones',
  done: 'Actividad',
  doneMore: 'Quién hizo qué en cada corporación y en la plataforma.',
  activity: 'Ver la actividad',
};
