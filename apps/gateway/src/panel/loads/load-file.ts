import type { panel, PanelAnswer, ReprocessRefusal } from '@vigia/contracts';
import { type Cell, documentCell } from '../../csv/cell.js';

type Load = PanelAnswer<typeof panel.loads.one>;
type Item = Load['items'][number];
type Asked = Pick<Load, 'kind' | 'mode' | 'activationFailed'>;

const states = { loading: 'Cargando', loaded: 'Listo', skipped: 'Sin cambios' };
const failed = { load: 'No se cargó', update: 'No se actualizó' };
const accesses = { pending: 'Por activar', active: 'Activo', expired: 'Vencido', failed: 'No se activó' };

/** A reason without a text here is shown by its code only. */
const reasons: Record<string, string> & Record<ReprocessRefusal['reason'], string> = {
  not_active: 'No estaba activo en el portafolio.',
  taxpayer_not_found: 'Ningún contribuyente estaba registrado con este documento.',
  all_sources_failed: 'Ninguna fuente respondió. No se cobró nada.',
  billing_unavailable: 'No se pudo verificar la cuota. No se cargó ni se cobró nada.',
  contract_not_active: 'No había un contrato vigente.',
  months_exceed_contract: 'Los meses pedidos pasaban del fin del contrato.',
  quota_insufficient: 'Los meses de la cuota no alcanzaban.',
  monitoring_expired: 'El monitoreo del perfil había vencido.',
};

/** All loaded documents of a request are paid for, or none is. */
const notActivated = 'Se cargó, pero la cuota cambió durante la carga: no quedó en monitoreo y no usó meses.';
const changedMeanwhile = 'El monitoreo del perfil cambió o terminó mientras se actualizaba.';

function explained({ state, estado, reason, refusal, access, mode }: Item, asked: Asked): Cell {
  if (refusal?.reason === 'monitoring_expired' && refusal.endedOn === null) return changedMeanwhile;
  if (reason === 'already_in_portfolio') return presence(access, asked.mode === 'monitoring' && mode === 'query');
  if (reason !== null) return reasons[reason] ?? null;
  if (state !== 'loaded') return null;
  if (access === 'expired') return asked.activationFailed > 0 ? notActivated : 'Se cargó; su monitoreo o su consulta ya terminó.';
  return estado === 'partial' ? 'Alguna fuente no respondió; esto no significa que no haya registros.' : null;
}

/** A load with monitoring leaves a query as it is. */
function presence(access: Item['access'], isOnlyQuery: boolean): string {
  if (access === 'pending')
    return isOnlyQuery ? 'Otra solicitud lo está cargando, en consulta: no quedará en monitoreo.' : 'Otra solicitud lo está cargando.';
  if (access === 'expired') return 'Ya estaba en el portafolio; su monitoreo o su consulta ya terminó.';
  if (access === 'active' && isOnlyQuery) return 'Ya estaba en el portafolio. Ahora está en consulta, sin monitoreo.';
  return 'Ya estaba en el portafolio.';
}

function resultOf({ state, estado }: Item, { kind }: Asked): string {
  if (state === 'failed') return failed[kind];
  return state === 'loaded' && estado === 'partial' ? 'Listo, incompleto' : states[state];
}

const columns: Record<string, (item: Item, asked: Asked) => Cell> = {
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
export async function* loadRows(requests: AsyncIterable<Asked & Pick<Load, 'requestId' | 'items'>>): AsyncGenerator<Cell[][]> {
  yield [[...Object.keys(columns), 'solicitud']];
  for await (const { requestId, items, ...asked } of requests)
    yield items.map((item) => [...Object.values(columns).map((cell) => cell(item, asked)), requestId]);
}
