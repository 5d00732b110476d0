import type { AnswerTo } from '#gateway/operations.ts';

type Kind = AnswerTo<'GET /panel/v1/operator/queues'>['overdue'][number]['kind'];

const kinds: Record<Kind, { name: string; meaning: string }> = {
  task: { name: 'Consultas a fuentes', meaning: 'Ninguna réplica las lleva a la cola de su fuente.' },
  task_deadline: { name: 'Consultas fuera de plazo', meaning: 'Debieron cerrarse y su carga sigue abierta.' },
  refresh: { name: 'Actualizaciones programadas', meaning: 'Perfiles en monitoreo que esperan su siguiente consulta.' },
  portfolio_check: { name: 'Revisiones de portafolios', meaning: 'Portafolios que esperan su comparación nocturna.' },
  loader_event: { name: 'Avisos del cargador', meaning: 'Facturación no los ha confirmado.' },
  hold: { name: 'Reservas vencidas', meaning: 'Meses reservados por solicitudes que ya no existen.' },
  access_end: { name: 'Accesos vencidos sin anotar', meaning: 'Ya no permiten leer el perfil, pero falta anotar su fin.' },
  ledger_check: { name: 'Revisiones de cuentas', meaning: 'Cuentas de meses que esperan su verificación nocturna.' },
  billing_event: { name: 'Avisos de facturación', meaning: 'El cargador no los ha confirmado.' },
  event_start: { name: 'Eventos sin iniciar', meaning: 'Esperan que se acepte la carga de su perfil.' },
  event_deadline: { name: 'Eventos fuera de plazo', meaning: 'Debieron enviarse aunque su carga no terminara.' },
  delivery: { name: 'Entregas de webhooks', meaning: 'Ya podrían intentarse y nadie las toma.' },
};

export const es = {
  title: 'Colas',
  description: 'Qué está en espera, qué se atrasó y qué mensajes no pudo aceptar ningún servicio. Se actualiza cada 10 segundos.',
  overdue: 'Trabajo atrasado',
  overdueHint: 'Filas que debieron atenderse hace más de un minuto.',
  nothingOverdue: 'Nada está atrasado',
  nothingOverdueHint: (kinds: number) => `Se revisaron ${kinds} clases de trabajo.`,
  notCounted: 'No se pudo contar',
  orMore: (rows: string) => `${rows} o más`,
  kind: 'Clase',
  rows: 'Filas',
  oldest: 'La más antigua',
  kinds,
  onTime: (names: string) => `Al día: ${names}.`,
  queues: 'Colas de mensajes y trabajos',
  queue: 'Cola',
  waiting: 'En espera',
  active: 'En curso',
  idle: (count: number) => (count === 1 ? '1 cola vacía' : `${count} colas vacías`),
  showIdle: 'Mostrar las vacías',
  allIdle: 'Todas las colas están vacías',
  brokerAway: 'El broker no responde',
  brokerAwayMore:
    'No se sabe qué hay en las colas ni qué mensajes se rechazaron. El trabajo atrasado, que está en la base de datos, se intentará cuando el broker vuelva.',
  refused: 'Mensajes rechazados',
  refusedHint:
    'Reintentarlos no serviría: el servicio que envía y el que recibe tienen versiones incompatibles. Su contenido se ve con la línea de comandos: vigia message refused --json.',
  noRefused: 'Ningún mensaje fue rechazado',
  at: 'Cuándo',
  message: 'Mensaje',
  reason: 'Motivo',
  correlation: 'Correlación',
  correlationOf: 'correlación',
  none: 'Sin dato',
};
