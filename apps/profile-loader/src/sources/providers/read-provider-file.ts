import { secret, readSettings, ConfigurationError, type Environment } from '@vigia/service-kit';
import { Settings } from 'typebox/system';
import { Errors } from 'typebox/value';
import { secretVariableOf } from './credentials.js';
import { problemsOf, providersIn, type Placed } from './entry-problems.js';
import { providerFile, type ProviderFile } from './provider-file.js';

export interface Providers {
  file: ProviderFile;
  secretOf: (variable: string) => string;
}

/**
 * Accepts the complete file or names everything that is wrong with it, each with its place, and never with a value that could be secret.
 */
export function readProviderFile(text: string, environment: Environment): Providers {
  const file = parseJson(text);
  const shape = shapeProblems(file);
  if (shape.length > 0) throw problemsError(shape);
  const { secrets, problems } = readSecrets(providersIn(file as ProviderFile), environment);
  const wrong = [...problemsOf(file as ProviderFile), ...problems];
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

/** TypeBox stops after a few errors unless its global limit is lifted. */
function everyError(file: unknown) {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: Infinity });
  try {
    return Errors(providerFile, file);
  } finally {
    Settings.Set({ maxErrors });
  }
}

function readSecrets(entries: Placed[], environment: Environment) {
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
