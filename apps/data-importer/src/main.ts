import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { runService } from '@vigia/service-kit';
import { dataImporter, dataImporterSettings } from './app.module.js';

/**
 * An import may take its time, but somebody waits for a load: this process takes only the processor time that others on its machine leave.
 * On Linux every thread has its own priority, which its later threads inherit.
 */
function stepBack(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
}

stepBack();
await runService(dataImporterSettings, dataImporter);
