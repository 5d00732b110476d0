export default async function stopServers() {
  await globalThis.vigiaServers?.stop();
}
