import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { runService } from '@vigia/service-kit';
import { dataImporter, dataImporterSettings } from './app.module.js';

/**
 * An import has time, and a load has somebody who waits for it: this process takes what the others of its machine leave. On Linux every thread has
 * a priority of its own, which those that it begins later take over.
 */
function stepBack(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
}

stepBack();
await runService(dataImporterSettings, dataImporter);
