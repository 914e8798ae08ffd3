import { z } from 'zod';
import { APPROVALS, APPROVAL_DAYS, APPROVAL_RIGHTS } from '../approval.ts';
import { body, choiceField, optionalTextField, reasonField, textField } from './body.ts';
import type { Label } from '../label.ts';
import { permission } from '../permission.ts';
import { member_card } from '../resources/member_card.ts';
import { member_voucher } from '../resources/member_voucher.ts';
import type { CallDefinition, Calls, Read } from './call.ts';
import { choiceParameter, paging, pathId } from './parameters.ts';
import { flag, id, person, text, textOrNull, whole } from './shapes.ts';

/** Calls that can wait for an approval where they exceed a limit, and the kind of each. */
export const ASKED_CALLS = {
  'POST /api/transaction/wizard': 'discount',
  'POST /api/transaction/free_membership': 'free_membership',
  'POST /api/member/{id}/membership': 'level',
  'POST /api/member_card': 'card',
  'POST /api/member_voucher': 'voucher',
  'POST /api/member_voucher/{id}/extend': 'extension',
  'POST /api/transaction/{id}/refund': 'refund',
  'POST /api/month_close/{id}/reopen': 'reopen_month',
} as const satisfies Readonly<Record<string, keyof typeof APPROVALS>>;
type AskedCall = keyof typeof ASKED_CALLS;

const made = (rights: readonly string[], summary: Label): CallDefinition => ({
  tag: 'Approval',
  summary,
  rights,
  answer: z.object({ data: z.object({ id }) }),
  status: 201,
  write: 'once',
});
/** Those of them that make a record of a resource, which checks their body. */
export const ASKED_RECORDS = {
  'POST /api/member_card': made([permission('STORE', member_card.permission)], {
    en: 'Make a card manually',
    id: 'Buat kartu secara manual',
  }),
  'POST /api/member_voucher': made([permission('STORE', member_voucher.permission)], {
    en: 'Make a voucher manually',
    id: 'Buat voucher secara manual',
  }),
} as const satisfies Calls;

const isKeyOf = <T extends object>(of: T, key: string): key is Extract<keyof T, string> => Object.hasOwn(of, key);
const keysOf = <T extends object>(of: T) => Object.keys(of).filter((key) => isKeyOf(of, key));

const REASON_MAX = 500;
const STATES = ['waiting', 'approved', 'refused', 'withdrawn', 'failed', 'expired'] as const;
const LABEL = { en: 'Approval', id: 'Persetujuan' };

/** The facts of the call, as far as they apply. Amounts are those of the asking. */
const facts = z.strictObject({
  hotel: textOrNull,
  country: textOrNull,
  month: textOrNull,
  member: textOrNull,
  membership: textOrNull,
  voucher: textOrNull.optional(),
  until: textOrNull
    .optional()
    .meta({ description: 'The last day of a voucher that is extended, or of the card of an upgrade' }),
  visits: textOrNull.optional().meta({ description: 'The visits that led to an upgrade' }),
  sub_total: textOrNull.meta({ description: 'Of a refund: what was paid' }),
  discount: textOrNull,
  refunded: textOrNull
    .optional()
    .meta({ description: 'Of a refund: what is paid back of the sale, earlier refunds included' }),
  grand_total: textOrNull,
  currency: textOrNull,
});
const approval = z.strictObject({
  id,
  kind: z.enum(keysOf(APPROVALS)),
  state: z.enum(STATES),
  asked_at: text,
  asked_by: person
    .nullable()
    .meta({ description: 'Of an upgrade the user who posted the visit that led to it; null where no user did' }),
  expires_at: text,
  reason: text,
  facts,
  decided_at: textOrNull,
  decided_by: person.nullable(),
  decision: textOrNull.meta({ description: 'What the one who decided said' }),
  failure: textOrNull.meta({ description: 'Why it was approved and yet not done' }),
  may_decide: flag,
  is_own: flag,
});

const tag = LABEL.en;
const path = { id: pathId({ label: LABEL }) };
/** A user who may ask may make the call below the limit, and a user who decides may make it as well. */
const shared = {
  tag,
  rights: APPROVAL_RIGHTS,
  path,
  answer: z.strictObject({ data: approval }),
  write: 'once',
  refusals: [409],
} as const;

/** Approvals: a call that exceeds a limit waits for somebody else. */
export const approvalCalls = {
  'GET /api/approval': {
    tag,
    summary: { en: 'What was asked for, and what waits for you', id: 'Yang diminta, dan yang menunggu Anda' },
    description:
      'Only what the user asked for or decided, and what waits for them: users without any right get an empty list.',
    rights: [],
    query: z.object({
      state: choiceParameter(['waiting', 'all'], 'waiting (by default): what nobody has decided yet'),
      ...paging,
    }),
    answer: z.strictObject({
      data: z.array(approval),
      meta: z.strictObject({ page: whole, per_page: whole, total: whole }),
    }),
  },
  'POST /api/approval': {
    tag,
    summary: { en: 'Ask for what exceeds a limit', id: 'Minta persetujuan untuk yang melebihi batas' },
    description: `The call is tried, and kept as it is. It waits ${APPROVAL_DAYS} days for another person who holds the right, may do it without asking and is not below the asker, and is then done once in the asker's name, at the prices of the asking, or says why not.`,
    rights: APPROVAL_RIGHTS,
    body: body({
      call: choiceField(keysOf(ASKED_CALLS)),
      path: z.record(z.string().max(20), z.union([z.string().max(20), z.number()])).default({}),
      body: z.record(z.string().max(60), z.unknown()),
      reason: reasonField(REASON_MAX),
    }),
    answer: z.strictObject({ data: approval }),
    status: 201,
    write: 'once',
    refusals: [403, 409],
  },
  'POST /api/approval/{id}/approve': {
    ...shared,
    summary: { en: 'Approve, and have it done', id: 'Setujui dan jalankan' },
    body: body({ decision: optionalTextField(REASON_MAX) }),
  },
  'POST /api/approval/{id}/refuse': {
    ...shared,
    summary: { en: 'Refuse, and say why', id: 'Tolak dengan alasan' },
    body: body({ decision: textField(REASON_MAX) }),
  },
  'POST /api/approval/{id}/withdraw': {
    ...shared,
    summary: { en: 'Take an own question back', id: 'Tarik kembali permintaan sendiri' },
    body: body({}),
  },
} satisfies Calls;

export type Approval = Read<typeof approval>;
export type ApprovalFacts = Read<typeof facts>;
export type { AskedCall };
