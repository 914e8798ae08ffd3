import { z } from 'zod';
import { MEMBER_MAILS, TIMELINE_KINDS, TIMELINE_MAX, TIMELINE_RESOURCES } from '../rules/member-overview.ts';
import { MERGE_UNDO_DAYS, mergeFields } from '../resources/member-merge.ts';
import { message } from '../errors/messages.ts';
import { permission, recordPermissions } from '../rights/permission.ts';
import { mail_log } from '../resources/mail_log.ts';
import { member } from '../resources/member.ts';
import { transaction } from '../resources/transaction.ts';
import { body, choiceField, idOrTextField } from './body.ts';
import type { Calls, Immutable, JsonOf } from './definition.ts';
import { pathId, textParameter } from './parameters.ts';
import { day, flag, hotel, id, named, text, textOrNull, whole } from './shapes.ts';

const mailType = z.enum(MEMBER_MAILS);

const spend = z.strictObject({
  visits: whole,
  elsewhere: whole.meta({
    description: 'Visits at hotels the caller cannot access; not included in the sums',
  }),
  totals: z.array(z.strictObject({ currency: text, decimals: whole, visits: whole, total: text })),
  usd: text.meta({ description: '2 decimals, at the rate of each day; visits without a rate are not included' }),
  without_rate: whole.meta({ description: 'Visits not included in `usd` because their country had no rate' }),
});
const timelineEntry = z.strictObject({
  at: text,
  kind: z.enum(TIMELINE_KINDS),
  resource: z.enum(TIMELINE_RESOURCES),
  id,
  number: textOrNull,
  name: textOrNull,
  name_id: textOrNull,
  note: textOrNull,
  state: textOrNull,
  amount: textOrNull,
  currency: textOrNull,
  decimals: whole.nullable(),
  hotel: hotel.nullable(),
  time_zone: textOrNull.meta({ description: 'Time zone of the hotel' }),
  by: named.nullable(),
  is_elsewhere: flag.meta({
    description: 'At a hotel the caller cannot access: date, hotel and bill or voucher only, without amounts and names',
  }),
});
const redemption = z.strictObject({
  id,
  redeem_no: text,
  redeem_date: text,
  name: text,
  name_id: text,
  voucher_no: text,
  hotel,
  time_zone: text,
  is_elsewhere: flag.meta({ description: 'At a hotel the caller cannot access' }),
});
const overview = z.strictObject({
  spend: spend.extend({ this_year: spend }).nullable(),
  redeemed: z
    .strictObject({ count: whole, recent: z.array(redemption) })
    .nullable()
    .meta({ description: 'Merges in effect: total and the newest five' }),
  mails: z
    .array(z.strictObject({ mail_type: mailType, reason: textOrNull }))
    .nullable()
    .meta({ description: 'Emails the caller can send, and why one cannot be sent now' }),
  timeline: z.array(timelineEntry).max(TIMELINE_MAX),
});
const mailSent = z.strictObject({ mail_type: mailType, recipient: text });

const moved = z.strictObject({
  member_card: whole,
  member_voucher: whole,
  voucher_redeem: whole,
  transaction: whole,
  visit: whole,
  mail_log: whole,
  member_call: whole,
});
const merge = z.strictObject({
  id: id.nullable().meta({ description: 'Null in a dry run' }),
  at: text,
  by: named,
  retained: named,
  absorbed: named,
  moved: moved.meta({ description: 'Number of moved records, without deleted ones' }),
  undo_until: text,
  undone_at: textOrNull,
  undone_by: named.nullable(),
  can_undo: z.boolean().meta({ description: 'Whether the caller can still undo it, by deadline and rights' }),
});

const duplicate = named.extend({
  is_elsewhere: flag.meta({ description: 'Member of another hotel: only the data needed at a front desk is returned' }),
  hotel,
  card: z.strictObject({ sbec_no: text, end_date: day, membership: text }).nullable(),
  email: textOrNull,
  phone_no: textOrNull,
  identity_no: textOrNull,
  deleted_at: textOrNull.meta({ description: 'Deleted member that could be restored instead' }),
  matches: z.array(z.enum(['email', 'identity_no', 'phone_no'])),
});

