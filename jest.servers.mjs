import { startRunServers } from '@vigia/testing';

export default async function startServers() {
  globalThis.vigiaServers = await startRunServers((line) => console.log(`\n${line}`));
  return undefined;
}
