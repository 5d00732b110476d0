import { describe, expect, it } from '@jest/globals';
import { startServiceProcess } from '../src/index.js';

describe('a service process', () => {
  it('runs until it is killed', async () => {
    const simulator = await startServiceProcess('source-simulator', { VIGIA_SIMULATOR_PORT: '0' });
    expect((await fetch(`${simulator.url}/health/live`)).status).toBe(200);
    expect(simulator.output()).toContain('"service":"source-simulator"');
    expect(await simulator.kill()).toBe(0);
    expect(simulator.output()).toContain('[ended: 0]');
    await expect(fetch(`${simulator.url}/health/live`)).rejects.toThrow('fetch failed');
    expect(await simulator.kill()).toBe(0);
  });

  it('that cannot start throws its output', async () => {
    await expect(startServiceProcess('billing', {})).rejects.toThrow(/billing ended with 1:[^]*DATABASE_URL is missing/);
  });
});
