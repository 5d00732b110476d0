import { docType, type DocumentCharge, limaDay, limaSecond, type ReplyOf } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { type Cell, csvLine, documentCell, separators, timeCell } from '../csv/cell.js';
import { statementWords } from './domain/statement-words.js';
import { amount, currency, day, exampleContract, moneda, soles, solesText } from './answer-shapes.js';
import { answer, orNull, shape } from '../openapi/answer-shape.js';

type Page = ReplyOf<'charges.list'>;

const charge = shape('Charge', {
  docType,
  taxId: Type.String(),
  importe: amount,
  moneda,
  fecha: Type.String({ format: 'date-time' }),
  fecha_lima: day,
  hora_lima: Type.String({ description: 'time in Lima, HH:MM:SS' }),
  contrato: orNull(Type.String({ format: 'uuid' }), 'id of the contract; null: none was in force'),
  solicitud: orNull(Type.String({ format: 'uuid' }), 'id of the request, as in `X-Request-Id` of its answer; null: not recorded'),
  correlacion: orNull(Type.String(), '`X-Correlation-Id` of the call; null: not recorded'),
  idempotency_key: orNull(Type.String(), '`Idempotency-Key` of the call; null: none, or not recorded'),
  autor: Type.String({ description: 'credential or user who made the request; `sin registro`: not recorded' }),
});
type Charge = Static<typeof charge>;

export const chargesAnswer = answer(
  'ChargesAnswer',
  shape('ChargesPage', {
    cargos: Type.Array(charge, { description: 'charges, oldest first, at most 500' }),
    total: Type.Number({ description: 'total of all pages, in soles' }),
    moneda,
    siguiente: orNull(Type.String(), '`desde_cargo` of the next page; null on the last page'),
    enlace_siguiente: orNull(Type.String(), 'path of the next page, as in the header `Link`; null on the last page'),
  }),
);
type ChargesAnswer = Static<typeof chargesAnswer>;

export function answerOfCharges({ charges, totalCents, next }: Page, link: (position: string) => string): ChargesAnswer {
  return {
    statusCode: 200,
    data: {
      cargos: charges.map(chargeOf),
      total: soles(totalCents),
      moneda: currency,
      siguiente: next,
      enlace_siguiente: next && link(next),
    },
  };
}

function chargeOf({ docType, taxId, priceCents, chargedAt, contractId, ...call }: DocumentCharge): Charge {
  const at = new Date(chargedAt);
  const { requestId, correlationId, idempotencyKey, actor } = call;
  return {
    docType,
    taxId,
    importe: soles(priceCents),
    moneda: currency,
    fecha: chargedAt,
    fecha_lima: limaDay(at),
    hora_lima: limaSecond(at),
    contrato: contractId,
    solicitud: requestId,
    correlacion: correlationId,
    idempotency_key: idempotencyKey,
    autor: statementWords.author(actor ?? 'unknown'),
  };
}

const chargesColumns = [
  'fecha_lima',
  'hora_lima',
  'documento',
  'importe',
  'moneda',
  'contrato',
  'solicitud',
  'autor',
  'correlacion',
  'idempotency_key',
];

/** The charges and their sum: a file without its last row is incomplete. */
export async function* chargesRows(pages: AsyncIterable<Page>): AsyncGenerator<Cell[][]> {
  let totalCents = 0;
  yield [chargesColumns];
  for await (const page of pages) {
    totalCents += page.totalCents;
    yield page.charges.map(rowOf);
  }
  yield [totalRow(totalCents)];
}

function totalRow(cents: number): Cell[] {
  return [null, null, 'Total', { exact: solesText(cents) }, currency, ...chargesColumns.slice(5).map(() => null)];
}

function rowOf(charged: DocumentCharge): Cell[] {
  const { fecha_lima, hora_lima, moneda, contrato, solicitud, autor, correlacion, idempotency_key } = chargeOf(charged);
  const importe = { exact: solesText(charged.priceCents) };
  const [day, second] = [timeCell(fecha_lima), timeCell(hora_lima)];
  return [day, second, documentCell(charged), importe, moneda, contrato, solicitud, autor, correlacion, idempotency_key];
}

export const chargesExample: ChargesAnswer = {
  statusCode: 200,
  data: {
    cargos: [
      {
        docType: 'RUC',
        taxId: '20990000019',
        importe: 10.05,
        moneda: 'PEN',
        fecha: '2026-11-20T16:02:07.314Z',
        fecha_lima: '2026-11-20',
        hora_lima: '11:02:07',
        contrato: exampleContract,
        solicitud: '0b3f6a1e-5c0e-4d6a-9a57-3f1d2f1b6c11',
        correlacion: '7d9f3c52-6a1b-4f0e-8b6d-2a4c1e9f7b35',
        idempotency_key: 'carga-0001',
        autor: 'credencial vk_0a1b2c3d4e5f',
      },
    ],
    total: 10.05,
    moneda: 'PEN',
    siguiente: null,
    enlace_siguiente: null,
  },
};

/** The file of a period without charges. */
export const chargesCsvExample = [chargesColumns, totalRow(0)].map((cells) => csvLine(cells, separators.coma)).join('');
