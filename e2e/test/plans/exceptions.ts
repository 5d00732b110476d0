/** Rounds in the background that no client waits for. They read all of an index that holds nothing but open rows. */
export const readsWhatIsOpen: Record<string, string[]> = {
  'apps/webhook-dispatcher/src/deliveries/overdue-work.ts': [
    'webhooks.delivery by all of delivery_due',
    'webhooks.event by all of event_one_loading',
  ],
  'apps/webhook-dispatcher/src/events/waiting-events.ts': ['webhooks.event by all of event_one_loading'],
};
