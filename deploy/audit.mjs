/**
 * node deploy/audit.mjs: `npm audit` of what is deployed. Each advisory must be fixed, or be in audit-exceptions.json with the reason why
 * it does not concern us and until when that holds.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What must be done about npm's report: advisories without an exception, and exceptions that have expired or are no longer needed. */
export function problemsOf(report, exceptions, today) {
  const advisories = Object.values(report.vulnerabilities ?? {}).flatMap(({ name, via }) =>
    via.filter((cause) => typeof cause === 'object').map(({ url, title, severity }) => ({ package: name, url, title, severity })),
  );
  const isOf = (advisory) => (exception) => exception.url === advisory.url && exception.package === advisory.package;
  return [
    ...advisories
      .filter((advisory) => !exceptions.some(isOf(advisory)))
      .map(({ package: name, url, title, severity }) => `${name}: ${title} (${severity}, ${url})`),
    ...exceptions
      .filter(({ until }) => until < today)
      .map(({ package: name, url, until }) => `${name}: the exception for ${url} ended on ${until}`),
    ...exceptions
      .filter((exception) => !advisories.some((advisory) => isOf(advisory)(exception)))
      .map(({ package: name, url }) => `${name}: nothing needs the exception for ${url} any more`),
  ];
}

export const readExceptions = () => JSON.parse(readFileSync(new URL('audit-exceptions.json', import.meta.url), 'utf8'));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const report = JSON.parse(stdout || '{}');
  if (!report.auditReportVersion) {
    console.error(`The registry gives no answer about advisories: ${report.message ?? report.error?.summary ?? 'nothing was said'}`);
    process.exit(2);
  }
  const problems = problemsOf(report, readExceptions(), new Date().toISOString().slice(0, 10));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
