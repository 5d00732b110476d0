/**
 * Rounds in the background and counts for operators, for which no client waits. They read all that is open, and no more; a list that has
 * changed reads the profiles that have a hit on a list, or were screened against an invented one; a file of taxpayers to ask about is chosen from
 * all companies and all who were asked about; a changed register is compared with all companies. The doctor looks at what is overdue, by the
 * statements of the page for operators, and at all tasks of the newest rescreenings.
 */
export const readsWhatIsOpen: Record<string, string[]> = {
  'apps/billing/src/upkeep/overdue-rows.ts': ['billing.outbox as a whole'],
  'apps/data-importer/src/importing/pace.ts': ['profiles.load by all of load_one_open'],
  'apps/data-importer/src/inquiries/next-taxpayers.ts': ['registry.inquiry as a whole', 'registry.inquiry by all of inquiry_pkey'],
  'apps/operator/src/doctor/rows.ts': [
    'billing.outbox as a whole',
    'profiles.outbox as a whole',
    'profiles.rescreening as a whole',
    'profiles.rescreening_task as a whole',
    'webhooks.event by all of event_one_loading',
    'webhooks.event by all of event_to_start',
  ],
  'apps/profile-loader/src/screening/rescreening/compare-subjects.ts': [
    'profiles.load by all of load_one_open',
    'profiles.source_answer by all of source_answer_hits',
    'profiles.source_answer by all of source_answer_invented',
  ],
  'apps/profile-loader/src/screening/rescreening/rescreening.controller.ts': ['profiles.screened_subject by all of screened_subject_pkey'],
  'apps/profile-loader/src/screening/rescreening/rescreenings.ts': [
    'profiles.rescreening by all of rescreening_open',
    'profiles.rescreening_task as a whole',
    'profiles.rescreening_task by all of rescreening_task_due',
  ],
  'apps/profile-loader/src/upkeep/overdue-rows.ts': ['profiles.outbox as a whole'],
  'apps/webhook-dispatcher/src/events/waiting-events.ts': ['webhooks.event by all of event_one_loading'],
  'apps/webhook-dispatcher/src/upkeep/overdue-work.ts': [
    'webhooks.delivery by all of delivery_due',
    'webhooks.event by all of event_one_loading',
    'webhooks.event by all of event_to_start',
  ],
};

/** The same work, where the condition leaves out the first column of an index. Only the statistics of a large table tell so. */
export const readsByLaterColumns: Record<string, string[]> = {
  'apps/data-importer/src/inquiries/next-taxpayers.ts': ['profiles.profile by all of profile_pkey'],
  'apps/data-importer/src/rows/changes.ts': ['profiles.profile by all of profile_pkey'],
  'apps/operator/src/doctor/rows.ts': ['webhooks.delivery by all of delivery_due', 'webhooks.delivery by all of delivery_leased'],
  'apps/webhook-dispatcher/src/upkeep/overdue-work.ts': ['webhooks.delivery by all of delivery_leased'],
};

/**
 * What reads the register of a version as a whole. An import counts its rows, compares them with the version before, and takes from it what a
 * file that adds to it does not name; the loader keeps lists in memory; a file of taxpayers to ask about leaves out those whose answer holds. An
 * operator waits for the comparison of any two versions, which PostgreSQL ends after 30 seconds: it looks up the taxpayers with a profile, and
 * where almost everybody has one, reading all is cheaper.
 */
export const readsAVersion: Record<string, string[]> = {
  'apps/data-importer/src/importing/copy-rows.ts': ['registry.fact_1 as a whole', 'registry.fact_1 by all of fact_1_pkey'],
  'apps/data-importer/src/inquiries/next-taxpayers.ts': ['registry.fact_1 as a whole'],
  'apps/data-importer/src/rows/changes.ts': [
    'registry.list_entity_1 as a whole',
    'registry.mark_1 as a whole',
    'registry.taxpayer_1 as a whole',
  ],
  'apps/data-importer/src/rows/differences.ts': [
    'registry.fact_1 as a whole',
    'registry.list_entity_1 as a whole',
    'registry.mark_1 as a whole',
    'registry.member_1 as a whole',
    'registry.premise_1 as a whole',
    'registry.sanctioned_1 as a whole',
    'registry.taxpayer_1 as a whole',
  ],
  'apps/profile-loader/src/screening/lists/read-entities.ts': [
    'registry.list_entity_1 by all of list_entity_1_pkey',
    'registry.sanctioned_1 as a whole',
  ],
};

/**
 * The planner guesses that a table which was never analysed has ten pages. A trigger looks for its document among the open loads; the rest is the
 * same background work, and old rows, which a new installation does not have.
 */
export const readsOfANewInstallation: Record<string, string[]> = {
  ...readsWhatIsOpen,
  'apps/operator/src/doctor/rows.ts': readsWhatIsOpen['apps/operator/src/doctor/rows.ts']!.map((read) =>
    read.endsWith('event_to_start') ? 'webhooks.event as a whole' : read,
  ).toSorted(),
  'apps/data-importer/src/inquiries/next-taxpayers.ts': ['registry.inquiry as a whole'],
  'apps/profile-loader/src/screening/rescreening/rescreening.controller.ts': ['profiles.screened_subject as a whole'],
  'apps/profile-loader/src/screening/rescreening/rescreenings.ts': [
    'profiles.rescreening by all of rescreening_open',
    'profiles.rescreening_task by all of rescreening_task_due',
  ],
  'apps/webhook-dispatcher/src/events/read-profiles.ts': ['profiles.load by all of load_one_open'],
  'apps/webhook-dispatcher/src/upkeep/old-rows.ts': [
    'webhooks.attempt as a whole',
    'webhooks.delivery as a whole',
    'webhooks.event as a whole',
    'webhooks.event by all of event_test',
  ],
  'apps/webhook-dispatcher/src/upkeep/overdue-work.ts': [
    'webhooks.delivery by all of delivery_due',
    'webhooks.event as a whole',
    'webhooks.event by all of event_one_loading',
  ],
};

const everyOrder = ['alert_points', 'changed', 'compliance', 'expires', 'exposure', 'light', 'pkey', 'words'];

/**
 * What counts a portfolio, finds all documents of a file, or orders by a column without an index, reads it whole. A recovery looks at all deliveries that failed. A corporation
 * has few views.
 */
export const readsAllOfACorporation: Record<string, string[]> = {
  'apps/gateway/src/panel/views/view-store.ts': ['identity.saved_view by all of saved_view_corporation'],
  'apps/gateway/src/portfolio/portfolio-counts.ts': ['profiles.portfolio_entry by all of portfolio_entry_words'],
  'apps/gateway/src/portfolio/portfolio-reader.ts': everyOrder.map(
    (order) => `profiles.portfolio_entry by all of portfolio_entry_${order}`,
  ),
  'apps/webhook-dispatcher/src/deliveries/resends.ts': ['webhooks.delivery by all of delivery_troubled'],
};
