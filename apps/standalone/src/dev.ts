import { startUntilSignal } from '@vigia/service-kit';
import { homeFolder } from './home.js';
import { startStandalone } from './start-standalone.js';

const graceMs = 2_000;

/** The product under `npm run dev`: on servers that stay up between restarts, with no word of its own, so that what a developer prints is seen. */
export async function runForDevelopment(): Promise<void> {
  await startUntilSignal(() => startStandalone(homeFolder(process.env), process.env, () => {}), graceMs);
}