const side = z.enum(['retained', 'absorbed'], { error: message('choice', 'retained, absorbed') });
const sides = z
  .strictObject(Object.fromEntries(Object.keys(mergeFields).map((name) => [name, side.optional()])), {
    error: (issue) => message(issue.code === 'unrecognized_keys' ? 'unknown_field' : 'pattern'),
  })
  .nullish();
const mergeBody = body({
  member_id: idOrTextField('Member to merge into this one'),
  fields: sides.meta({ description: 'Which value each field takes: retained or absorbed. Default: retained' }),
  dry_run: z
    .literal([0, 1, '0', '1'], { error: message('flag') })
    .optional()
    .transform((sent) => Number(sent ?? 0) === 1)
    .meta({ type: 'integer', enum: [0, 1], description: '1: returns the effect without merging' }),
  _method: z.unknown().optional(),
});

const tag = member.labels.en;
const path = { id: pathId(member) };
const mergeRights = [permission('UPDATE', member.permission), permission('DELETE', member.permission)];

/** Calls about a member besides the record itself, and calls that merge members who are the same person. */
export const memberCalls = {
  'GET /api/member/{id}/overview': {
    tag,
    summary: {
      en: 'Spending, redemptions and history of a member',
      id: 'Belanja, penukaran, dan riwayat anggota',
    },
    description:
      'Each part contains what the caller can view; visits and redemptions include those of other hotels. Null means no access.',
    rights: recordPermissions(member.permission),
    path,
    response: z.strictObject({ data: overview }),
  },
  'POST /api/member/{id}/mail': {
    tag,
    summary: {
      en: 'Send a programme email about the current card again',
      id: 'Kirim ulang email program tentang kartu saat ini',
    },
    description: 'Rejected if the member opted out of these emails.',
    rights: [permission('UPDATE', mail_log.permission), permission('UPDATE', member.permission)],
    path,
    body: body({ mail_type: choiceField(MEMBER_MAILS) }),
    response: z.strictObject({ data: mailSent }),
    write: 'idempotent',
    rejections: [409],
  },
  'GET /api/member/duplicates': {
    tag,
    summary: {
      en: 'Members with one of these values, including deleted ones',
      id: 'Anggota dengan salah satu nilai ini, termasuk yang dihapus',
    },
    description:
      'Includes members of other hotels with name, card and hotel only. Such results count as look-ups, and these members can be served for a day.',
    rights: [...recordPermissions(member.permission), permission('STORE', transaction.permission)],
    query: z.object({
      email: textParameter(),
      phone_no: textParameter('Compared by the last digits'),
      identity_no: textParameter(),
    }),
    response: z.strictObject({ data: z.array(duplicate) }),
  },
  'GET /api/member/{id}/merges': {
    tag,
    summary: {
      en: 'Merges involving a member, newest first',
      id: 'Penggabungan yang melibatkan anggota, terbaru dahulu',
    },
    rights: [permission('VIEW', member.permission)],
    path,
    response: z.strictObject({ data: z.array(merge) }),
  },
  'POST /api/member/{id}/merge': {
    tag,
    summary: { en: 'Merge another member into this one', id: 'Gabungkan anggota lain ke anggota ini' },
    description: `Needs both rights. Records of the other member move to this one, and the other member is deleted. Can be undone for ${MERGE_UNDO_DAYS} days.`,
    rights: mergeRights,
    path,
    body: mergeBody,
    unwrappedField: 'fields',
    response: z.strictObject({ data: merge }),
    write: 'idempotent',
    rejections: [409],
  },
  'POST /api/member/{id}/merge/{merge_id}/undo': {
    tag,
    summary: { en: 'Undo a merge', id: 'Urungkan penggabungan' },
    description: 'Needs both rights. Moves back the records that are still with the retained member.',
    rights: mergeRights,
    path: { ...path, merge_id: pathId({ label: { en: 'Merge', id: 'Penggabungan' } }) },
    response: z.strictObject({ data: merge }),
    write: 'idempotent',
    rejections: [409],
  },
} satisfies Calls;

export type Spend = JsonOf<typeof spend>;
export type TimelineEntry = JsonOf<typeof timelineEntry>;
export type MemberOverview = JsonOf<typeof overview>;
export type MemberMailSent = JsonOf<typeof mailSent>;
export type MergeInput = Immutable<z.input<typeof mergeBody>>;
export type MergeEntry = JsonOf<typeof merge>;
export type Duplicate = JsonOf<typeof duplicate>;
