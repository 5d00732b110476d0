import { Schemas1763600000001 } from './0001-schemas-and-roles.js';
import { Identity1763600000002 } from './0002-identity.js';
import { Billing1763600000003 } from './0003-billing.js';
import { Profiles1763600000004 } from './0004-profiles.js';
import { Webhooks1763600000005 } from './0005-webhooks.js';
import { History1763600000006 } from './0006-history.js';
import { Idempotency1763600000007 } from './0007-idempotency.js';
import { Lists1763600000008 } from './0008-lists.js';
import { SourcePauses1763600000009 } from './0009-source-pauses.js';
import { BusinessClock1763600000011 } from './0011-business-clock.js';
import { Quota1763600000012 } from './0012-quota.js';
import { ForcedUpdates1763600000013 } from './0013-forced-updates.js';
import { WebhookDeliveries1763600000015 } from './0015-webhook-deliveries.js';
import { PanelUsers1763600000016 } from './0016-panel-users.js';
import { AccessesWithoutEnd1763600000018 } from './0018-accesses-without-end.js';
import { OpenUntilClosed1763600000019 } from './0019-open-until-closed.js';
import { EventsByTheirDocument1763600000020 } from './0020-events-by-their-document.js';
import { Origins1763600000021 } from './0021-origins.js';
import { EndedAccesses1763600000022 } from './0022-ended-accesses.js';
import { IndexesForWhatWaits1763600000023 } from './0023-indexes-for-what-waits.js';
import { RefusalsInNumbers1763600000024 } from './0024-refusals-in-numbers.js';
import { StatementsByDay1763600000025 } from './0025-statements-by-day.js';
import { PlacesInLine1763600000026 } from './0026-places-in-line.js';
import { ViewsBetweenServices1763600000027 } from './0027-views-between-services.js';
import { TablesToTheirOwners1763600000028 } from './0028-tables-to-their-owners.js';
import { SecretChanges1763600000029 } from './0029-secret-changes.js';
import { Portfolio1763600000030 } from './0030-portfolio.js';
import { Analysts1763600000031 } from './0031-analysts.js';
import { RequestsOfACorporation1763600000032 } from './0032-requests-of-a-corporation.js';
import { LatestOutcomes1763600000033 } from './0033-latest-outcomes.js';
import { SourceMeasures1763600000034 } from './0034-source-measures.js';
import { NamesAndViews1763600000036 } from './0036-names-and-views.js';
import { WebhookWarnings1763600000038 } from './0038-webhook-warnings.js';
import { WhatOperatorsLookAt1763600000039 } from './0039-what-operators-look-at.js';
import { Heads1763600000040 } from './0040-heads.js';
import { WhatProfilesRestOn1763600000041 } from './0041-what-profiles-rest-on.js';
import { OrdersOfAPortfolio1763600000042 } from './0042-orders-of-a-portfolio.js';
import { ChangesOfAccesses1763600000043 } from './0043-changes-of-accesses.js';
import { Registry1763600000044 } from './0044-registry.js';
import { Imports1763600000045 } from './0045-imports.js';
import { NamesAsWritten1763600000046, NamesUnprepared1763600000049 } from './0046-names-as-written.js';
import { VerdictsOnHits1763600000047 } from './0047-verdicts-on-hits.js';
import { TrailsAndCuts1763600000048 } from './0048-trails-and-cuts.js';
import { Rescreening1763600000050 } from './0050-rescreening.js';
import { PrunedVersions1763600000054 } from './0054-pruned-versions.js';
import { Manifests1763600000055 } from './0055-manifests.js';
import { KeyOfTaxpayers1763600000056 } from './0056-key-of-taxpayers.js';
import { CheaperEntries1763600000059 } from './0059-cheaper-entries.js';
import { Inquiries1763600000060 } from './0060-inquiries.js';
import { OpenLoads1763600000062 } from './0062-open-loads.js';
import { WhatIsKept1763600000065 } from './0065-what-is-kept.js';
import { ClockWithoutACall1763600000068 } from './0068-clock-without-a-call.js';
import { WhenASummaryWasWritten1763600000069 } from './0069-when-a-summary-was-written.js';
import { PlansThatFollow1763600000070 } from './0070-plans-that-follow.js';
import { PendingUntilItsRequestEnds1763600000071 } from './0071-pending-until-its-request-ends.js';
import { WhatWasFirst1763600000074 } from './0074-what-was-first.js';
import { RefreshesBySource1763600000075, RefreshesTogether1763600000076 } from './0075-refreshes-by-source.js';
import { WhatFailed1763600000077 } from './0077-what-failed.js';
import { WhatHadFailed1763600000078 } from './0078-what-had-failed.js';
import { EndsThatMove1763600000079 } from './0079-ends-that-move.js';
import { TestsByTheirCorporation1763600000080 } from './0080-tests-by-their-corporation.js';
import { WhatAPastIsReadFrom1763600000081 } from './0081-what-a-past-is-read-from.js';
import { ListsWithoutTheirNumbers1763600000083 } from './0083-lists-without-their-numbers.js';
import { WhereSomebodySignedIn1763600000085 } from './0085-where-somebody-signed-in.js';
import { LoadedForWhom1763600000086 } from './0086-loaded-for-whom.js';
import { RequestsOfALoad1763600000087 } from './0087-requests-of-a-load.js';
import { WhatActsMade1763600000088 } from './0088-what-acts-made.js';
import { AlertsByTheirPoints1763600000097 } from './0097-alerts-by-their-points.js';
import { AlertsByTheirClass1763600000098 } from './0098-alerts-by-their-class.js';
import { EndsByTheirDate1763600000099 } from './0099-ends-by-their-date.js';
import { PagesOfTheLog1763600000100 } from './0100-pages-of-the-log.js';
import { PausedIsNotOverdue1763600000101 } from './0101-paused-is-not-overdue.js';
import { ChangesAcrossAGap1763600000103 } from './0103-changes-across-a-gap.js';
import { WaitsForItsReceiver1763600000106 } from './0106-waits-for-its-receiver.js';
import { DocumentsThatWaitedForNothing1763600000108 } from './0108-documents-that-waited-for-nothing.js';
import { DismissedByName1763600000110 } from './0110-dismissed-by-name.js';
import { MonthsWithoutEffect1763600000118 } from './0118-months-without-effect.js';
import { UpdatesOfTheirKind1763600000119 } from './0119-updates-of-their-kind.js';
import { DueUntilCompared1763600000123 } from './0123-due-until-compared.js';
import { PortfoliosDueUntilCompared1763600000124 } from './0124-portfolios-due-until-compared.js';
import { DeliveriesWithoutChecks1763600000125 } from './0125-deliveries-without-checks.js';
import { RoomForEndsOfAttempts1763600000126 } from './0126-room-for-ends-of-attempts.js';
import { LoadsWithoutAnnouncements1763600000127 } from './0127-loads-without-announcements.js';
import { NamesInOrder1763600000128 } from './0128-names-in-order.js';
import { NoOrderByName1763600000129 } from './0129-no-order-by-name.js';
import { ChangesNotReported1763600000130 } from './0130-changes-not-reported.js';
import { AnswersOfInventedLists1763600000131 } from './0131-answers-of-invented-lists.js';
import { FailedForThoseWhoAsked1763600000132 } from './0132-failed-for-those-who-asked.js';
import { RollbacksOnce1763600000133 } from './0133-rollbacks-once.js';
import { SwitchesByRequest1763600000134 } from './0134-switches-by-request.js';
import { IndexesWithoutReaders1763600000135 } from './0135-indexes-without-readers.js';
import { VacuumByWhatChanges1763600000136 } from './0136-vacuum-by-what-changes.js';
import { NewestOfADataSet1763600000137 } from './0137-newest-of-a-data-set.js';
import { StartsSinceTheirEvent1763600000138 } from './0138-starts-since-their-event.js';
import { AdjustmentsOfAContract1763600000139 } from './0139-adjustments-of-a-contract.js';
import { HitsOfAnotherSubject1763600000140 } from './0140-hits-of-another-subject.js';
import { ListsInUse1763600000141 } from './0141-lists-in-use.js';
import { RegistersWithoutTheirNumbers1763600000142 } from './0142-registers-without-their-numbers.js';
import { RequestsWithoutFittingMonths1763600000143 } from './0143-requests-without-fitting-months.js';
import { OverdueUpToANumber1763600000144 } from './0144-overdue-up-to-a-number.js';
import { RetiredDataSets1763600000145 } from './0145-retired-data-sets.js';
import { HitsOfEndedEntries1763600000146 } from './0146-hits-of-ended-entries.js';
import { RowsOfEndedReleases1763600000147 } from './0147-rows-of-ended-releases.js';
import { ActsAndTheirLines1763600000148 } from './0148-acts-and-their-lines.js';
import { WhoActed1763600000149 } from './0149-who-acted.js';
import { AnswersWithoutTheirBody1763600000150 } from './0150-answers-without-their-body.js';
import { HitsThatFit1763600000151 } from './0151-hits-that-fit.js';
import { SectionsOfV2Alone1763600000152 } from './0152-sections-of-v2-alone.js';
import { TracesOfEvents1763600000153 } from './0153-traces-of-events.js';
import { WhereAttemptsWent1763600000154 } from './0154-where-attempts-went.js';
import { CodesOfKeptRefusals1763600000155 } from './0155-codes-of-kept-refusals.js';
import { WhatPastDaysRestOn1763600000156 } from './0156-what-past-days-rest-on.js';

