import { audit } from './audit.js';
import { deliveries, events } from './deliveries.js';
import type { PanelOperation } from './operation.js';
import { passwords, sessions } from './sessions.js';
import { users } from './users.js';
import { webhooks } from './webhooks.js';

/** Every operation of the panel, `/panel/v1`. */
export const panel = { sessions, passwords, users, webhooks, events, deliveries, audit };

export const panelOperations: PanelOperation[] = Object.values(panel).flatMap((group) => Object.values<PanelOperation>(group));
