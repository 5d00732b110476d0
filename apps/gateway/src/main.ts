import { runService } from '@vigia/service-kit';
import { gateway, gatewaySettings } from './app.module.js';

await runService(gatewaySettings, gateway);
