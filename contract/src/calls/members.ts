import { z } from 'zod';
import { MEMBER_MAILS, TIMELINE_KINDS, MAX_TIMELINE_ENTRIES, TIMELINE_RESOURCES } from '../rules/member-overview.ts';
import { MERGE_UNDO_DAYS, mergeFields } from '../resources/member-merge.ts';
import { message } from '../errors/messages.ts';
import { permission, recordPermissions } from '../rights/permission.ts';
import { mail_log } from '../resources/mail_log.ts';
import { member } from '../resources/member.ts';
import { transaction } from '../resources/transaction.ts';
import { memberMailBody } from '../bodies/members.ts';
import { body, bodyOf, idOrTextField } from './body.ts';
import type { Calls, Immutable, JsonOf } from './definition.ts';
import { pathId, textParameter } from './parameters.ts';
import { dryRunField } from './selection.ts';
import { addressState, day, flag, hotel, id, namedRecord, text, textOrNull, integer } from './shapes.ts';

const mailType = z.enum(MEMBER_MAILS);

const spend = z.strictObject({
  visits: integer,
  elsewhere: integer.meta({
    description: 'Visits at hotels the caller cannot access; not included in the sums',
  }),
  totals: z.array(z.strictObject({ currency: text, decimals: integer, visits: integer, total: text })),
  usd: text.meta({ description: '2 decimals, at the rate of each day; visits without a rate are not included' }),
  without_rate: integer.meta({ description: 'Visits not included in `usd` because their country had no rate' }),
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
  decimals: integer.nullable(),
  hotel: hotel.nullable(),
  time_zone: textOrNull.meta({ description: 'Time zone of the hotel' }),
  by: namedRecord.nullable(),
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
const memberOverview = z.strictObject({
  spend: spend.extend({ this_year: spend }).nullable(),
  redeemed: z
    .strictObject({ count: integer, recent: z.array(redemption) })
    .nullable()
    .meta({ description: 'Merges in effect: total and the newest five' }),
  mails: z
    .array(z.strictObject({ mail_type: mailType, reason: textOrNull }))
    .nullable()
    .meta({ description: 'Emails the caller can send, and why one cannot be sent now' }),
  timeline: z.array(timelineEntry).max(MAX_TIMELINE_ENTRIES),
  address_state: addressState,
});
const sentMail = z.strictObject({ mail_type: mailType, recipient: text });

const movedCounts = z.strictObject({
  member_card: integer,
  member_voucher: integer,
  voucher_redeem: integer,
  transaction: integer,
  visit: integer,
  mail_log: integer,
  member_call: integer,
});
const merge = z.strictObject({
  id: id.nullable().meta({ description: 'Null in a dry run' }),
  at: text,
  by: namedRecord,
  retained: namedRecord,
  absorbed: namedRecord,
  moved: movedCounts.meta({ description: 'Number of moved records, without deleted ones' }),
  undo_until: text,
  undone_at: textOrNull,
  undone_by: namedRecord.nullable(),
  can_undo: z.boolean().meta({ description: 'Whether the caller can still undo it, by deadline and rights' }),
});

const duplicate = namedRecord.extend({
  is_elsewhere: flag.meta({ description: 'Member of another hotel: only the data needed at a front desk is returned' }),
  hotel,
  card: z.strictObject({ sbec_no: text, end_date: day, membership: text }).nullable(),
  email: textOrNull,
  phone_no: textOrNull,
  identity_no: textOrNull,
  deleted_at: textOrNull.meta({ description: 'Deleted member that could be restored instead' }),
  matches: z.array(z.enum(['email', 'identity_no', 'phone_no'])),
});

const mergeSide = z.enum(['retained', 'absorbed'], { error: message('choice', 'retained, absorbed') });
const mergeSides = z
  .strictObject(Object.fromEntries(Object.keys(mergeFields).map((name) => [name, mergeSide.optional()])), {
    error: (issue) => message(issue.code === 'unrecognized_keys' ? 'unknown_field' : 'pattern'),
  })
  .nullish();
// A value for each field is an object, and forms send texts.
const mergeBody = body({
  member_id: idOrTextField('Member to merge into this one'),
  fields: mergeSides.meta({ description: 'Which value each field takes: retained or absorbed. Default: retained' }),
  dry_run: dryRunField('1: returns the effect without merging'),
  _method: z.unknown().optional(),
});

const tag = member.labels.en;
const path = { id: pathId(member) };
const mergeRights = [permission('UPDATE', member.permission), permission('DELETE', member.permission)];

/** Calls about a member other than its record, and calls that merge duplicate members of one person. */
export const memberCalls = {
  'GET /api/member/{id}/overview': {
    name: 'getMemberOverview',
    tag,
    summary: {
      en: 'Spending, redemptions and history of a member',
      id: 'Belanja, penukaran, dan riwayat anggota',
    },
    description:
      'Each part contains what the caller can view; visits and redemptions include those of other hotels. Null means no access.',
    rights: recordPermissions(member.permission),
    path,
    response: z.strictObject({ data: memberOverview }),
  },
  'POST /api/member/{id}/mail': {
    name: 'sendMemberMail',
    tag,
    summary: {
      en: 'Send a programme email about the current card again',
      id: 'Kirim ulang email program tentang kartu saat ini',
    },
    description: 'Rejected if the member opted out of these emails.',
    rights: [permission('UPDATE', mail_log.permission), permission('UPDATE', member.permission)],
    path,
    body: bodyOf(memberMailBody),
    response: z.strictObject({ data: sentMail }),
    write: 'idempotent',
    rejections: [409],
  },
  'GET /api/member/duplicates': {
    name: 'listDuplicateMembers',
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
    name: 'listMemberMerges',
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
    name: 'mergeMembers',
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
    name: 'undoMerge',
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
export type MemberOverview = JsonOf<typeof memberOverview>;
export type SentMemberMail = JsonOf<typeof sentMail>;
export type MergeInput = Immutable<z.input<typeof mergeBody>>;
export type MergeEntry = JsonOf<typeof merge>;
export type Duplicate = JsonOf<typeof duplicate>;
