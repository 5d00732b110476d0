import { serviceRoles, sql } from '@vigia/database';
import { attention, fine, type Check } from './finding.js';

const check = 'builds';
const services = Object.keys(serviceRoles);

/** Every service names itself and its build in its connections to the database. */
export const checkBuilds: Check = async ({ database }) => {
  const connected = await database.rows<{ program: string }>(
    sql`SELECT DISTINCT application_name AS program FROM pg_stat_activity
     WHERE datname = current_database() AND starts_with(application_name, 'vigia-') ORDER BY 1`,
  );
  return [judgeBuilds(connected.map(({ program }) => program))];
};

function judgeBuilds(programs: string[]) {
  const running = programs.flatMap((program) => {
    const [, service = '', commit, day = ''] = /^vigia-(\S+)(?: (\S+) (\S+))?$/.exec(program) ?? [];
    return services.includes(service) ? [{ service, day, build: commit ? `${commit} of ${day}` : 'one that names no commit' }] : [];
  });
  const oldestFirst = running.toSorted((one, other) => one.day.localeCompare(other.day));
  const builds = [...new Set(oldestFirst.map(({ build }) => build))];
  if (builds.length === 0) return fine(check, 'no service is connected to the database');
  if (builds.length === 1) return fine(check, `every connected replica runs ${builds[0]}`);
  const servicesOf = (build: string) => running.flatMap((one) => (one.build === build ? [one.service] : [])).join(', ');
  return attention(
    check,
    builds.map((build) => `${build}: ${servicesOf(build)}`).join('; '),
    'In an upgrade both run for a while. Otherwise replace the replicas of the older one: docs/deployment.md, "A new version".',
  );
}
