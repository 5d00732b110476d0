import { runService } from '@vigia/service-kit';
import { billing, billingSettings } from './app.module.js';

await runService(billingSettings, billing);
