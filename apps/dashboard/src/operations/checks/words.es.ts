import { count } from '#language/money.ts';

const cuentas = (n: number) => (n === 1 ? '1 cuenta revisada' : `${count(n)} cuentas revisadas`);

export const es = {
  title: 'Listas y verificación',
  description: 'Contra qué listas se comparan los perfiles, y si las cuentas de meses cuadran.',
  lists: 'Listas de compliance',
  list: 'Lista',
  version: 'Versión',
  topic: 'Tema',
  imported: 'Importada',
  entities: 'Personas y empresas',
  noLists: 'No hay listas importadas: no se puede comparar a nadie',
  ledgers: 'Cuentas de meses',
  ledgersMeaning:
    'Vuelve a calcular cada cuenta desde su primer movimiento y la compara con su saldo. También se hace automáticamente cada noche. No cambia nada.',
  verify: 'Verificar ahora',
  agree: (ledgers: number) => `${cuentas(ledgers)}: ${ledgers === 1 ? 'cuadra' : 'todas cuadran'}`,
  none: 'No hay cuentas que revisar: ningún contrato tiene cuota',
  drifts: (drifts: number, ledgers: number) => `${drifts === 1 ? '1 diferencia' : `${count(drifts)} diferencias`} en ${cuentas(ledgers)}`,
  contract: 'Contrato',
  what: 'Qué difiere',
  whats: { ledger: 'Cuenta', access: 'Acceso' } as Record<string, string>,
  detail: 'Detalle',
  portfolios: 'Portafolios',
  portfoliosMeaning:
    'Compara cada fila de cada portafolio con el acceso y el perfil de los que sale, y corrige la que difiera. También se hace automáticamente cada noche.',
  comparePortfolios: 'Comparar ahora',
  portfoliosAgree: (number: number, text: string) =>
    number === 1 ? '1 portafolio comparado: ninguna fila difería' : `${text} portafolios comparados: ninguna fila difería`,
  portfoliosHealed: (number: number, text: string) =>
    number === 1 ? '1 fila difería y se corrigió' : `${text} filas diferían y se corrigieron`,
  driftsOf: {
    differed: (number: number, text: string) => (number === 1 ? '1 fila difería' : `${text} filas diferían`),
    without_access: (number: number, text: string) => (number === 1 ? '1 fila sin acceso' : `${text} filas sin acceso`),
  },
};
