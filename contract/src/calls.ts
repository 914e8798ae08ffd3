import type { ResponseOf, RequestOf } from './calls/call.ts';
import { approvalCalls } from './calls/approvals.ts';
import { manualChangeCalls } from './calls/manual-changes.ts';
import { reconciliationCalls } from './calls/reconciliation.ts';
import { frontDeskCalls } from './calls/front-desk.ts';
import { dashboardCalls } from './calls/dashboard.ts';
import { heldPostingCalls } from './calls/held-postings.ts';
import { integrationVisitCalls } from './calls/integration-visits.ts';
import { integrationVoucherCalls } from './calls/integration-vouchers.ts';
import { mailCalls } from './calls/member-mails.ts';
import { memberCalls } from './calls/members.ts';
import { monthCloseCalls } from './calls/month-close.ts';
import { reportFileCalls } from './calls/report-files.ts';
import { rateCalls } from './calls/exchange-rates.ts';
import { receiptCalls } from './calls/receipts.ts';
import { reportScheduleCalls } from './calls/report-schedules.ts';
import { searchCalls } from './calls/member-search.ts';
import { sellingCalls } from './calls/sales.ts';
import { standingCalls } from './calls/member-status.ts';
import { flaggedActivityCalls } from './calls/flagged-activity.ts';
import { viewCalls } from './calls/views.ts';
import { visitCalls } from './calls/visits.ts';
import { webhookCalls } from './calls/webhooks.ts';
import { callListCalls } from './calls/call-lists.ts';

/**
 * Every call that does not belong to a resource. The console imports only types from here, because anything else would
 * load zod.
 */
export const calls = {
  ...viewCalls,
  ...dashboardCalls,
  ...mailCalls,
  ...memberCalls,
  ...standingCalls,
  ...visitCalls,
  ...heldPostingCalls,
  ...manualChangeCalls,
  ...frontDeskCalls,
  ...sellingCalls,
  ...rateCalls,
  ...receiptCalls,
  ...searchCalls,
  ...callListCalls,
  ...monthCloseCalls,
  ...reportFileCalls,
  ...webhookCalls,
  ...approvalCalls,
  ...reconciliationCalls,
  ...flaggedActivityCalls,
  ...reportScheduleCalls,
};

/** The calls of the API for hotels' own systems. */
export const integrationCalls = { ...integrationVoucherCalls, ...integrationVisitCalls };

export * from './calls/approvals.ts';
export * from './calls/manual-changes.ts';
export * from './calls/reconciliation.ts';
export * from './calls/front-desk.ts';
export * from './calls/dashboard.ts';
export * from './calls/held-postings.ts';
export * from './calls/integration.ts';
export * from './calls/integration-visits.ts';
export * from './calls/integration-vouchers.ts';
export * from './calls/member-mails.ts';
export * from './calls/members.ts';
export * from './calls/month-close.ts';
export * from './calls/report-files.ts';
export * from './calls/exchange-rates.ts';
export * from './calls/receipts.ts';
export * from './calls/report-schedules.ts';
export { SAMPLE_VALUES, sampleIdFor, isOmitted, isFlagOn, kindOf, sampleValueFor } from './calls/sample-values.ts';
export * from './calls/member-search.ts';
export * from './calls/sales.ts';
export * from './calls/member-status.ts';
export * from './calls/flagged-activity.ts';
export * from './calls/views.ts';
export * from './calls/visits.ts';
export * from './calls/webhooks.ts';
export * from './calls/call-lists.ts';

export type CallKey = keyof typeof calls;
/** A call's request, as the console sends it. */
export type Request<K extends CallKey> = RequestOf<(typeof calls)[K]>;
/** The response that the console receives. */
export type ResponseBody<K extends CallKey> = ResponseOf<(typeof calls)[K]>;

export type { ResponseOf, BodyOf, CallDefinition, Calls, PathOf, QueryOf } from './calls/call.ts';
export { jsonSchemaOf } from './calls/json-schema.ts';
