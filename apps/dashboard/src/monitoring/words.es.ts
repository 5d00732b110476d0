import { count } from '#language/money.ts';

const meses = (n: number) => (n === 1 ? '1 mes' : `${count(n)} meses`);
const perfiles = (n: number) => (n === 1 ? '1 perfil' : `${count(n)} perfiles`);

export const es = {
  cost: 'Lo que costará',
  months(used: number, before: number, after: number): string {
    if (used === 0) return `No usa meses de la cuota: ${before === 1 ? 'queda' : 'quedan'} ${count(before)}.`;
    const moved = used > 0 ? `Usa ${meses(used)} de la cuota` : `La cuota aumenta en ${meses(-used)}`;
    return `${moved}: hoy hay ${count(before)} y ${after === 1 ? 'quedaría' : 'quedarían'} ${count(after)}.`;
  },
  returned: (deducted: number, returned: number) =>
    `El monitoreo actual termina y empieza uno nuevo: ${deducted === 1 ? 'se descuenta' : 'se descuentan'} ${meses(deducted)} y ${returned === 1 ? 'vuelve 1 mes no iniciado' : `vuelven ${meses(returned)} no iniciados`}.`,
  tooDear: (deducted: number, available: number) =>
    `${deducted === 1 ? 'Se necesita' : 'Se necesitan'} ${meses(deducted)} y en la cuota hay ${count(available)}. Elija menos meses o menos documentos.`,
  tooDearInParts: (fitting: number) =>
    fitting > 0
      ? `Una lista larga se carga por partes y la primera tomaría todos los meses. Elija cuántos: la cuota alcanza para ${meses(fitting)} por documento.`
      : 'La cuota no alcanza para toda la lista. Elija menos documentos.',
  monthly: 'Su plan es mensual: el monitoreo no gasta cuota y sigue mientras dure el contrato.',
  monthlyBut: (n: number, first: string, last: string) =>
    `Su plan es mensual: el monitoreo no gasta cuota y sigue mientras dure el contrato; ${n === 1 ? '1 perfil vence' : `${count(n)} perfiles vencen`} ${first === last ? `el ${first}` : `entre el ${first} y el ${last}`}.`,
  until: (day: string) => `Vence el ${day}.`,
  between: (first: string, last: string) => `Vencen entre el ${first} y el ${last}.`,
  wholeMonth: (days: number, contractEnd: string | null) =>
    `El mes en curso cuenta entero (le ${days === 1 ? 'queda 1 día' : `quedan ${days} días`}).${contractEnd ? ` Ningún monitoreo pasa del fin del contrato, el ${contractEnd}.` : ''}`,
  charges: (documents: number, amount: string) =>
    `Hasta ${amount} por ${documents === 1 ? '1 documento' : `${count(documents)} documentos`} que ${documents === 1 ? 'podría ser nuevo' : 'podrían ser nuevos'} en la plataforma.`,
  kept: (n: number) =>
    `${n === 1 ? '1 documento ya está' : `${count(n)} documentos ya están`} en su portafolio: no cambia${n === 1 ? '' : 'n'} ni cuesta${n === 1 ? '' : 'n'}.`,
  keptQuery: (n: number) =>
    n === 1
      ? '1 documento ya está en su portafolio en consulta: no cambia ni cuesta, y no quedará en monitoreo. Podrá activarlo después de cargar.'
      : `${count(n)} documentos ya están en su portafolio en consulta: no cambian ni cuestan, y no quedarán en monitoreo. Podrá activarlo después de cargar.`,
  keptLoading: (n: number) =>
    n === 1
      ? 'Otra solicitud ya está cargando 1 documento: no cambia ni cuesta.'
      : `Otra solicitud ya está cargando ${count(n)} documentos: no cambian ni cuestan.`,
  keptLoadingQuery: (n: number) =>
    n === 1
      ? 'Otra solicitud ya está cargando 1 documento en consulta: no cuesta y no quedará en monitoreo.'
      : `Otra solicitud ya está cargando ${count(n)} documentos en consulta: no cuestan y no quedarán en monitoreo.`,
  monitored: (n: number) =>
    n === 1 ? '1 perfil ya está en monitoreo: no cambia ni cuesta.' : `${count(n)} perfiles ya están en monitoreo: no cambian ni cuestan.`,
  untouched: (n: number) =>
    `${n === 1 ? '1 perfil no está activo' : `${count(n)} perfiles no están activos`}: no se actualiza${n === 1 ? '' : 'n'}.`,
  expired: (n: number) =>
    `${n === 1 ? '1 perfil tiene el monitoreo vencido' : `${count(n)} perfiles tienen el monitoreo vencido`}: no se actualiza${n === 1 ? '' : 'n'}.`,
  refused: (n: number, why: string) => `${n === 1 ? '1 perfil no se actualiza' : `${count(n)} perfiles no se actualizan`}. ${why}`,
  goesOn: 'Puede continuar sin saberlo: esto no usa meses de la cuota.',
  monthsLabel: 'Meses de monitoreo',
  monthsRule: 'Meses calendario, contando el actual.',
  monthsOption: meses,
  asManyAsFit: 'Los que quepan en el contrato y la cuota',
  keepsItsEnd: 'Conservar la fecha de vencimiento de cada perfil',
  activate: 'Activar monitoreo',
  activateTitle: (n: number) => (n === 1 ? 'Activar el monitoreo' : `Activar el monitoreo de ${perfiles(n)}`),
  activateWhat: 'Se usan los datos que ya hay y se mantienen al día desde hoy. Se activan todos o ninguno.',
  leftOut: (n: number) =>
    n === 1
      ? '1 perfil se deja fuera: se está cargando, no se cargó o su consulta terminó.'
      : `${count(n)} perfiles se dejan fuera: se están cargando, no se cargaron o su consulta terminó.`,
  activated: (n: number) => (n === 1 ? 'El perfil está en monitoreo.' : `${perfiles(n)} en monitoreo.`),
  force: 'Forzar actualización',
  forceTitle: (n: number) => (n === 1 ? 'Forzar la actualización' : `Forzar la actualización de ${perfiles(n)}`),
  forceWhat: 'Se consulta de nuevo a todas las fuentes. Si una no responde, se conserva su último dato y se indica.',
  running: (n: number) =>
    n === 1
      ? '1 perfil se deja fuera: ya se está actualizando. Podrá pedir otra actualización cuando termine.'
      : `${count(n)} perfiles se dejan fuera: ya se están actualizando. Podrá pedir otra actualización cuando terminen.`,
  forced: (n: number) => (n === 1 ? 'Se está actualizando 1 perfil' : `Se están actualizando ${perfiles(n)}`),
  seeLoad: 'Ver la carga',
  firstOnly: (most: number, all: number) => `Se toman los primeros ${most} de ${count(all)}.`,
};
