import type { ReplyOf } from '@vigia/contracts';
import { type Cell, csvLine, documentCell, separators, timeCell } from '../csv/cell.js';
import { balancesOf } from './answer-shapes.js';
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
const statementColumns = Object.keys(columns);

/** The balance before, the lines, and the balance after: a file without its last row is incomplete. */
export async function* statementRows(pages: AsyncIterable<Page>): AsyncGenerator<Cell[][]> {
  let last: Page | undefined;
  for await (const page of pages) {
    const begun = last ? [] : [statementColumns, balanceRow('Saldo inicial', page.opening)];
    yield [...begun, ...entriesOf(page).map((entry) => Object.values(columns).map((cell) => cell(entry)))];
    last = page;
  }
  if (last) yield [balanceRow('Saldo final', last.closing)];
}

function balanceRow(tipo: string, balances: Page['opening']): Cell[] {
  const { disponible, reservada, consumida, otorgada } = balancesOf(balances);
  const cells: Record<string, Cell> = {
    tipo,
    saldo_disponible: disponible,
    saldo_reservada: reservada,
    saldo_consumida: consumida,
    saldo_otorgada: otorgada,
  };
  return statementColumns.map((column) => cells[column] ?? null);
}

const exampleQuota = { granted: 100, available: 94, held: 0, consumed: 6 };

/** The file of a period without lines. */
export const statementCsvExample = [statementColumns, balanceRow('Saldo inicial', exampleQuota), balanceRow('Saldo final', exampleQuota)]
  .map((cells) => csvLine(cells, separators.coma))
  .join('');
