import { runService } from '@vigia/service-kit';
import { dataImporter, dataImporterSettings } from './app.module.js';

await runService(dataImporterSettings, dataImporter);
