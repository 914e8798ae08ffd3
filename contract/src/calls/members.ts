import { z } from 'zod';
import { MEMBER_MAILS, TIMELINE_KINDS, TIMELINE_MAX, TIMELINE_RESOURCES } from '../member-overview.ts';
import { MERGE_UNDO_DAYS, mergeFields } from '../merge.ts';
import { message } from '../messages.ts';
import { permission, recordPermissions } from '../permission.ts';
import { mail_log } from '../resources/mail_log.ts';
import { member } from '../resources/member.ts';
import { transaction } from '../resources/transaction.ts';
import { body, choiceField, idOrTextField } from './body.ts';
import type { Calls, Immutable, Read } from './call.ts';
import { pathId, textParameter } from './parameters.ts';
import { day, flag, hotel, id, named, text, textOrNull, whole } from './shapes.ts';

const mailType = z.enum(MEMBER_MAILS);

const spend = z.strictObject({
  visits: whole,
  elsewhere: whole.meta({
    description: 'How many of the visits were at hotels out of sight; the sums are of the others',
  }),
  totals: z.array(z.strictObject({ currency: text, decimals: whole, visits: whole, total: text })),
  usd: text.meta({ description: 'By the rates of their days, 2 decimals; visits without a rate are left out' }),
  without_rate: whole.meta({ description: 'Visits that `usd` leaves out, as their country had no rate yet' }),
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
  time_zone: textOrNull.meta({ description: 'Of the hotel' }),
  by: named.nullable(),
  is_elsewhere: flag.meta({
    description: 'At a hotel out of sight: told are day, hotel and bill or voucher, neither amount nor person',
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
  is_elsewhere: flag.meta({ description: 'At a hotel out of sight' }),
});
const overview = z.strictObject({
  spend: spend.extend({ this_year: spend }).nullable(),
  redeemed: z
    .strictObject({ count: whole, recent: z.array(redemption) })
    .nullable()
    .meta({ description: 'Those in force: how many, and the newest five' }),
  mails: z
    .array(z.strictObject({ mail_type: mailType, reason: textOrNull }))
    .nullable()
    .meta({ description: 'Mails that the caller may send, and why one cannot be sent now' }),
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
  id: id.nullable().meta({ description: 'Null in the answer to a dry run' }),
  at: text,
  by: named,
  kept: named,
  absorbed: named,
  moved: moved.meta({ description: 'How many live records moved' }),
  undo_until: text,
  undone_at: textOrNull,
  undone_by: named.nullable(),
  can_undo: z.boolean().meta({ description: 'Whether the caller may undo it now, as far as time and rights go' }),
});

const duplicate = named.extend({
  is_elsewhere: flag.meta({ description: 'A guest of another hotel, of whom is told what a counter needs' }),
  hotel,
  card: z.strictObject({ sbec_no: text, end_date: day, membership: text }).nullable(),
  email: textOrNull,
  phone_no: textOrNull,
  identity_no: textOrNull,
  deleted_at: textOrNull.meta({ description: 'A deleted member could be restored instead' }),
  matches: z.array(z.enum(['email', 'identity_no', 'phone_no'])),
});

const side = z.enum(['kept', 'absorbed'], { error: message('choice', 'kept, absorbed') });
const sides = z
  .strictObject(Object.fromEntries(Object.keys(mergeFields).map((name) => [name, side.optional()])), {
    error: (issue) => message(issue.code === 'unrecognized_keys' ? 'unknown_field' : 'pattern'),
  })
  .nullish();
const mergeBody = body({
  member_id: idOrTextField('The member that is absorbed'),
  fields: sides.meta({ description: 'Whose value each field has from now on; kept, where nothing is said' }),
  dry_run: z
    .literal([0, 1, '0', '1'], { error: message('flag') })
    .optional()
    .transform((sent) => Number(sent ?? 0) === 1)
    .meta({ type: 'integer', enum: [0, 1], description: '1: is only told what it would do' }),
  _method: z.unknown().optional(),
});

const tag = member.labels.en;
const path = { id: pathId(member) };
const mergeRights = [permission('UPDATE', member.permission), permission('DELETE', member.permission)];

/** The calls about a member beside the record, and those that merge members who are one person. */
export const memberCalls = {
  'GET /api/member/{id}/overview': {
    tag,
    summary: {
      en: 'What a member spent, what was redeemed, and what happened',
      id: 'Belanja anggota, yang telah ditukar, dan yang telah terjadi',
    },
    description:
      'Each part holds what the caller may view and has in sight, visits and redemptions those of other hotels, too; null is what may not be viewed.',
    rights: recordPermissions(member.permission),
    path,
    answer: z.strictObject({ data: overview }),
  },
  'POST /api/member/{id}/mail': {
    tag,
    summary: {
      en: 'Send a mail of the programme about the card at hand once more',
      id: 'Kirim ulang email program tentang kartu yang dipegang',
    },
    description: 'Refused where the member does not want such mails.',
    rights: [permission('UPDATE', mail_log.permission), permission('UPDATE', member.permission)],
    path,
    body: body({ mail_type: choiceField(MEMBER_MAILS) }),
    answer: z.strictObject({ data: mailSent }),
    write: 'once',
    refusals: [409],
  },
  'GET /api/member/duplicates': {
    tag,
    summary: {
      en: 'Members that have one of these already, deleted ones too',
      id: 'Anggota yang sudah memiliki salah satunya, termasuk yang dihapus',
    },
    description:
      'Members of other hotels, too: of them name, card and hotel. Each answer that has some is counted as a look-up, and whoever was found may be served for a day.',
    rights: [...recordPermissions(member.permission), permission('STORE', transaction.permission)],
    query: z.object({
      email: textParameter(),
      phone_no: textParameter('Compared by its last digits'),
      identity_no: textParameter(),
    }),
    answer: z.strictObject({ data: z.array(duplicate) }),
  },
  'GET /api/member/{id}/merges': {
    tag,
    summary: {
      en: 'Merges that a member had a part in, newest first',
      id: 'Penggabungan yang melibatkan anggota, terbaru lebih dulu',
    },
    rights: [permission('VIEW', member.permission)],
    path,
    answer: z.strictObject({ data: z.array(merge) }),
  },
  'POST /api/member/{id}/merge': {
    tag,
    summary: { en: 'Merge another member into this one', id: 'Gabungkan anggota lain ke anggota ini' },
    description: `It takes both. What the other member has moves here, and the other one is deleted. Can be undone for ${MERGE_UNDO_DAYS} days.`,
    rights: mergeRights,
    path,
    body: mergeBody,
    unwrapped: 'fields',
    answer: z.strictObject({ data: merge }),
    write: 'once',
    refusals: [409],
  },
  'POST /api/member/{id}/merge/{merge_id}/undo': {
    tag,
    summary: { en: 'Undo a merge', id: 'Urungkan penggabungan' },
    description: 'It takes both. Moves back what moved and is still with the kept member.',
    rights: mergeRights,
    path: { ...path, merge_id: pathId({ label: { en: 'Merge', id: 'Penggabungan' } }) },
    answer: z.strictObject({ data: merge }),
    write: 'once',
    refusals: [409],
  },
} satisfies Calls;

export type Spend = Read<typeof spend>;
export type TimelineEntry = Read<typeof timelineEntry>;
export type MemberOverview = Read<typeof overview>;
export type MemberMailSent = Read<typeof mailSent>;
export type MergeInput = Immutable<z.input<typeof mergeBody>>;
export type MergeEntry = Read<typeof merge>;
export type Duplicate = Read<typeof duplicate>;
