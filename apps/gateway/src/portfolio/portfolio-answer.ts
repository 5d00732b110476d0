import { countsExample, creditRatings, docType, entryExample, type PortfolioCounts, type PortfolioEntry } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { answer, orNull, shape } from '../openapi/answer-shape.js';
import { type Classed, hasClass } from './listed-row.js';

const word = (words: readonly string[], description: string) => orNull(Type.Enum([...words]), description);
const why = (subject: string) => `${subject}; null: none, for the reason in \`codigo\``;
const code = orNull(Type.String(), 'statusCode of the section, as in the summary; null: a query that has ended');

export const situations = { loading: 'cargando', active: 'activo', expired: 'vencido', ended: 'terminado', failed: 'fallido' } as const;
export const modes = { monitoring: 'monitoreo', query: 'consulta' } as const;
export const alertWords = ['no_procesado', 'sin_alerta', 'baja', 'media', 'alta', 'critica'] as const;
export const complianceWords = ['sin_revisar', 'baja', 'media', 'alta'] as const;
export const lightWords = ['sin_valor', 'blanco', 'verde', 'gris', 'amarillo', 'rojo'] as const;

const profile = shape('PortfolioProfile', {
  taxId: Type.String(),
  docType,
  situacion: word(
    Object.values(situations),
    'situation of the profile; terminado: a query that has ended, whose facts are no longer shown',
  ),
  modo: word(Object.values(modes), 'mode of the access'),
  vence: orNull(
    Type.String({ format: 'date-time' }),
    'end of the access; null: no end date, as for monitoring under a monthly plan, or no access yet',
  ),
  estado: Type.String({
    description: 'state of the last load: loading, succeeded, partial or failed; without meaning for a query that has ended',
  }),
  subhelpers_fallidos: Type.Integer({
    description:
      'number of sources that failed in the last load; 0 for a query that has ended, and for a first load that failed, whose summary names them',
  }),
  razon_social: orNull(Type.String()),
  estado_contribuyente: orNull(Type.String()),
  condicion_contribuyente: orNull(Type.String()),
  alerta: shape('PortfolioAlerta', {
    codigo: code,
    nivel: word(alertWords, why('class of alert')),
    puntaje: orNull(Type.Integer()),
    puntaje_maximo: orNull(Type.Integer()),
    modulos: orNull(Type.Integer(), 'modules included in the score, of four; null: no score'),
  }),
  semaforo: shape('PortfolioSemaforo', {
    codigo: code,
    peor_color: word(lightWords, why('worst colour of the traffic light')),
    valor: orNull(Type.Integer(), 'code of the traffic light, as in semaforo_actual; null: not known'),
  }),
  compliance: shape('PortfolioAlertaCompliance', {
    codigo: code,
    nivel: word(complianceWords, why('class of the screening')),
    coincidencias: orNull(
      Type.Integer(),
      'number of hits of the screening, also those that are only similar or were dismissed; null: not known',
    ),
  }),
  finanzas: shape('PortfolioFinanzas', {
    codigo: code,
    peor_calificacion: word(creditRatings, 'worst credit rating; null: no rating, or none for the reason in `codigo`'),
    exposicion_total: orNull(Type.Number(), 'total exposure in soles; null: no information, which is not zero'),
  }),
  boletin_concursal: orNull(
    Type.Boolean(),
    'whether the taxpayer is known to be listed in the insolvency bulletin; false also if only the bulletin was not read; null: nothing of the section judicial is shown',
  ),
  ultima_carga: orNull(
    Type.String({ format: 'date-time' }),
    'last load that you asked for, or last refresh of your monitoring; null: none yet, or the first load failed',
  ),
  ultimo_cambio: Type.String({
    format: 'date-time',
    description: 'when the facts of the profile last changed; its access and its loads do not count',
  }),
});

export const portfolioAnswer = answer(
  'PortfolioAnswer',
  shape('PortfolioListing', {
    perfiles: Type.Array(profile),
    siguiente: orNull(Type.String(), 'value of `cursor` for the next page; null on the last page'),
  }),
);

const classes = (title: string, words: readonly string[]) => shape(title, Object.fromEntries(words.map((one) => [one, Type.Integer()])));

export const summaryAnswer = answer(
  'PortfolioSummaryAnswer',
  shape('PortfolioSummary', {
    total: Type.Integer(),
    alerta: classes('PortfolioByAlerta', alertWords),
    compliance: classes('PortfolioByCompliance', complianceWords),
    semaforo: classes('PortfolioBySemaforo', lightWords),
    situacion: classes('PortfolioBySituacion', Object.values(situations)),
    modo: classes('PortfolioByModo', Object.values(modes)),
    exposicion_total: Type.Number({ description: 'total exposure of the profiles whose debt is known, in soles' }),
    sin_exposicion: Type.Integer({ description: 'number of profiles whose debt is not known' }),
    fecha: Type.String({ format: 'date-time', description: 'when the profiles were counted; above 100 000, counts are kept for a minute' }),
  }),
);

type Profile = Static<typeof profile>;

export function profileAnswer(entry: PortfolioEntry): Profile {
  const { alert, light, compliance, debt, taxpayer } = entry;
  return {
    taxId: entry.taxId,
    docType: entry.docType,
    situacion: situations[entry.standing],
    modo: modes[entry.mode],
    vence: entry.expiresAt,
    estado: entry.estado,
    subhelpers_fallidos: entry.failedSources,
    razon_social: entry.name,
    estado_contribuyente: taxpayer.state,
    condicion_contribuyente: taxpayer.condition,
    alerta: {
      codigo: alert.code,
      nivel: classOf(alertWords, entry, 'alert'),
      puntaje: alert.points,
      puntaje_maximo: alert.max,
      modulos: alert.modules,
    },
    semaforo: { codigo: light.code, peor_color: classOf(lightWords, entry, 'light'), valor: light.value },
    compliance: { codigo: compliance.code, nivel: classOf(complianceWords, entry, 'compliance'), coincidencias: compliance.hits },
    finanzas: {
      codigo: debt.code,
      peor_calificacion: creditRatings[debt.rating - 1] ?? null,
      exposicion_total: debt.exposureCents === null ? null : debt.exposureCents / 100,
    },
    boletin_concursal: entry.concursal,
    ultima_carga: entry.loadedAt,
    ultimo_cambio: entry.changedAt,
  };
}

/** Without content there is no class, and the code says why. */
function classOf(words: readonly string[], entry: PortfolioEntry, fact: Classed): string | null {
  return hasClass(entry, fact) ? words[entry[fact].level]! : null;
}

export function summaryOf({ total, by, exposureCents, withoutDebt, asOf }: PortfolioCounts): Static<typeof summaryAnswer> {
  const ranked = (words: readonly string[], numbers: number[]) => Object.fromEntries(words.map((one, place) => [one, numbers[place]!]));
  const named = (words: Record<string, string>, numbers: object) =>
    Object.fromEntries(Object.entries(numbers).map(([name, number]) => [words[name], number as number]));
  return {
    statusCode: 200,
    data: {
      total,
      alerta: ranked(alertWords, by.alert),
      compliance: ranked(complianceWords, by.compliance),
      semaforo: ranked(lightWords, by.light),
      situacion: named(situations, by.standing),
      modo: named(modes, by.mode),
      exposicion_total: exposureCents / 100,
      sin_exposicion: withoutDebt,
      fecha: asOf,
    },
  };
}

export const portfolioExample = {
  statusCode: 200,
  data: { perfiles: [profileAnswer({ ...entryExample, expiresAt: null })], siguiente: null },
};
export const summaryExample = summaryOf(countsExample);
