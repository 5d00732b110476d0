import { longestPortfolioCursor, type PortfolioFilters, type PortfolioOrder, type PortfolioSort } from '@vigia/contracts';
import { Day, Must, PageSize, Parameter } from '../http/url-query.js';
import { Omittable } from '../http/validation.js';
import { alertWords, complianceWords, lightWords, modes, situations } from './portfolio-answer.js';
import { usualLimit } from './portfolio-reader.js';

const orders: Record<PortfolioSort, string> = {
  alert: 'alerta',
  name: 'nombre',
  expires: 'vence',
  changed: 'cambio',
  taxId: 'documento',
  loaded: 'carga',
  compliance: 'compliance',
  light: 'semaforo',
  exposure: 'exposicion',
};
const orderWords = Object.values(orders).flatMap((one) => [one, `-${one}`]);

export const wrongCursor = 'cursor must be the siguiente of an earlier page in the same order';

const isCursor = new RegExp(`^[A-Za-z0-9_-]{1,${longestPortfolioCursor}}$`);

/** One or several words, separated by commas. */
function Words(name: string, words: readonly string[], description: string): PropertyDecorator {
  const schema = { type: 'string', pattern: `^(${words.join('|')})(,(${words.join('|')}))*$` } as const;
  const isListed = (text: unknown) => typeof text === 'string' && text.split(',').every((one) => words.includes(one));
  return Parameter(
    { schema, required: false, description: `${description}: ${words.join(', ')}; several separated by commas` },
    Omittable(),
    Must(isListed, `${name} must be one or more of ${words.join(', ')}, separated by commas`),
  );
}

function Text(name: string, description: string): PropertyDecorator {
  const shown = { schema: { type: 'string', minLength: 1, maxLength: 100 }, required: false, description } as const;
  // The schema counts characters, as this pattern does; the length of a string counts some of them twice.
  const fits = (text: unknown) => typeof text === 'string' && /^.{1,100}$/su.test(text);
  return Parameter(shown, Omittable(), Must(fits, `${name} must have 1 to 100 characters`));
}

export class PortfolioFilterQuery {
  @Text('q', 'beginning of a document number, or words of a name; one word of 3 to 12 letters and digits may be either') q?: string;
  @Words('alerta', alertWords, 'class of alert') alerta?: string;
  @Words('compliance', complianceWords, 'class of the screening') compliance?: string;
  @Words('semaforo', lightWords, 'worst colour of the traffic light') semaforo?: string;
  @Words('situacion', Object.values(situations), 'situation, all but terminado when left out') situacion?: string;
  @Words('modo', Object.values(modes), 'mode of the access') modo?: string;
  @Text('condicion', 'condition of the taxpayer exactly as in its summary, such as HABIDO') condicion?: string;
  @Day('vence_antes', 'only profiles whose access ends before this day in Lima') vence_antes?: string;
  @Day('cambio_desde', 'only profiles whose facts changed on this day in Lima or later') cambio_desde?: string;
}

export class PortfolioListQuery extends PortfolioFilterQuery {
  @Parameter(
    {
      schema: { type: 'string', enum: orderWords },
      required: false,
      description:
        'order of the profiles, descending with a leading -; alerta is by class, then by the share of points; -alerta when left out',
    },
    Omittable(),
    Must((text) => orderWords.includes(String(text)), `orden must be one of ${orderWords.join(', ')}`),
  )
  orden?: string;

  @PageSize(usualLimit) limit?: string;

  @Parameter(
    { schema: { type: 'string', pattern: isCursor.source }, required: false, description: '`siguiente` of the page before' },
    Omittable(),
    Must((text) => isCursor.test(String(text)), wrongCursor),
  )
  cursor?: string;
}

/** The same filter in the panel's form. */
export function filtersOf(query: PortfolioFilterQuery): PortfolioFilters {
  const given = {
    q: query.q,
    alert: ranksOf(alertWords, query.alerta),
    compliance: ranksOf(complianceWords, query.compliance),
    light: ranksOf(lightWords, query.semaforo),
    standing: namesOf(situations, query.situacion),
    mode: namesOf(modes, query.modo),
    condition: query.condicion,
    expiresBefore: query.vence_antes,
    changedSince: query.cambio_desde,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

export function orderOf(orden: string | undefined): PortfolioOrder | undefined {
  if (orden === undefined) return undefined;
  const isDown = orden.startsWith('-');
  const sort = namesOf(orders, isDown ? orden.slice(1) : orden) as PortfolioSort;
  return isDown ? `-${sort}` : sort;
}

function ranksOf(words: readonly string[], text: string | undefined): string | undefined {
  return text
    ?.split(',')
    .map((word) => words.indexOf(word))
    .join(',');
}

function namesOf(words: Record<string, string>, text: string | undefined): string | undefined {
  const nameOf = (word: string) => Object.keys(words).find((name) => words[name] === word);
  return text?.split(',').map(nameOf).join(',');
}
