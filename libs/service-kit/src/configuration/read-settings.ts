import { readFileSync } from 'node:fs';
import type { Setting } from './setting.js';

export type SettingSpecs = Record<string, Setting<unknown>>;
export type SettingsOf<S extends SettingSpecs> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };
export type Environment = Record<string, string | undefined>;

/** Lists all problems at once, so that a deployment can be corrected in one round. */
export class ConfigurationError extends Error {
  constructor(readonly problems: string[]) {
    super(
      `the configuration has ${problems.length === 1 ? '1 problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.name = 'ConfigurationError';
  }
}

export function readSettings<S extends SettingSpecs>(specs: S, environment: Environment): SettingsOf<S> {
  const problems: string[] = [];
  const entries = Object.entries(specs).map(([key, spec]) => {
    try {
      return [key, readOne(spec, environment)] as const;
    } catch (error) {
      problems.push(`${spec.names.join(' or ')} ${(error as Error).message} (${spec.about})`);
      return [key, undefined] as const;
    }
  });
  if (problems.length > 0) throw new ConfigurationError(problems);
  return Object.freeze(Object.fromEntries(entries)) as SettingsOf<S>;
}

function readOne(spec: Setting<unknown>, environment: Environment): unknown {
  const raw = spec.names.map((name) => rawValue(name, environment)).find((value) => value !== undefined) ?? spec.fallback;
  if (raw !== undefined) return spec.parse(raw);
  if (spec.optional) return undefined;
  throw new Error('is missing');
}

/** `NAME_FILE` names a file that holds the value: container platforms provide secrets as files. */
function rawValue(name: string, environment: Environment): string | undefined {
  const file = environment[`${name}_FILE`];
  if (!environment[name] && file) {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch {
      throw new Error(`cannot be read from the file named by ${name}_FILE`);
    }
  }
  return environment[name] || undefined;
}

/** For `--check`. Names of `environment` that look like settings and are none are listed, too: one may be misspelt, or another service's. */
export function describeSettings<S extends SettingSpecs>(specs: S, settings: SettingsOf<S>, environment: Environment = {}): string {
  const described = Object.entries(specs).map(([key, spec]) => {
    const value = settings[key];
    return `${spec.names[0]}=${value === undefined ? '(not set)' : shownValue(spec, value)}`;
  });
  const known = Object.values(specs).flatMap(({ names }) => names);
  const others = Object.keys(environment)
    .filter((name) => name.startsWith('VIGIA_') && !known.includes(name.replace(/_FILE$/, '')) && !known.includes(name))
    .toSorted()
    .map((name) => `# ${name} is not a setting of this service`);
  return [...described, ...others].join('\n');
}

function shownValue(spec: Setting<unknown>, value: unknown): string {
  if (spec.secret) return '[hidden]';
  if (spec.shown) return spec.shown(value as never);
  const isPlain = [value].flat().every((one) => typeof one !== 'object');
  return isPlain ? String(value) : '[hidden]';
}

/** The output of `--settings`: everything that can be set, for people and for the documentation page. */
export function listSettings(specs: SettingSpecs): string {
  const listed = Object.values(specs).map(({ names, about, takes, fallback, optional, secret }) => ({
    names,
    about,
    takes,
    default: fallback,
    isRequired: fallback === undefined && !optional,
    isSecret: secret,
  }));
  return JSON.stringify(listed, null, 2);
}
