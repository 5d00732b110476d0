/** Rounds in the background that nobody waits for. They read an index of what is open as a whole, and it has nothing else. */
export const readsWhatIsOpen: Record<string, string[]> = {
  'apps/webhook-dispatcher/src/deliveries/overdue-work.ts': [
    'webhooks.delivery by all of delivery_due',
    'webhooks.event by all of event_one_loading',
  ],
  'apps/webhook-dispatcher/src/events/waiting-events.ts': ['webhooks.event by all of event_one_loading'],
};

/** Statements that are put together in the course of a race, a refusal or a failure, none of which is brought about here. */
export const seldomSent: string[] = [
  'apps/gateway/src/limits/document-limit.ts: SELECT greatest(1, ceil(($3::float8 - …) / ($2::float8 / 60)',
  'apps/webhook-dispatcher/src/deliveries/attempt-outcomes.ts: WITH ended ("deliveryId", attempt, state, "delayMs") AS (VAL',
  'apps/webhook-dispatcher/src/deliveries/attempt-outcomes.ts: WITH given_back AS (DELETE FROM webhooks.attempt WHERE deliv',
];
