import { runService } from '@vigia/service-kit';
import { profileLoader, profileLoaderSettings } from './app.module.js';

await runService(profileLoaderSettings, profileLoader);
