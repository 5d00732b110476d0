import { startUntilSignal } from '@vigia/service-kit';
import { homeFolder } from './home.js';
import { startStandalone } from './start-standalone.js';

const graceMs = 2_000;

/** The product under `npm run dev`, on servers that outlive its restarts. It prints nothing, so that a developer sees what the code prints. */
export async function runForDevelopment(): Promise<void> {
  await startUntilSignal(() => startStandalone(homeFolder(process.env), process.env, () => {}), graceMs);
}
