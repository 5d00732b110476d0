import { count } from '#language/money.ts';

type Facts = Record<string, string | number>;
interface Crossing {
  day?: string;
  isPast?: boolean;
}
type Phase = 'ahead' | 'in_force' | 'ended';
const meses = (n: number) => (n === 1 ? '1 mes' : `${count(n)} meses`);
const disponibles = (n: number) => `${meses(n)} ${n === 1 ? 'disponible' : 'disponibles'}`;
const phases = { ahead: 'aún no empieza', in_force: 'vigente', ended: 'terminado' };

export const es = {
  title: 'Consumo',
  what: 'Su contrato, en qué se usaron los meses de monitoreo, hasta cuándo alcanzan y lo que se cobró por documentos nuevos.',
  noContract: 'Su corporación no tiene contratos',
  noContractWhat: 'Sin un contrato vigente no se puede cargar ni monitorear. Hable con su ejecutivo.',
  contract: 'Contrato',
  contractName: (kind: 'monthly' | 'one_time', from: string, to: string, phase: Phase) =>
    `${kind === 'monthly' ? 'Mensual' : 'Pago único'}, del ${from} al ${to} (${phases[phase]})`,
  kinds: { monthly: 'Plan mensual', one_time: 'Plan de pago único' },
  period: (from: string, to: string, phase: Phase) => `Del ${from} al ${to}, ${phases[phase]}`,
  endChanged: (on: string, from: string, to: string, reason: string) => `El ${on} el fin pasó del ${from} al ${to}. Motivo: ${reason}`,
  price: (amount: string) => `${amount} por documento nuevo en la plataforma`,
  excluded: (sections: string[]) => `Fuera del plan: ${sections.join(', ')}`,
  used: (used: number, granted: number) =>
    `${count(used)} de ${meses(granted)} ${granted === 1 ? 'usado o reservado' : 'usados o reservados'}`,
  available: 'Disponibles',
  unused: 'Sin usar al terminar',
  consumed: 'Usados',
  held: 'Reservados',
  heldHint: 'para cargas en curso',
  granted: 'Otorgados',
  monthly: 'Este plan no cuenta meses: el monitoreo sigue mientras dure el contrato.',
  alerts: 'Avisos',
  moreAlerts: (n: number) => `y ${count(n)} más`,
  /** With the day that the alert is about, if it is about one. */
  alert(kind: string, facts: Facts, { day = '', isPast = false }: Crossing = {}): string {
    const level = /^quota_(\d+)$/.exec(kind)?.[1];
    if (level)
      return `${level === '0' ? 'Se agotó la cuota' : `Quedó el ${level}% de la cuota o menos`}: ${count(Number(facts.available))} de ${meses(Number(facts.granted))}`;
    if (kind.startsWith('lapse_in'))
      return `${facts.profiles === 1 ? `1 monitoreo ${isPast ? 'venció' : 'vence'}` : `${count(Number(facts.profiles))} monitoreos ${isPast ? 'vencieron' : 'vencen'}`} el ${day}`;
    if (kind.startsWith('contract_ends') && facts.available === undefined)
      return isPast
        ? `El contrato mensual terminó el ${day} y, con él, sus monitoreos`
        : `El contrato mensual termina el ${day}: si no le sigue otro contrato mensual al día siguiente, ese día terminan sus monitoreos`;
    if (kind.startsWith('contract_ends'))
      return `El contrato ${isPast ? 'terminó' : 'termina'} el ${day} con ${meses(Number(facts.available))} sin usar`;
    return kind;
  },
  statement: 'Estado de cuenta',
  forecast: 'Pronóstico',
  charges: 'Cargos',
  download: 'Descargar CSV',
  from: 'Desde',
  to: 'Hasta',
  reversed: 'No puede ser anterior a «Desde».',
  date: 'Fecha',
  operation: 'Movimiento y causa',
  document: 'Documento',
  monthsMoved: 'Meses',
  balance: 'Disponible',
  who: 'Quién',
  opening: (available: number) => `Saldo inicial: ${disponibles(available)}`,
  closing: (available: number) => `Saldo final: ${disponibles(available)}`,
  before: (available: number) => `Saldo antes de estas líneas: ${disponibles(available)}`,
  after: (available: number) => `Saldo después de estas líneas: ${disponibles(available)}`,
  noLines: 'No hay movimientos en estos días.',
  nextLines: 'Siguientes',
  noForecast: 'No hay un contrato vigente con cuota.',
  surplus: (n: number) =>
    n >= 0
      ? `La cuota alcanza: ${n === 1 ? 'sobraría' : 'sobrarían'} ${meses(n)}`
      : `La cuota no alcanza: ${n === -1 ? 'faltaría' : 'faltarían'} ${meses(-n)}`,
  assumption: (needed: number, end: string) =>
    `Si todos los perfiles que hoy están en monitoreo continúan hasta el fin del contrato, el ${end}, ${needed === 1 ? 'se necesita' : 'se necesitan'} ${meses(needed)} más. No cuenta documentos nuevos.`,
  month: 'Mes',
  monitored: 'Perfiles con el mes pagado',
  lapsing: 'Vencen en el mes',
  total: (amount: string) => `Total del periodo: ${amount}`,
  noCharges: 'No hay cargos en estos días.',
  amount: 'Importe',
};
