import type { ResponseOf, RequestOf } from './definition.ts';
import { approvalCalls } from './approvals.ts';
import { auditLogCalls } from './audit-log.ts';
import { manualChangeCalls } from './manual-changes.ts';
import { reconciliationCalls } from './reconciliation.ts';
import { frontDeskCalls } from './front-desk.ts';
import { dashboardCalls } from './dashboard.ts';
import { heldPostingCalls } from './held-postings.ts';
import { integrationMemberCalls } from './integration-members.ts';
import { integrationSaleCalls } from './integration-sales.ts';
import { integrationVisitCalls } from './integration-visits.ts';
import { integrationVoucherCalls } from './integration-vouchers.ts';
import { mailCalls } from './member-mails.ts';
import { memberCalls } from './members.ts';
import { monthCloseCalls } from './month-close.ts';
import { reportFileCalls } from './report-files.ts';
import { reportGapCalls } from './report-gaps.ts';
import { rateCalls } from './exchange-rates.ts';
import { referenceDataCalls } from './reference-data.ts';
import { receiptCalls } from './receipts.ts';
import { reportScheduleCalls } from './report-schedules.ts';
import { searchCalls } from './member-search.ts';
import { saleCalls } from './sales.ts';
import { setupCalls } from './setup.ts';
import { staffCalls } from './staff.ts';
import { shiftCalls } from './shifts.ts';
import { standingCalls } from './member-status.ts';
import { flaggedActivityCalls } from './flagged-activity.ts';
import { viewCalls } from './views.ts';
import { visitCalls } from './visits.ts';
import { webhookCalls } from './webhooks.ts';
import { callListCalls } from './call-lists.ts';

/**
 * Every call that does not belong to a resource. The console imports only types from here, because anything else would
 * load zod.
 */
export const calls = {
  ...referenceDataCalls,
  ...viewCalls,
  ...dashboardCalls,
  ...mailCalls,
  ...memberCalls,
  ...standingCalls,
  ...visitCalls,
  ...heldPostingCalls,
  ...manualChangeCalls,
  ...frontDeskCalls,
  ...saleCalls,
  ...rateCalls,
  ...receiptCalls,
  ...searchCalls,
  ...callListCalls,
  ...monthCloseCalls,
  ...reportFileCalls,
  ...reportGapCalls,
  ...webhookCalls,
  ...approvalCalls,
  ...reconciliationCalls,
  ...auditLogCalls,
  ...flaggedActivityCalls,
  ...reportScheduleCalls,
  ...setupCalls,
  ...staffCalls,
  ...shiftCalls,
};

/** The calls of the API for hotels' own systems. */
export const integrationCalls = {
  ...integrationVoucherCalls,
  ...integrationVisitCalls,
  ...integrationMemberCalls,
  ...integrationSaleCalls,
};

export * from './approvals.ts';
export * from './audit-log.ts';
export * from './manual-changes.ts';
export * from './reconciliation.ts';
export * from './front-desk.ts';
export * from './dashboard.ts';
export * from './held-postings.ts';
export * from './integrations.ts';
export * from './integration-members.ts';
export * from './integration-sales.ts';
export * from './integration-visits.ts';
export * from './integration-vouchers.ts';
export * from './member-mails.ts';
export * from './members.ts';
export * from './month-close.ts';
export * from './report-files.ts';
export * from './report-gaps.ts';
export * from './exchange-rates.ts';
export * from './receipts.ts';
export * from './reference-data.ts';
export * from './report-schedules.ts';
export type { LeftOutMembers } from './selection.ts';
export * from './setup.ts';
export * from './staff.ts';
export * from './shifts.ts';
export {
  SAMPLE_VALUES,
  sampleIdFor,
  isOmitted,
  isFlagOn,
  resolveResourceKey,
  sampleValueFor,
} from './sample-values.ts';
export * from './member-search.ts';
export * from './sales.ts';
export * from './member-status.ts';
export * from './flagged-activity.ts';
export * from './views.ts';
export * from './visits.ts';
export * from './webhooks.ts';
export * from './call-lists.ts';

export type CallKey = keyof typeof calls;
/** A call's request, as the console sends it. */
export type Request<K extends CallKey> = RequestOf<(typeof calls)[K]>;
/** The response that the console receives. */
export type ResponseBody<K extends CallKey> = ResponseOf<(typeof calls)[K]>;

export type { ResponseOf, BodyOf, CallDefinition, Calls, PathOf, QueryOf } from './definition.ts';
export { jsonSchemaOf } from './json-schema.ts';
