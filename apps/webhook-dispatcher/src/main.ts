import { runService } from '@vigia/service-kit';
import { webhookDispatcher, webhookDispatcherSettings } from './app.module.js';

await runService(webhookDispatcherSettings, webhookDispatcher);
