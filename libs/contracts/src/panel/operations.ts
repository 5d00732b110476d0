import { acts } from './acts.js';
import { audit } from './audit.js';
import { credentials } from './credentials.js';
import { deliveries, events } from './deliveries.js';
import { live } from './live.js';
import { loads } from './loads.js';
import type { PanelOperation } from './operation.js';
import { operatorAudit } from './operator-audit.js';
import { operatorContracts } from './operator-contracts.js';
import { operatorCorporations } from './operator-corporations.js';
import { operatorDatasets } from './operator-datasets.js';
import { operatorCredentials, operatorUsers } from './operator-people.js';
import { operatorSources, operatorWork } from './operator-system.js';
import { portfolio } from './portfolio.js';
import { profiles } from './profiles.js';
import { quotaReports } from './quota.js';
import { passwords, sessions } from './sessions.js';
import { colleagues, users } from './users.js';
import { views } from './views.js';
import { webhookSecrets } from './webhook-secrets.js';
import { webhooks } from './webhooks.js';

/** Every operation of the panel, `/panel/v1`. */
export const panel = {
  sessions,
  passwords,
  users,
  colleagues,
  credentials,
  views,
  portfolio,
  profiles,
  acts,
  loads,
  quotaReports,
  webhooks,
  webhookSecrets,
  events,
  deliveries,
  audit,
  operatorCorporations,
  operatorContracts,
  operatorUsers,
  operatorCredentials,
  operatorDatasets,
  operatorSources,
  operatorWork,
  operatorAudit,
  live,
};

export const panelOperations: PanelOperation[] = Object.values(panel).flatMap((group) => Object.values<PanelOperation>(group));

const ids = new Map(
  Object.entries(panel).flatMap(([group, operations]) =>
    Object.entries<PanelOperation>(operations).map(
      ([name, one]) => [one, `${group}${name.charAt(0).toUpperCase()}${name.slice(1)}`] as const,
    ),
  ),
);

/** The name of an operation by its place in the table, such as `usersCreate`. */
export function panelOperationId(operation: PanelOperation): string | undefined {
  return ids.get(operation);
}
