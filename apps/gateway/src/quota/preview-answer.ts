import { VigiaError, type Preview } from '@vigia/contracts';
import type { PreviewAnswer } from './quota-answers.js';
import { soles } from './domain/soles.js';

const plans = { monthly: 'mensual', one_time: 'pago_unico' } as const;
const actions = { load: 'cargar', refresh: 'actualizar', activate: 'activar', none: 'ninguna' } as const;

type Reason = NonNullable<Preview['documents'][number]['reason']>;

export function answerOfPreview(preview: Preview): PreviewAnswer {
  const { kind, refusal, documents, returned, deducted, fittingMonths, documentChargesAtMost } = preview;
  return {
    statusCode: 200,
    data: {
      plan: kind && plans[kind],
      rechazo: refusal && { motivo: textOf(refusal.reason, refusal.fittingMonths), meses_que_caben: refusal.fittingMonths },
      documentos: documents.map((document) => ({
        taxId: document.taxId,
        accion: actions[document.action],
        motivo: document.reason && textOf(document.reason, fittingMonths),
        meses_devueltos: document.returned,
        meses_descontados: document.deducted,
        vence: document.expiresOn,
      })),
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

function textOf(reason: Reason, fittingMonths: number): string {
  if (reason === 'already_in_portfolio') return 'the profile is in your portfolio already';
  if (reason === 'months_exceed_contract') return VigiaError.of(reason, { fittingMonths }).message;
  return VigiaError.of(reason).message;
}
