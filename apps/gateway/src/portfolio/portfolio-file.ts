import { colourNames, creditRatings, lastDayBefore, limaMinute, type PortfolioEntry, type TrafficLightWords } from '@vigia/contracts';
import { type Cell, documentCell, timeCell } from '../csv/cell.js';
import { type Classed, entryOf, hasClass, type ListedRow } from './listed-row.js';

const alerts = ['No procesado', 'Sin alerta', 'Alerta baja', 'Alerta media', 'Alerta alta', 'Alerta crítica'];
const compliances = ['Sin revisar', 'Alerta Baja', 'Alerta Media', 'Alerta Alta'];
const colours = { red: 'Rojo', yellow: 'Amarillo', gray: 'Gris', green: 'Verde', white: 'Blanco' };
const lights: TrafficLightWords = { noValue: 'Sin valor', unknown: (code) => `Código ${code}`, colours };
const worstColours = [lights.noValue, colours.white, colours.green, colours.gray, colours.yellow, colours.red];
const situations = { loading: 'Cargando', active: 'Activo', expired: 'Vencido', ended: 'Consulta terminada', failed: 'No se cargó' };
const modes = { monitoring: 'Monitoreo', query: 'Consulta' };
const states = { loading: 'Cargando', succeeded: 'Completa', partial: 'Parcial', failed: 'Fallida' };

/** A class, or the code that says why there is none. */
function classed(words: string[], entry: PortfolioEntry, fact: Classed): Cell {
  const { code, level } = entry[fact];
  return hasClass(entry, fact) ? (words[level] ?? null) : code;
}

const columns: Record<string, (entry: PortfolioEntry) => Cell> = {
  documento: documentCell,
  razon_social: ({ name }) => name,
  situacion: ({ standing }) => situations[standing],
  modo: ({ mode }) => modes[mode],
  ultimo_dia: ({ expiresAt }) => timeCell(expiresAt && lastDayBefore(expiresAt)),
  // It has no meaning for a query that has ended.
  ultima_carga: ({ standing, estado }) => (standing === 'ended' ? null : states[estado]),
  fuentes_fallidas: ({ failedSources }) => failedSources,
  estado_contribuyente: ({ taxpayer }) => taxpayer.state,
  condicion_contribuyente: ({ taxpayer }) => taxpayer.condition,
  alerta: (entry) => classed(alerts, entry, 'alert'),
  puntaje: ({ alert }) => alert.points,
  puntaje_maximo: ({ alert }) => alert.max,
  modulos: ({ alert }) => alert.modules,
  semaforo: (entry) => (hasClass(entry, 'light') ? colourNames(entry.light.value, lights) : entry.light.code),
  peor_color: (entry) => classed(worstColours, entry, 'light'),
  compliance: (entry) => classed(compliances, entry, 'compliance'),
  coincidencias: ({ compliance }) => compliance.hits,
  peor_calificacion: ({ debt }) => creditRatings[debt.rating - 1] ?? null,
  exposicion_soles: ({ debt: { exposureCents } }) => (exposureCents === null ? null : { exact: (exposureCents / 100).toFixed(2) }),
  finanzas: ({ debt }) => debt.code,
  // It is also false where the bulletin was not read, but another judicial source was.
  boletin_concursal: ({ concursal }) => (concursal === null ? null : concursal ? 'Sí' : 'No consta'),
  cargado: ({ loadedAt }) => loadedAt && limaMinute(new Date(loadedAt)),
  ultimo_cambio: ({ changedAt }) => limaMinute(new Date(changedAt)),
};
const portfolioColumns = Object.keys(columns);

export async function* portfolioRows(pages: AsyncIterable<ListedRow[]>): AsyncGenerator<Cell[][]> {
  yield [portfolioColumns];
  for await (const page of pages) yield page.map(entryOf).map((entry) => Object.values(columns).map((cell) => cell(entry)));
}
