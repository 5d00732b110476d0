import { secret, readSettings, ConfigurationError, type Environment } from '@vigia/service-kit';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { compileExpression, secretVariableOf, templateProblem } from './question.js';
import { httpKeys, providerFile, screened, type ProviderFile, type SourceEntry } from './provider-file.js';

export interface Providers {
  file: ProviderFile;
  secretOf: (variable: string) => string;
}

const schema = Compile(providerFile);
/** A secret in the file would be one in every copy of it, and these others are decided by HTTP itself. */
const reservedHeaders = ['authorization', 'proxy-authorization', 'cookie', 'host', 'content-length', 'transfer-encoding', 'connection'];

/** Takes the file whole or names everything that is wrong with it, each by its place; never by a value that could be secret. */
export function readProviderFile(text: string, environment: Environment): Providers {
  const file = parseJson(text);
  const shape = shapeProblems(file);
  if (shape.length > 0) throw problemsError(shape);
  const entries = entriesOf(file as ProviderFile);
  const { defaults } = file as ProviderFile;
  const { secrets, problems } = readSecrets(entries, environment);
  const wrong = [...entries.flatMap(([path, entry]) => [...entryProblems(path, entry), ...strayAuth(path, entry, defaults)]), ...problems];
  if (wrong.length > 0) throw problemsError(wrong);
  return { file: file as ProviderFile, secretOf: (variable) => secrets[variable] ?? '' };
}

function problemsError(problems: string[]): Error {
  return new Error(`is wrong in ${problems.length} place(s): ${problems.join('; ')}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('is not valid JSON');
  }
}

function shapeProblems(file: unknown): string[] {
  return everyError(file)
    .filter(({ keyword }) => keyword !== 'additionalProperties')
    .map(({ keyword, instancePath, message }) => `${instancePath || '/'} ${keyword === 'boolean' ? 'is not known' : message}`);
}

/** TypeBox stops after a few unless its global limit is lifted. */
function everyError(file: unknown) {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: Infinity });
  try {
    return schema.Errors(file);
  } finally {
    Settings.Set({ maxErrors });
  }
}

function entriesOf({ defaults, sources = {} }: ProviderFile): [path: string, entry: SourceEntry][] {
  const named = Object.entries(sources).map(([name, entry]): [string, SourceEntry] => [`/sources/${name}`, entry]);
  return defaults ? [['/defaults', defaults], ...named] : named;
}

function entryProblems(path: string, entry: SourceEntry): string[] {
  const problems: string[] = [];
  const check = (place: string, problem: string | undefined) => problem && problems.push(`${path}/${place} ${problem}`);
  if (entry.url !== undefined) check('url', templateProblem(entry.url));
  for (const [name, expression] of Object.entries(entry.answer ?? {})) check(`answer/${name}`, expressionProblem(expression));
  for (const name of Object.keys(entry.headers ?? {})) {
    if (reservedHeaders.includes(name.toLowerCase())) check(`headers/${name}`, 'may not be set here: a secret belongs into "auth"');
  }
  const meanings = Object.values(entry.statuses ?? {}).flat();
  if (new Set(meanings).size < meanings.length) check('statuses', 'gives one status two meanings');
  if (path.endsWith(`/${screened}`) && entry.kind !== 'http') {
    for (const key of httpKeys.filter((name) => name in entry)) check(key, 'has no meaning unless "kind" is "http"');
  }
  return problems;
}

/** Else the secret of one provider would go to another, for want of one line. */
function strayAuth(path: string, entry: SourceEntry, defaults: ProviderFile['defaults']): string[] {
  const isStray = entry !== defaults && defaults?.auth && entry.url !== undefined && entry.auth === undefined;
  return isStray ? [`${path}/auth is missing: a source with its own "url" does not take over the "auth" of the defaults`] : [];
}

function expressionProblem(text: string): string | undefined {
  try {
    compileExpression(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function readSecrets(entries: [string, SourceEntry][], environment: Environment) {
  const variables = new Set(entries.flatMap(([, { auth = {} }]) => secretVariableOf(auth) ?? []));
  const specs = Object.fromEntries(
    [...variables].map((name) => [name, { ...secret(name, 'a secret that the providers name'), parse: inHeader }]),
  );
  try {
    const secrets: Record<string, string> = readSettings(specs, environment);
    return { secrets, problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { secrets: {} as Record<string, string>, problems: error.problems };
  }
}

function inHeader(value: string): string {
  if (!/^[\x20-\x7e]+$/.test(value)) throw new Error('has characters that no header can carry');
  return value;
}
