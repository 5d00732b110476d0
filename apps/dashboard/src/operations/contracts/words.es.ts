import { count } from '#language/money.ts';

const disponibles = (n: number) => (n === 1 ? '1 disponible' : `${count(n)} disponibles`);

const activate = 'active de nuevo sus perfiles con vigia monitoring activate, o pida al cliente que los active en su portafolio.';

export const es = {
  contracts: 'Contratos',
  none: 'Todavía no hay contrato: esta corporación no puede cargar nada',
  make: 'Nuevo contrato',
  kind: 'Plan',
  kinds: { monthly: 'Mensual', one_time: 'Pago único' },
  kindHint: {
    monthly: 'El monitoreo dura lo que dura el contrato; no se cuentan meses.',
    one_time: 'El monitoreo se paga por adelantado con los meses de su cuota.',
  },
  phases: { ahead: 'Por iniciar', in_force: 'Vigente', ended: 'Terminado' },
  phase: 'Estado',
  days: 'Vigencia',
  fromTo: (from: string, to: string) => `${from} – ${to}`,
  startsOn: 'Primer día',
  endsOn: 'Último día',
  daysHint: 'Ambos días cuentan, en hora de Lima. Los contratos de una corporación no se cruzan.',
  notBroughtBack: (end: string, start: string) =>
    `El contrato mensual anterior tiene como último día el ${end}. El monitoreo termina ese día y este contrato no lo reanuda: desde el ${start}, ${activate}`,
  endedBefore: (end: string, start: string | null) =>
    `El contrato mensual anterior terminó el ${end} y con él terminó el monitoreo. Este contrato no lo reanuda: ${start === null ? 'cuando lo haya creado' : `desde el ${start}`}, ${activate}`,
  endsBetween: (end: string, start: string) =>
    `El siguiente contrato mensual empieza el ${start} y no al día siguiente. El monitoreo termina el ${end} y ese contrato no lo reanuda: desde el ${start}, ${activate}`,
  months: 'Meses de la cuota',
  monthsOf: (available: number, granted: number) => `${count(available)} de ${disponibles(granted)}`,
  unusedOf: (unused: number, granted: number) => `${count(unused)} de ${count(granted)} sin usar al terminar`,
  held: (held: number) => (held === 1 ? '1 reservado' : `${count(held)} reservados`),
  uncounted: 'No se cuentan',
  price: 'Precio por documento nuevo',
  priceShort: 'Por documento',
  priceHint: 'En soles, por cada documento que nadie había cargado antes en la plataforma.',
  without: 'Secciones que el plan no incluye',
  withoutShort: 'No incluye',
  withoutNone: 'Todas incluidas',
  endsBefore: 'El último día no puede ser anterior al primero.',
  notWhole: 'Escriba un número entero de hasta seis cifras, sin comas ni puntos.',
  zero: 'Escriba un número mayor que cero.',
  notAmount: 'Escriba un monto como 1.50 o 1200, sin comas.',
  create: 'Crear contrato',
  adjust: 'Ajustar meses',
  amend: 'Cambiar fin',
  statement: 'Estado de cuenta',
  actions: 'Acciones',
  of: (action: string, days: string) => `${action} del contrato ${days}`,
  give: 'Agregar',
  take: 'Quitar',
  onlyTake: 'El contrato terminó: ya no se le pueden agregar meses, solo quitar.',
  amount: 'Cuántos meses',
  after: (available: number) => `${available === 1 ? 'Quedará' : 'Quedarán'} ${disponibles(available)}.`,
  tooMany: (available: number) => `Solo hay ${disponibles(available)}.`,
  /** The next two are for a contract that has ended. */
  afterEnd: (left: number) => `${left === 1 ? 'Quedará 1 mes' : `Quedarán ${count(left)} meses`} sin usar.`,
  tooManyAfterEnd: (left: number) => `Solo hay ${left === 1 ? '1 mes' : `${count(left)} meses`} sin usar.`,
  revoke: 'Quitar también los reservados para cargas en curso',
  revokeHint: 'Esas cargas terminan, pero sus perfiles no quedan en monitoreo.',
  reason: 'Motivo',
  reasonHint: 'El cliente lo lee en su estado de cuenta.',
  amendMeaning: {
    monthly:
      'El monitoreo termina con el contrato, salvo que otro mensual empiece al día siguiente. El cambio no genera cobros ni devoluciones.',
    one_time:
      'Con un fin anterior, los meses enteros que quedan después de él vuelven a la cuota y los monitoreos terminan con el contrato. Con uno posterior, no se cobra nada adicional.',
  },
  amendReasonHint: {
    monthly: 'El cliente lo lee junto a su contrato. Queda también en el registro de actividad.',
    one_time:
      'El cliente lo lee junto a su contrato y, si vuelven meses a la cuota, en su estado de cuenta. Queda también en el registro de actividad.',
  },
  save: 'Guardar',
  statementTitle: 'Estado de cuenta',
  at: 'Fecha',
  line: 'Movimiento',
  cause: 'Quién y por qué',
  moved: 'Meses',
  balance: 'Disponibles',
  consumed: 'Usados',
  document: 'Documento',
  profiles: (n: number) => (n === 1 ? '1 perfil' : `${count(n)} perfiles`),
  more: 'Ver más movimientos',
  noLines: 'Sin movimientos: un plan mensual no tiene cuota',
};
