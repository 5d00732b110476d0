/** Rounds in the background and counts for operators, for which no client waits. They read all that is open, and no more. */
export const readsWhatIsOpen: Record<string, string[]> = {
  'apps/gateway/src/panel/operator/work-of-services.ts': [
    'billing.outbox as a whole',
    'profiles.outbox as a whole',
    'webhooks.event by all of event_one_loading',
  ],
  'apps/webhook-dispatcher/src/deliveries/overdue-work.ts': [
    'webhooks.delivery by all of delivery_due',
    'webhooks.event by all of event_one_loading',
  ],
  'apps/webhook-dispatcher/src/events/waiting-events.ts': ['webhooks.event by all of event_one_loading'],
};
