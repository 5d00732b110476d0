export * from './calendar/days-and-instants.js';
export * from './calendar/lima-time.js';
export * from './calendar/tax-unit.js';
export * from './errors/check-document.js';
export * from './documents/document.js';
export * from './text/keepable-text.js';
export * from './text/soles.js';
export * from './text/custom-headers.js';
export * from './sources/catalogue.js';
export * from './summary/alertas.js';
export * from './schema/fields.js';
export * from './summary/finanzas.js';
export * from './summary/comercio-exterior.js';
export * from './summary/identificacion.js';
export * from './summary/legal.js';
export * from './summary/boletin.js';
export * from './summary/judicial.js';
export * from './summary/laboral.js';
export { awaitedFragments, emptyFragments, fragmentV1, fragmentV2, hasContent, sectionsShown, v1Name } from './summary/sections.js';
export * from './summary/summary.js';
export type { ScoreReason, ScreeningBasis, ScreeningHit, SectionBasis } from './summary/basis.js';
export { screeningListNamed, screeningLists, type ListMeaning } from './summary/screening-lists.js';
export { sampleDocument, sampleSections } from './summary/sample-profile.js';
export * from './summary/summary-example.js';
export * from './summary/history.js';
export { itemKeys, keyOfItem, matchItems } from './summary/list-keys.js';
export * from './summary/summary-view.js';
export * from './summary/traffic-light.js';
export * from './errors/catalogue.js';
export * from './errors/vigia-error.js';
export {
  docType,
  type FailureClass,
  mostMonths,
  type Origin,
  profileStates,
  type ProfileState,
  sectionName,
  type UrlFault,
} from './schema/vocabulary.js';
export * from './messages/definition.js';
export * from './messages/registry.js';
export * from './messages/identity.js';
export * from './messages/hits.js';
export * from './messages/loads.js';
export * from './messages/contracts.js';
export { contractAfterGap, monitoringEndsBefore } from './messages/contract-gap.js';
export type { ReprocessVerdict, Settled, Settlement } from './messages/quota.js';
export {
  refusalOfUpdate,
  refusalReasons,
  refusalTexts,
  type HeldProfile,
  type Refusal,
  type Refused,
  type RefusalTexts,
  type ReprocessRefusal,
} from './errors/refusals.js';
export {
  chargePosition,
  entryKinds,
  type EntryKind,
  type EntryRule,
  type OperationKind,
  type Forecast,
  type Preview,
  type StatementLine,
  type DocumentCharge,
  type QuotaAlert,
  type Drift,
} from './messages/quota-reports.js';
export { ledgerWords } from './messages/ledger-words.js';
export * from './messages/jobs.js';
export * from './messages/webhook-configurations.js';
export * from './messages/webhook-deliveries.js';
export * from './messages/webhook-secrets.js';
export {
  datasetName,
  type Cadence,
  type DatasetChange,
  type DatasetKind,
  type DatasetStatus,
  type DatasetVersion,
  type VersionState,
} from './messages/datasets.js';
export { isOfSanctions, pauseCauses } from './messages/dataset-acts.js';
export type { RejectReason, RequiredColumn, UnreadableCode, VersionProblem } from './messages/dataset-faults.js';
export { rolesFor, type PanelAnswer, type PanelOperation, type PanelRequest } from './panel/operation.js';
export * from './panel/operations.js';
export { auditWords } from './panel/audit-words.js';
export { abilitiesFor, type Ability } from './panel/sessions.js';
export { base64, type PanelDelivery, type PanelEvent } from './panel/deliveries.js';
export { mostOverdueCounted, overdueKinds } from './panel/overdue-kinds.js';
export type { ProfileEvidence } from './panel/profile-record.js';
export type { PageQuery } from './panel/pages.js';
export { liveSubjects, type LiveChange, type LiveEnd, type LiveSubject } from './panel/live.js';
export {
  countsExample,
  entryExample,
  longestPortfolioCursor,
  portfolioSorts,
  standings,
  type PortfolioCounts,
  type PortfolioEntry,
  type PortfolioFilters,
  type PortfolioOrder,
  type PortfolioRisk,
  type PortfolioSort,
} from './panel/portfolio.js';