/**
 * In the order in which they run. A migration that has left this repository is never edited again. A number that is missing
 * was taken by a branch at its beginning, and it ended without a migration.
 */
export const migrations = [
  Schemas1763600000001,
  Identity1763600000002,
  Billing1763600000003,
  Profiles1763600000004,
  Webhooks1763600000005,
  History1763600000006,
  Idempotency1763600000007,
  Lists1763600000008,
  SourcePauses1763600000009,
  BusinessClock1763600000011,
  Quota1763600000012,
  ForcedUpdates1763600000013,
  WebhookDeliveries1763600000015,
  PanelUsers1763600000016,
  AccessesWithoutEnd1763600000018,
  OpenUntilClosed1763600000019,
  EventsByTheirDocument1763600000020,
  Origins1763600000021,
  EndedAccesses1763600000022,
  IndexesForWhatWaits1763600000023,
  RefusalsInNumbers1763600000024,
  StatementsByDay1763600000025,
  PlacesInLine1763600000026,
  ViewsBetweenServices1763600000027,
  SecretChanges1763600000029,
  Portfolio1763600000030,
  Analysts1763600000031,
  RequestsOfACorporation1763600000032,
  LatestOutcomes1763600000033,
  SourceMeasures1763600000034,
  NamesAndViews1763600000036,
  WebhookWarnings1763600000038,
  WhatOperatorsLookAt1763600000039,
  Heads1763600000040,
  WhatProfilesRestOn1763600000041,
  OrdersOfAPortfolio1763600000042,
  ChangesOfAccesses1763600000043,
  Registry1763600000044,
  Imports1763600000045,
  NamesAsWritten1763600000046,
  VerdictsOnHits1763600000047,
  TrailsAndCuts1763600000048,
  Rescreening1763600000050,
  PrunedVersions1763600000054,
  Manifests1763600000055,
  KeyOfTaxpayers1763600000056,
  CheaperEntries1763600000059,
  Inquiries1763600000060,
  OpenLoads1763600000062,
  WhatIsKept1763600000065,
  ClockWithoutACall1763600000068,
  WhenASummaryWasWritten1763600000069,
  PlansThatFollow1763600000070,
  PendingUntilItsRequestEnds1763600000071,
  WhatWasFirst1763600000074,
  RefreshesBySource1763600000075,
  WhatFailed1763600000077,
  WhatHadFailed1763600000078,
  TestsByTheirCorporation1763600000080,
  WhatAPastIsReadFrom1763600000081,
  WhereSomebodySignedIn1763600000085,
  LoadedForWhom1763600000086,
  RequestsOfALoad1763600000087,
  WhatActsMade1763600000088,
  AlertsByTheirPoints1763600000097,
  EndsByTheirDate1763600000099,
  PagesOfTheLog1763600000100,
  PausedIsNotOverdue1763600000101,
  ChangesAcrossAGap1763600000103,
  WaitsForItsReceiver1763600000106,
  DocumentsThatWaitedForNothing1763600000108,
  DismissedByName1763600000110,
  MonthsWithoutEffect1763600000118,
  UpdatesOfTheirKind1763600000119,
  DueUntilCompared1763600000123,
  PortfoliosDueUntilCompared1763600000124,
  DeliveriesWithoutChecks1763600000125,
  RoomForEndsOfAttempts1763600000126,
  NamesInOrder1763600000128,
  ChangesNotReported1763600000130,
  AnswersOfInventedLists1763600000131,
  FailedForThoseWhoAsked1763600000132,
  RollbacksOnce1763600000133,
  SwitchesByRequest1763600000134,
  IndexesWithoutReaders1763600000135,
  VacuumByWhatChanges1763600000136,
  NewestOfADataSet1763600000137,
  StartsSinceTheirEvent1763600000138,
  AdjustmentsOfAContract1763600000139,
  HitsOfAnotherSubject1763600000140,
  ListsInUse1763600000141,
  RegistersWithoutTheirNumbers1763600000142,
  OverdueUpToANumber1763600000144,
  RetiredDataSets1763600000145,
  HitsOfEndedEntries1763600000146,
  RowsOfEndedReleases1763600000147,
  ActsAndTheirLines1763600000148,
  WhoActed1763600000149,
  HitsThatFit1763600000151,
  SectionsOfV2Alone1763600000152,
  TracesOfEvents1763600000153,
  WhereAttemptsWent1763600000154,
  CodesOfKeptRefusals1763600000155,
  WhatPastDaysRestOn1763600000156,
];

/**
 * They take away what only replicas of the version before use or leave behind, so they run once these are gone: by `migrate --cleanup`, and
 * at once on an empty database. No service asks for them at its start.
 */
export const cleanups = [
  TablesToTheirOwners1763600000028,
  NamesUnprepared1763600000049,
  RefreshesTogether1763600000076,
  EndsThatMove1763600000079,
  ListsWithoutTheirNumbers1763600000083,
  AlertsByTheirClass1763600000098,
  LoadsWithoutAnnouncements1763600000127,
  NoOrderByName1763600000129,
  RequestsWithoutFittingMonths1763600000143,
  AnswersWithoutTheirBody1763600000150,
];
