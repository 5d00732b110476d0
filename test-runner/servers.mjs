import { execFileSync } from 'node:child_process';

/** What service and system specs need: the services as deployed, and their servers. Jest runs it when such a spec runs. */
export default async function startServers({ rootDir }) {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: rootDir, stdio: 'inherit' });
  const { startRunServers } = await import('@vigia/testing');
  globalThis.vigiaServers = await startRunServers((line) => console.log(`\n${line}`));
}
