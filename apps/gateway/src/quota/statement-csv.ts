import { type Contract, limaDay, type ReplyOf } from '@vigia/contracts';
import { type Cell, csvLine, documentCell, separators, timeCell } from '../csv/cell.js';
import { balancesOf, exampleContract } from './answer-shapes.js';
import type { periodAsked } from './report-query.js';
import { entriesOf, type StatementEntry } from './statement-answer.js';

type Page = ReplyOf<'quota.statement'>;

const columns: Record<string, (entry: StatementEntry) => Cell> = {
  linea: ({ linea }) => linea,
  fecha_lima: ({ fecha_lima }) => timeCell(fecha_lima),
  hora_lima: ({ hora_lima }) => timeCell(hora_lima),
  operacion: ({ operacion }) => operacion.tipo,
  solicitud: ({ solicitud }) => solicitud,
  tipo: ({ tipo }) => tipo,
  documento: documentCell,
  perfiles: ({ perfiles }) => perfiles,
  desde_mes: ({ desde_mes }) => timeCell(desde_mes),
  hasta_mes: ({ hasta_mes }) => timeCell(hasta_mes),
  meses: ({ meses }) => meses,
  meses_reservados: ({ movimiento }) => movimiento.reservada,
  meses_consumidos: ({ movimiento }) => movimiento.consumida,
  meses_de_la_operacion: ({ operacion }) => operacion.meses,
  saldo_disponible: ({ saldo }) => saldo.disponible,
  saldo_reservada: ({ saldo }) => saldo.reservada,
  saldo_consumida: ({ saldo }) => saldo.consumida,
  saldo_otorgada: ({ saldo }) => saldo.otorgada,
  regla: ({ regla }) => regla,
  explicacion: ({ explicacion }) => explicacion,
  motivo: ({ motivo }) => motivo,
  autor: ({ autor }) => autor,
  correlacion: ({ correlacion }) => correlacion,
  idempotency_key: ({ idempotency_key }) => idempotency_key,
};
const header = [...Object.keys(columns), 'contrato'];

type Of = Pick<Contract, 'contractId' | 'startsOn'>;
type Period = ReturnType<typeof periodAsked>;

export function statementFile(contract: Of, period: Period) {
  return {
    name: `vigia-estado-de-cuenta-${contract.contractId.slice(0, 8)}-${daysOf(contract, period)}`,
    rows: (pages: AsyncIterable<Page>) => statementRows(contract, pages),
  };
}

/** In order, also if the contract or the period lies ahead. */
function daysOf({ startsOn }: Of, { from, to }: Period): string {
  const today = limaDay(new Date());
  const last = to ?? (from !== undefined && from > today ? from : today);
  const first = from ?? (startsOn < last ? startsOn : last);
  return `${first}-${last}`;
}

/** The balance before, the lines, and the balance after: a file without its last row is incomplete. */
async function* statementRows({ contractId }: Of, pages: AsyncIterable<Page>): AsyncGenerator<Cell[][]> {
  let last: Page | undefined;
  for await (const page of pages) {
    const begun = last ? [] : [header, balanceRow('Saldo inicial', page.opening, contractId)];
    yield [...begun, ...entriesOf(page).map((entry) => [...Object.values(columns).map((cell) => cell(entry)), contractId])];
    last = page;
  }
  if (last) yield [balanceRow('Saldo final', last.closing, contractId)];
}

function balanceRow(tipo: string, balances: Page['opening'], contrato: string): Cell[] {
  const { disponible, reservada, consumida, otorgada } = balancesOf(balances);
  const cells: Record<string, Cell> = {
    tipo,
    saldo_disponible: disponible,
    saldo_reservada: reservada,
    saldo_consumida: consumida,
    saldo_otorgada: otorgada,
    contrato,
  };
  return header.map((column) => cells[column] ?? null);
}

const exampleQuota = { granted: 100, available: 94, held: 0, consumed: 6 };

/** The file of a period without lines. */
export const statementCsvExample = [
  header,
  balanceRow('Saldo inicial', exampleQuota, exampleContract),
  balanceRow('Saldo final', exampleQuota, exampleContract),
]
  .map((cells) => csvLine(cells, separators.coma))
  .join('');
