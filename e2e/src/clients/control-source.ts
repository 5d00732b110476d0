import type { System } from '@vigia/testing';

/** How one simulated source answers about one document from now on. */
export async function controlSource(system: System, source: string, taxId: string, rule: object): Promise<void> {
  const response = await fetch(`${system.simulator.url}/control/${source}/${taxId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rule),
  });
  if (!response.ok) throw new Error(`the simulator refused: ${await response.text()}`);
}
