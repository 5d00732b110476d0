import type { panel, PanelAnswer, ReprocessRefusal } from '@vigia/contracts';
import { type Cell, documentCell } from '../../csv/cell.js';

type Load = PanelAnswer<typeof panel.loads.one>;
type Item = Load['items'][number];

const states = { loading: 'Cargando', loaded: 'Listo', skipped: 'Sin cambios' };
const failed = { load: 'No se cargó', update: 'No se actualizó' };
const accesses = { pending: 'Por activar', active: 'Activo', expired: 'Vencido', failed: 'No se activó' };

/** A reason without a text here is shown by its code only. */
const reasons: Record<string, string> & Record<ReprocessRefusal['reason'], string> = {
  already_in_portfolio: 'Ya estaba en el portafolio.',
  not_active: 'No estaba activo en el portafolio.',
  taxpayer_not_found: 'Ningún contribuyente estaba registrado con este documento.',
  all_sources_failed: 'Ninguna fuente respondió. No se cobró nada.',
  billing_unavailable: 'No se pudo verificar la cuota. No se cargó ni se cobró nada.',
  contract_not_active: 'No había un contrato vigente.',
  months_exceed_contract: 'Los meses pedidos pasaban del fin del contrato.',
  quota_insufficient: 'Los meses de la cuota no alcanzaban.',
  monitoring_expired: 'El monitoreo del perfil había vencido.',
};

const changedMeanwhile = 'El monitoreo del perfil cambió o terminó mientras se actualizaba.';

function explained({ state, estado, reason, refusal, access }: Item): Cell {
  if (refusal?.reason === 'monitoring_expired' && refusal.endedOn === null) return changedMeanwhile;
  if (reason === 'already_in_portfolio' && access === 'pending') return 'Otra solicitud lo está cargando.';
  if (reason === 'already_in_portfolio' && access === 'expired')
    return 'Ya estaba en el portafolio; su monitoreo o su consulta ya terminó.';
  if (reason !== null) return reasons[reason] ?? null;
  if (state !== 'loaded') return null;
  if (access === 'expired') return 'Se cargó; su monitoreo o su consulta ya terminó.';
  return estado === 'partial' ? 'Alguna fuente no respondió; esto no significa que no haya registros.' : null;
}

function resultOf({ state, estado }: Item, kind: Load['kind']): string {
  if (state === 'failed') return failed[kind];
  return state === 'loaded' && estado === 'partial' ? 'Listo, incompleto' : states[state];
}

const columns: Record<string, (item: Item, kind: Load['kind']) => Cell> = {
  documento: ({ docType, taxId }) => documentCell({ docType, taxId }) ?? { exact: `'${taxId}` },
  resultado: resultOf,
  explicacion: explained,
  codigo: ({ reason }) => reason,
  meses_que_caben: ({ refusal }) => (refusal && 'fittingMonths' in refusal ? refusal.fittingMonths : null),
  acceso: ({ access }) => access && accesses[access],
  fuentes_respondidas: ({ done, of }) => (of === 0 ? null : done),
  fuentes_consultadas: ({ of }) => (of === 0 ? null : of),
};

/** Each document with the request that it was part of. */
export async function* loadRows(requests: AsyncIterable<Pick<Load, 'requestId' | 'kind' | 'items'>>): AsyncGenerator<Cell[][]> {
  yield [[...Object.keys(columns), 'solicitud']];
  for await (const { requestId, kind, items } of requests)
    yield items.map((item) => [...Object.values(columns).map((cell) => cell(item, kind)), requestId]);
}
