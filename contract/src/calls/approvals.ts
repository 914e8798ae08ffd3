import { z } from 'zod';
import { APPROVALS, APPROVAL_DAYS, APPROVAL_RIGHTS } from '../rights/approval.ts';
import { approvalReason, approveBody, rejectBody } from '../bodies/approvals.ts';
import { body, bodyOf, choiceField, fieldSchemas } from './body.ts';
import type { Label } from '../texts/label.ts';
import { permission } from '../rights/permission.ts';
import { member_card } from '../resources/member_card.ts';
import { member_voucher } from '../resources/member_voucher.ts';
import type { CallDefinition, Calls, JsonOf } from './definition.ts';
import { choiceParameter, paging, pathId } from './parameters.ts';
import { flag, id, person, text, textOrNull, integer } from './shapes.ts';

/** Calls that need an approval when they exceed a limit, with the approval kind of each. */
export const APPROVABLE_CALLS = {
  'POST /api/transaction/wizard': 'discount',
  'POST /api/transaction/free_membership': 'free_membership',
  'POST /api/member/{id}/membership': 'tier',
  'POST /api/member_card': 'card',
  'POST /api/member_voucher': 'voucher',
  'POST /api/member_voucher/{id}/extend': 'extension',
  'POST /api/transaction/{id}/refund': 'refund',
  'POST /api/transaction/{id}/cancel': 'cancellation',
  'POST /api/month_close/{id}/reopen': 'reopen_month',
} as const satisfies Readonly<Record<string, keyof typeof APPROVALS>>;
type ApprovableCall = keyof typeof APPROVABLE_CALLS;

const defineRecordCall = (name: string, rights: readonly string[], summary: Label): CallDefinition => ({
  name,
  tag: 'Approval',
  summary,
  rights,
  response: z.object({ data: z.object({ id }) }),
  status: 201,
  write: 'idempotent',
});
/** Calls that create a record: its resource validates the body. */
export const APPROVABLE_RECORD_CALLS = {
  'POST /api/member_card': defineRecordCall('createMemberCard', [permission('STORE', member_card.permission)], {
    en: 'Create a card manually',
    id: 'Buat kartu secara manual',
  }),
  'POST /api/member_voucher': defineRecordCall(
    'createMemberVoucher',
    [permission('STORE', member_voucher.permission)],
    {
      en: 'Create a voucher manually',
      id: 'Buat voucher secara manual',
    },
  ),
} as const satisfies Calls;

const isKeyOf = <T extends object>(object: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(object, key);
const keysOf = <T extends object>(object: T) => Object.keys(object).filter((key) => isKeyOf(object, key));

const STATES = ['waiting', 'approved', 'rejected', 'withdrawn', 'failed', 'expired'] as const;
const LABEL = { en: 'Approval', id: 'Persetujuan' };

/** What the approver sees of the call; null where it does not apply. Amounts are as of the time of the request. */
const facts = z.strictObject({
  hotel: textOrNull,
  country: textOrNull,
  month: textOrNull,
  member: textOrNull,
  membership: textOrNull,
  voucher: textOrNull.optional(),
  until: textOrNull
    .optional()
    .meta({ description: 'New last day of an extended voucher, or last day of an upgraded card' }),
  visits: textOrNull.optional().meta({ description: 'Visits that led to the upgrade' }),
  sub_total: textOrNull.meta({ description: 'For a refund: amount paid' }),
  discount: textOrNull,
  refunded: textOrNull.optional().meta({ description: 'For a refund: total refunded, including earlier refunds' }),
  grand_total: textOrNull,
  currency: textOrNull,
});
const approval = z.strictObject({
  id,
  kind: z.enum(keysOf(APPROVALS)),
  state: z.enum(STATES),
  requested_at: text,
  requested_by: person
    .nullable()
    .meta({ description: 'For an upgrade: the user who posted the visit; null if posted by a system' }),
  expires_at: text,
  reason: text,
  facts,
  decided_at: textOrNull,
  decided_by: person.nullable(),
  decision: textOrNull.meta({ description: 'Comment of the approver' }),
  failure: textOrNull.meta({ description: 'Why the approved request failed' }),
  may_decide: flag,
  is_own: flag,
});

const tag = LABEL.en;
const path = { id: pathId({ label: LABEL }) };
/** The shared parts of calls about one approval. Users who may request or decide some kind of approval have access. */
const decisionCall = {
  tag,
  rights: APPROVAL_RIGHTS,
  path,
  response: z.strictObject({ data: approval }),
  write: 'idempotent',
  rejections: [409],
} as const;

/** Approvals: a call that exceeds a limit waits for the decision of another user. */
export const approvalCalls = {
  'GET /api/approval': {
    name: 'listApprovals',
    tag,
    summary: {
      en: 'Your requests, and approvals waiting for you',
      id: 'Permintaan Anda, dan persetujuan yang menunggu Anda',
    },
    description:
      'Own requests, own decisions, and requests the user can decide. Users without rights get an empty list.',
    rights: [],
    query: z.object({
      state: choiceParameter(['waiting', 'all'], 'waiting (default): undecided requests only'),
      ...paging,
    }),
    response: z.strictObject({
      data: z.array(approval),
      meta: z.strictObject({ page: integer, per_page: integer, total: integer }),
    }),
  },
  'POST /api/approval': {
    name: 'requestApproval',
    tag,
    summary: { en: 'Request approval for a call above a limit', id: 'Minta persetujuan untuk panggilan di atas batas' },
    description: `Validates the call and stores it for ${APPROVAL_DAYS} days. Another user must approve it: one with the right and a sufficient limit, at the requester’s access level or above. It then runs once for the requester, at the prices of the request, or reports why it failed.`,
    rights: APPROVAL_RIGHTS,
    // The stored call is an object, not a field.
    body: body({
      call: choiceField(keysOf(APPROVABLE_CALLS)),
      path: z.record(z.string().max(20), z.union([z.string().max(20), z.number()])).default({}),
      body: z.record(z.string().max(60), z.unknown()),
      ...fieldSchemas(approvalReason),
    }),
    response: z.strictObject({ data: approval }),
    status: 201,
    write: 'idempotent',
    rejections: [403, 409],
  },
  'POST /api/approval/{id}/approve': {
    name: 'approve',
    ...decisionCall,
    summary: { en: 'Approve and apply a request', id: 'Setujui dan jalankan permintaan' },
    body: bodyOf(approveBody),
  },
  'POST /api/approval/{id}/reject': {
    name: 'reject',
    ...decisionCall,
    summary: { en: 'Reject a request with a reason', id: 'Tolak permintaan dengan alasan' },
    body: bodyOf(rejectBody),
  },
  'POST /api/approval/{id}/withdraw': {
    name: 'withdrawRequest',
    ...decisionCall,
    summary: { en: 'Withdraw your own request', id: 'Tarik kembali permintaan sendiri' },
    body: bodyOf({ fields: {} }),
  },
} satisfies Calls;

export type Approval = JsonOf<typeof approval>;
export type ApprovalFacts = JsonOf<typeof facts>;
export type { ApprovableCall };
