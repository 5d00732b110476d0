import { VigiaError, type Preview, type ReprocessRefusal } from '@vigia/contracts';
import { limaDay } from '../domain/lima-time.js';
import type { PreviewAnswer } from './quota-answers.js';
import { soles } from './domain/soles.js';

export const plans = { monthly: 'mensual', one_time: 'pago_unico' } as const;
const actions = { load: 'cargar', refresh: 'actualizar', activate: 'activar', keep: 'ninguna', none: 'ninguna' } as const;

type Entry = PreviewAnswer['data']['documentos'][number];

/** In the order of the request. Billing was not asked about numbers that no document has: what is wrong with them is said here. */
export function answerOfPreview(taxIds: string[], preview: Preview, wrong: (taxId: string) => VigiaError): PreviewAnswer {
  const { kind, refusal, returned, deducted, fittingMonths, documentChargesAtMost } = preview;
  const previewed = new Map(preview.documents.map((document) => [document.taxId, document]));
  return {
    statusCode: 200,
    data: {
      plan: kind && plans[kind],
      rechazo: refusal && { motivo: textOf(refusal), meses_que_caben: fittingMonths },
      documentos: taxIds.map((taxId) => {
        const document = previewed.get(taxId);
        return document ? entryOf(document) : { ...untouched, taxId, motivo: wrong(taxId).message };
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

function entryOf({ taxId, action, refusal, returned, deducted, expiresAt }: Preview['documents'][number]): Entry {
  return {
    taxId,
    accion: actions[action],
    motivo: action === 'keep' ? 'the profile is in your portfolio already' : refusal && textOf(refusal),
    meses_devueltos: returned,
    meses_descontados: deducted,
    vence: expiresAt && limaDay(new Date(Date.parse(expiresAt) - 1)),
    vence_en: expiresAt,
  };
}

const textOf = (refusal: ReprocessRefusal) => VigiaError.ofRefusal(refusal).message;
