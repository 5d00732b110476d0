import { lastDayBefore, type Preview, type ReprocessRefusal, VigiaError } from '@vigia/contracts';
import { type Static, Type } from 'typebox';
import { amount, day, months, plan, plans, soles } from './answer-shapes.js';
import { answer, orNull, shape } from '../openapi/answer-shape.js';

export const previewAnswer = answer(
  'PreviewAnswer',
  shape('Preview', {
    plan: orNull(plan, 'kind of the plan; null without a contract in force'),
    rechazo: orNull(
      shape('PreviewRefusal', { motivo: Type.String(), meses_que_caben: Type.Integer() }),
      'reason why nothing at all would be loaded, and the months until the end of the contract; null: not refused as a whole',
    ),
    documentos: Type.Array(
      shape('PreviewedDocument', {
        taxId: Type.String(),
        accion: Type.Enum(['cargar', 'actualizar', 'activar', 'ninguna'], { title: 'PreviewedAction' }),
        motivo: orNull(Type.String(), 'reason why nothing would be done about the document; null: something would'),
        meses_devueltos: months('months that would go back to the quota'),
        meses_descontados: months('months that would be taken from the quota'),
        vence: orNull(day, 'last day in Lima on which the profile could be read; null: no end date, or nothing would be done'),
        vence_en: orNull(
          Type.String({ format: 'date-time' }),
          'instant at which the access would end; null: no end date, or nothing would be done',
        ),
      }),
    ),
    meses_devueltos: months('months that would go back to the quota, for all documents'),
    meses_descontados: months('months that would be taken from the quota, for all documents'),
    cuota_antes: months('months available now'),
    cuota_despues: months('months that would be available afterwards'),
    meses_que_caben: months('months from the current one to the end of the contract, whatever the quota; 0 without a one-time plan'),
    dias_restantes_del_mes: Type.Integer({ description: 'days left of the current month, today included; it is paid whole' }),
    cargo_maximo: Type.Object(
      { documentos: Type.Integer(), importe: amount },
      {
        title: 'HighestCharge',
        description: 'highest possible charge: as if each document to load that you never loaded before were new on the platform',
      },
    ),
  }),
);
export type PreviewAnswer = Static<typeof previewAnswer>;

const actions = { load: 'cargar', refresh: 'actualizar', activate: 'activar', keep: 'ninguna', none: 'ninguna' } as const;

type Entry = PreviewAnswer['data']['documentos'][number];

/**
 * In the order of the request. Billing is not asked about impossible numbers; their errors are added here. Those in
 * `loading` stay as they are because an earlier call is loading them.
 */
export function answerOfPreview(
  taxIds: string[],
  preview: Preview,
  wrong: (taxId: string) => VigiaError,
  loading: string[] = [],
): PreviewAnswer {
  const { kind, refusal, returned, deducted, fittingMonths, documentChargesAtMost } = preview;
  const previewed = new Map(preview.documents.map((document) => [document.taxId, document]));
  return {
    statusCode: 200,
    data: {
      plan: kind && plans[kind],
      rechazo: refusal && { motivo: textOf(refusal), meses_que_caben: fittingMonths },
      documentos: taxIds.map((taxId) => {
        const document = previewed.get(taxId);
        return document ? entryOf(document, loading.includes(taxId)) : { ...untouched, taxId, motivo: wrong(taxId).message };
      }),
      meses_devueltos: returned,
      meses_descontados: deducted,
      cuota_antes: preview.availableBefore,
      cuota_despues: preview.availableAfter,
      meses_que_caben: fittingMonths,
      dias_restantes_del_mes: preview.daysLeftOfThisMonth,
      cargo_maximo: { documentos: documentChargesAtMost.documents, importe: soles(documentChargesAtMost.cents) },
    },
  };
}

const untouched = { accion: 'ninguna', meses_devueltos: 0, meses_descontados: 0, vence: null, vence_en: null } as const;

function entryOf({ taxId, action, refusal, returned, deducted, expiresAt }: Preview['documents'][number], isLoading: boolean): Entry {
  const presence = isLoading ? 'an earlier call of yours is loading the profile' : 'the profile is in your portfolio already';
  return {
    taxId,
    accion: actions[action],
    motivo: action === 'keep' ? presence : refusal && textOf(refusal),
    meses_devueltos: returned,
    meses_descontados: deducted,
    vence: expiresAt && lastDayBefore(expiresAt),
    vence_en: expiresAt,
  };
}

const textOf = (refusal: ReprocessRefusal) => VigiaError.ofRefusal(refusal).message;

const loaded: Entry = {
  taxId: '20990000019',
  accion: 'cargar',
  motivo: null,
  meses_devueltos: 0,
  meses_descontados: 6,
  vence: '2027-04-30',
  vence_en: '2027-05-01T05:00:00.000Z',
};

const exampleOf = (documentos: Entry[], importe: number): PreviewAnswer => {
  const [{ meses_devueltos, meses_descontados } = untouched] = documentos;
  return {
    statusCode: 200,
    data: {
      plan: 'pago_unico',
      rechazo: null,
      documentos,
      meses_devueltos,
      meses_descontados,
      cuota_antes: 94,
      cuota_despues: 94 + meses_devueltos - meses_descontados,
      meses_que_caben: 14,
      dias_restantes_del_mes: 10,
      cargo_maximo: { documentos: importe > 0 ? 1 : 0, importe },
    },
  };
};

export const previewExamples = {
  load: exampleOf([loaded], 10.05),
  bulkLoad: exampleOf([loaded, { ...untouched, taxId: '20990000010', motivo: 'taxId is not a valid RUC' }], 10.05),
  forcedUpdate: exampleOf([{ ...loaded, accion: 'actualizar', meses_devueltos: 5 }], 0),
};
