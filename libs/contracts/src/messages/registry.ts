import { contractMessages } from './contracts.js';
import { datasetMessages } from './datasets.js';
import type { Static } from './definition.js';
import { hitMessages } from './hits.js';
import { identityMessages } from './identity.js';
import { loadMessages, sourceMessages } from './loads.js';
import { quotaMessages } from './quota.js';
import { quotaReportMessages } from './quota-reports.js';
import { webhookConfigurationMessages } from './webhook-configurations.js';
import { webhookDeliveryMessages } from './webhook-deliveries.js';
import { webhookSecretMessages } from './webhook-secrets.js';

/** Every message that a service can send another, by name. Names read `<resource>.<verb>`. */
export const messages = {
  ...identityMessages,
  ...loadMessages,
  ...sourceMessages,
  ...hitMessages,
  ...contractMessages,
  ...quotaMessages,
  ...quotaReportMessages,
  ...webhookConfigurationMessages,
  ...webhookDeliveryMessages,
  ...webhookSecretMessages,
  ...datasetMessages,
};

export type MessageName = keyof typeof messages;
export type PayloadOf<N extends MessageName> = Static<(typeof messages)[N]['payload']>;
export type ReplyOf<N extends MessageName> = Static<(typeof messages)[N]['reply']>;
export type RequestName = { [N in MessageName]: (typeof messages)[N]['kind'] extends 'request' ? N : never }[MessageName];
export type EventName = Exclude<MessageName, RequestName>;
