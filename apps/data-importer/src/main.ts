import { runService } from '@vigia/service-kit';
import { dataImporter, dataImporterSettings } from './app.module.js';
import { stepBack } from './step-back.js';

stepBack();
await runService(dataImporterSettings, dataImporter);
