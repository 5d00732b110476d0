import { count } from '#language/money.ts';

type Facts = Record<string, string | number>;
type Phase = 'ahead' | 'in_force' | 'ended' | undefined;
const meses = (n: number) => (n === 1 ? '1 mes' : `${count(n)} meses`);
const phases = { ahead: 'aún no empieza', in_force: 'vigente', ended: 'terminado' };
const operations: Record<string, string> = {
  contract: 'Contrato',
  load: 'Carga',
  reprocess: 'Actualización forzada',
  activate: 'Activación',
  adjust: 'Ajuste del operador',
  amend: 'Cambio de fin del contrato',
};
const entries: Record<string, string> = {
  grant: 'Otorgamiento',
  adjust: 'Ajuste',
  hold: 'Reserva',
  commit: 'Consumo',
  void: 'Liberación',
  return: 'Devolución',
  deduct: 'Descuento',
};
const rules: Record<string, string> = {
  contract: 'El contrato otorga estos meses al crearse.',
  adjustment: 'El operador agrega o retira meses.',
  'profiles x months': 'Un mes por perfil y mes calendario, contando entero el actual.',
  'rules 2 and 3': 'El nuevo monitoreo menos los meses no iniciados del anterior.',
  'rule 2': 'Vuelven los meses no iniciados del monitoreo anterior.',
  'rule 3': 'Se descuentan los meses del nuevo monitoreo.',
  'contract shortened': 'El contrato termina antes: vuelven los meses posteriores.',
  'voided hold': 'Lo reservado no se usó y vuelve.',
  'expired hold': 'La solicitud quedó sin respuesta y lo reservado vuelve.',
  'revoked hold': 'Un ajuste o un cambio del contrato retira lo reservado.',
};

export const es = {
  title: 'Consumo',
  what: 'Su contrato, en qué se usaron los meses de monitoreo, hasta cuándo alcanzan y lo que se cobró por documentos nuevos.',
  noContract: 'Su corporación no tiene contratos',
  noContractWhat: 'Sin un contrato vigente no se puede cargar ni monitorear. Hable con su ejecutivo.',
  contract: 'Contrato',
  contractName: (kind: 'monthly' | 'one_time', from: string, to: string, phase: Phase) =>
    `${kind === 'monthly' ? 'Mensual' : 'Pago único'}, ${from} a ${to}${phase ? ` (${phases[phase]})` : ''}`,
  kinds: { monthly: 'Plan mensual', one_time: 'Plan de pago único' },
  period: (from: string, to: string, phase: Phase) => `Del ${from} al ${to}${phase ? `, ${phases[phase]}` : ''}`,
  price: (amount: string) => `${amount} por documento nuevo en la plataforma`,
  excluded: (n: number) => (n === 1 ? '1 sección fuera del plan' : `${n} secciones fuera del plan`),
  used: (used: number, granted: number) => `${count(used)} de ${meses(granted)} usados o reservados`,
  available: 'Disponibles',
  consumed: 'Usados',
  held: 'Reservados',
  heldHint: 'para cargas en curso',
  granted: 'Otorgados',
  monthly: 'Este plan no cuenta meses: el monitoreo sigue mientras dure el contrato.',
  alerts: 'Avisos',
  alert(kind: string, facts: Facts, crossing: string): string {
    const level = /^quota_(\d+)$/.exec(kind)?.[1];
    if (level) return `Quedó menos del ${level}% de la cuota: ${facts.available} de ${facts.granted} meses`;
    if (kind.startsWith('lapse_in'))
      return `${facts.profiles === 1 ? '1 monitoreo vence' : `${facts.profiles} monitoreos vencen`} el ${crossing}`;
    if (kind.startsWith('contract_ends')) return `El contrato termina el ${crossing} con ${facts.available} meses sin usar`;
    return kind;
  },
  statement: 'Estado de cuenta',
  forecast: 'Pronóstico',
  charges: 'Cargos',
  download: 'Descargar CSV',
  from: 'Desde',
  to: 'Hasta',
  date: 'Fecha',
  operation: 'Movimiento y causa',
  document: 'Documento',
  monthsMoved: 'Meses',
  balance: 'Disponible',
  who: 'Quién',
  actor: (actor: string | null) =>
    actor === null || actor === 'client' || actor === 'unknown'
      ? 'Sin registro'
      : actor
          .replace(/^user /, '')
          .replace(/^credential /, 'Credencial ')
          .replace(/^operator\b/, 'Operador')
          .replace(/^system$/, 'Sistema'),
  entry: (kind: string, operation: string | null) =>
    operation && operation !== 'contract'
      ? `${operations[operation] ?? operation}: ${(entries[kind] ?? kind).toLowerCase()}`
      : (entries[kind] ?? kind),
  rule: (rule: string) => rules[rule] ?? rule,
  opening: (available: number) => `Saldo inicial: ${meses(available)} disponibles`,
  closing: (available: number) => `Saldo final: ${meses(available)} disponibles`,
  noLines: 'No hay movimientos en estos días.',
  nextLines: 'Siguientes',
  noForecast: 'No hay un contrato vigente con cuota.',
  surplus: (n: number) => (n >= 0 ? `La cuota alcanza: sobrarían ${meses(n)}` : `La cuota no alcanza: faltarían ${meses(-n)}`),
  assumption: (needed: number, end: string) =>
    `Si todos los perfiles que hoy están en monitoreo continúan hasta el fin del contrato, el ${end}, se necesitan ${meses(needed)} más. No cuenta documentos nuevos.`,
  month: 'Mes',
  monitored: 'Perfiles con el mes pagado',
  lapsing: 'Vencen en el mes',
  total: (amount: string) => `Total del periodo: ${amount}`,
  noCharges: 'No hay cargos en estos días.',
  amount: 'Importe',
};
