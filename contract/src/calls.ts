import type { AnswerOf, RequestOf } from './calls/call.ts';
import { approvalCalls } from './calls/approvals.ts';
import { byHandCalls } from './calls/by-hand.ts';
import { auditCalls } from './calls/audit.ts';
import { counterCalls } from './calls/counter.ts';
import { dashboardCalls } from './calls/dashboard.ts';
import { heldPostingCalls } from './calls/held-postings.ts';
import { integrationVisitCalls } from './calls/integration-visits.ts';
import { integrationVoucherCalls } from './calls/integration-vouchers.ts';
import { mailCalls } from './calls/mails.ts';
import { memberCalls } from './calls/members.ts';
import { monthCloseCalls } from './calls/month-close.ts';
import { reportFileCalls } from './calls/report-files.ts';
import { rateCalls } from './calls/rates.ts';
import { receiptCalls } from './calls/receipts.ts';
import { reportScheduleCalls } from './calls/report-schedules.ts';
import { searchCalls } from './calls/search.ts';
import { sellingCalls } from './calls/selling.ts';
import { standingCalls } from './calls/standing.ts';
import { unusualActCalls } from './calls/unusual-acts.ts';
import { viewCalls } from './calls/views.ts';
import { visitCalls } from './calls/visits.ts';
import { webhookCalls } from './calls/webhooks.ts';
import { workListCalls } from './calls/work-lists.ts';

/** Every call that no resource brings. The console takes types from here, and nothing else: it would load zod. */
export const calls = {
  ...viewCalls,
  ...dashboardCalls,
  ...mailCalls,
  ...memberCalls,
  ...standingCalls,
  ...visitCalls,
  ...heldPostingCalls,
  ...byHandCalls,
  ...counterCalls,
  ...sellingCalls,
  ...rateCalls,
  ...receiptCalls,
  ...searchCalls,
  ...workListCalls,
  ...monthCloseCalls,
  ...reportFileCalls,
  ...webhookCalls,
  ...approvalCalls,
  ...auditCalls,
  ...unusualActCalls,
  ...reportScheduleCalls,
};

/** The calls of the API for hotels' own systems. */
export const integrationCalls = { ...integrationVoucherCalls, ...integrationVisitCalls };

export * from './calls/approvals.ts';
export * from './calls/by-hand.ts';
export * from './calls/audit.ts';
export * from './calls/counter.ts';
export * from './calls/dashboard.ts';
export * from './calls/held-postings.ts';
export * from './calls/integration.ts';
export * from './calls/integration-visits.ts';
export * from './calls/integration-vouchers.ts';
export * from './calls/mails.ts';
export * from './calls/members.ts';
export * from './calls/month-close.ts';
export * from './calls/report-files.ts';
export * from './calls/rates.ts';
export * from './calls/receipts.ts';
export * from './calls/report-schedules.ts';
export { WORDS, idFor, isLeftOut, isOn, kindOf, wordFor } from './calls/sample-words.ts';
export * from './calls/search.ts';
export * from './calls/selling.ts';
export * from './calls/standing.ts';
export * from './calls/unusual-acts.ts';
export * from './calls/views.ts';
export * from './calls/visits.ts';
export * from './calls/webhooks.ts';
export * from './calls/work-lists.ts';

export type CallKey = keyof typeof calls;
/** The console's request of a call. */
export type Request<K extends CallKey> = RequestOf<(typeof calls)[K]>;
/** The answer that it gets back. */
export type Answer<K extends CallKey> = AnswerOf<(typeof calls)[K]>;

export type { AnswerOf, BodyOf, CallDefinition, Calls, PathOf, QueryOf } from './calls/call.ts';
export { jsonSchemaOf } from './calls/json-schema.ts';
