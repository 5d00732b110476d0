import { expressionProblem } from './expressions.js';
import { httpKeys, screened, type OtherProviderEntry, type ProviderFile, type SourceEntry } from './provider-file.js';
import { addressProblem, bodyProblem, templateProblem } from './question.js';

/** A secret in the file would be in every copy of it, and HTTP itself sets the other headers. */
const reservedHeaders = ['authorization', 'proxy-authorization', 'cookie', 'host', 'content-length', 'transfer-encoding', 'connection'];

/** A provider whose questions the file describes, and its place in the file. */
export type Placed = [path: string, entry: OtherProviderEntry];

export function providersIn({ defaults, sources = {} }: ProviderFile): Placed[] {
  const named = Object.entries(sources).flatMap(([name, { fallback, overlays = [], ...entry }]): Placed[] => {
    const path = `/sources/${name}`;
    const others = overlays.map((overlay, i): Placed => [`${path}/overlays/${i}`, overlay]);
    return [[path, entry], ...(fallback ? [[`${path}/fallback`, fallback] satisfies Placed] : []), ...others];
  });
  if (!defaults) return named;
  const { fallback, ...own } = defaults;
  return [['/defaults', own], ...(fallback ? [['/defaults/fallback', fallback] satisfies Placed] : []), ...named];
}

/** What is wrong beyond the shape, each with its place. */
export function problemsOf(file: ProviderFile): string[] {
  const kinds = Object.entries(file.sources ?? {}).flatMap(([name, entry]) => kindProblems(`/sources/${name}`, entry));
  return [...providersIn(file).flatMap(([path, entry]) => [...entryProblems(path, entry), ...strayAuth(path, entry, file)]), ...kinds];
}

function entryProblems(path: string, entry: OtherProviderEntry): string[] {
  const problems: string[] = [];
  const check = (place: string, problem: string | undefined) => problem && problems.push(`${path}/${place} ${problem}`);
  const { method = 'GET', url, headers = {}, body, auth, outcome, answer = {}, statuses = {}, poll } = entry;
  if (url !== undefined) check('url', templateProblem(url, body));
  else if (!isSource(path)) check('url', 'is missing: another provider has an address of its own');
  if (body !== undefined) check('body', bodyProblem(body));
  if (method !== 'POST' && body !== undefined) check('body', 'has no meaning unless "method" is "POST"');
  if (method !== 'POST' && auth?.body) check('auth/body', 'has no meaning unless "method" is "POST"');
  if (auth?.query && url?.includes('#')) check('url', 'may have no fragment');
  for (const [name, expression] of Object.entries({ ...answer })) check(`answer/${name}`, expressionProblem(expression));
  if (outcome !== undefined) check('outcome', expressionProblem(outcome));
  if (poll) {
    check('poll/url', poll.url.includes('{ticket}') ? addressProblem(poll.url) : 'has no {ticket}');
    check('poll/ticket', expressionProblem(poll.ticket));
    check('poll/ready', expressionProblem(poll.ready));
  }
  for (const name of Object.keys(headers)) {
    if (reservedHeaders.includes(name.toLowerCase())) check(`headers/${name}`, 'may not be set here: a secret belongs into "auth"');
  }
  const meanings = Object.values(statuses).flat();
  if (new Set(meanings).size < meanings.length) check('statuses', 'gives one status two meanings');
  return problems;
}

function isSource(path: string): boolean {
  return /^\/(defaults|sources\/[^/]+)$/.test(path);
}

/** Otherwise one missing line would send the secret of one provider to another. The other providers of a source inherit nothing. */
function strayAuth(path: string, entry: OtherProviderEntry, { defaults }: ProviderFile): string[] {
  const isStray = isSource(path) && path !== '/defaults' && defaults?.auth && entry.url !== undefined && entry.auth === undefined;
  return isStray ? [`${path}/auth is missing: a source with its own "url" does not take over the "auth" of the defaults`] : [];
}

function kindProblems(path: string, entry: SourceEntry): string[] {
  const { kind, overlays } = entry;
  const isScreened = path.endsWith(`/${screened}`);
  const asksNobody = isScreened ? kind !== 'http' : kind !== undefined && kind !== 'http';
  const meaningless = asksNobody ? [...httpKeys, 'fallback'].filter((key) => key in entry) : [];
  return [
    ...meaningless.map((key) => `${path}/${key} has no meaning unless "kind" is "http"`),
    ...(kind === 'overlay' && !overlays ? [`${path}/overlays is missing`] : []),
    ...(kind !== 'overlay' && overlays ? [`${path}/overlays has no meaning unless "kind" is "overlay"`] : []),
  ];
}
