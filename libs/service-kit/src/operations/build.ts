import { execFileSync } from 'node:child_process';
import { Gauge } from 'prom-client';
import { readSettings, type Environment, type SettingsOf } from '../configuration/read-settings.js';
import { optional, text, type Setting } from '../configuration/setting.js';

/** An image has both. In a checkout neither is set, and git tells them. */
export const buildSettings = {
  commit: optional(
    formed(
      text('VIGIA_COMMIT', 'commit that the image was built from; the image sets it'),
      'the id of a commit',
      /^[0-9a-f]{40}(-dirty)?$/,
    ),
  ),
  commitDate: optional(
    formed(text('VIGIA_COMMIT_DATE', 'date of that commit; the image sets it'), 'a date and time in ISO 8601', /^\d{4}-\d\d-\d\dT\S+$/),
  ),
};

function formed(setting: Setting<string>, takes: string, form: RegExp): Setting<string> {
  const parse = (value: string) => {
    if (!form.test(value)) throw new Error(`must be ${takes}`);
    return value;
  };
  return { ...setting, takes, parse };
}

interface Build {
  commit: string;
  date: string;
}

export function buildOf({ commit, commitDate }: SettingsOf<typeof buildSettings>): Build {
  return commit ? { commit, date: commitDate ?? unknown } : (checkout ??= askGit());
}

const unknown = 'unknown';
let checkout: Build | undefined;

/** The commit that is checked out, whether or not files have changed since: to compare them all would be seen at every start. */
function askGit(): Build {
  try {
    const command = ['-C', import.meta.dirname, 'log', '-1', '--no-show-signature', '--format=%H %cI'];
    const told = execFileSync('git', command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const [commit, date] = told.trim().split(' ') as [string, string];
    return { commit, date };
  } catch {
    return { commit: unknown, date: unknown };
  }
}

/** What `--version` prints. */
export function toldBuild(environment: Environment): string {
  const { commit, date } = buildOf(readSettings(buildSettings, environment));
  return `${commit} ${date}`;
}

/** `6c120320 2026-11-30`; nothing for a build that does not know its commit. */
export function shortBuild({ commit, date }: Build): string | undefined {
  return commit === unknown ? undefined : `${commit.replace(/^(.{8})[^-]*/, '$1')} ${date.slice(0, 10)}`;
}

const info = new Gauge({
  name: 'vigia_build_info',
  help: 'The commit of this build and its date; always 1',
  labelNames: ['commit', 'date'],
});

/** For alerts: which builds run beside one another. */
export function reportBuild(build: Build): void {
  info.set({ ...build }, 1);
}
