import { z } from 'zod';
import { permission, recordPermissions } from '../rights/permission.ts';
import { SELF_REVERT_MINUTES } from '../rights/self-revert.ts';
import { message } from '../errors/messages.ts';
import { country } from '../resources/country.ts';
import { member } from '../resources/member.ts';
import { membership } from '../resources/membership.ts';
import { option_detail } from '../resources/option_detail.ts';
import { term_end } from '../resources/term_end.ts';
import { tierBody } from '../bodies/member-status.ts';
import { bodyOf } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import { idParameter, pathId, patternParameter, textParameter, wholeNumberParameter } from './parameters.ts';
import {
  amount,
  day,
  flag,
  hotel,
  id,
  memberEligibility,
  namedRecord,
  codedRecord,
  record,
  rejection,
  text,
  textOrNull,
  integer,
} from './shapes.ts';

const goalSchema = z.strictObject({
  required: integer,
  missing: integer,
  by: day.meta({ description: 'Last day on which a visit counts' }),
});
const visit = z.strictObject({
  id,
  visit_no: text,
  day,
  hotel,
  reference_no: text,
  grand_total: amount
    .nullable()
    .meta({ description: 'Null at a hotel the caller cannot access, or if the visit has no amount' }),
  currency: text,
});
const notCountedReason = z.enum([
  'before_card',
  'after_card',
  'same_day',
  'deleted',
  'no_card',
  'no_amount',
  'below_minimum',
  'over_day_limit',
]);
const voucher = z.strictObject({
  id,
  voucher_no: text,
  name: text,
  name_id: text,
  nominal: amount,
  currency: text,
  redeem_date: day,
  valid_until_date: day,
  restrict_hotel: codedRecord.nullable().meta({ description: 'Only hotel where it is valid; null for all' }),
  rejection: rejection.nullable(),
  reason: textOrNull.meta({ description: 'Reason as text, in the language of the request' }),
});
const card = z.strictObject({ id, sbec_no: text, membership: codedRecord, start_date: day, end_date: day });
/** Days are those of the hotel that serves the member. */
const standing = z.strictObject({
  member: namedRecord,
  day,
  standing: text,
  membership: codedRecord,
  card: card
    .extend({
      is_running: flag,
      currency: text.meta({ description: 'Currency of the hotel of the card' }),
      file_url: text,
      benefits: textOrNull.meta({ description: 'One benefit a line, as sold' }),
    })
    .nullable(),
  next_card: card.omit({ sbec_no: true }).nullable(),
  manual_tier: z
    .strictObject({ at: text, by: namedRecord.nullable(), remark: textOrNull })
    .nullable()
    .meta({ description: 'Tier set manually: valid until the next renewal, regardless of visits' }),
  visits: z.strictObject({
    counting: z.enum(['per-bill', 'per-day']),
    counted: integer,
    complimentary: integer,
    total: integer,
  }),
  maintain: goalSchema.nullable().meta({ description: 'Null if there is no requirement' }),
  upgrade: goalSchema
    .extend({
      to: codedRecord.nullable(),
      is_waiting: flag.meta({ description: 'Visits reached; approval pending' }),
    })
    .nullable(),
  counted: z
    .array(visit)
    .meta({ description: 'Newest first, at most 200; the same applies to visits that do not count' }),
  not_counted: z.array(visit.extend({ why: notCountedReason, reason: text })),
  vouchers: z.array(voucher).meta({
    description:
      'Vouchers not redeemed, cancelled or expired, including those of inactive cards or members; redeemable ones first',
  }),
  renewal: z
    .strictObject({ from: day, until: day, is_open: flag })
    .nullable()
    .meta({ description: 'Renewal window, both days included; null without a card' }),
  may: memberEligibility,
});

const changedTiers = z.strictObject({
  number: integer,
  members: z.array(namedRecord).meta({ description: 'Examples the caller can access' }),
});
const tierChange = z.strictObject({
  raised: changedTiers.meta({ description: 'Members who would be upgraded' }),
  lowered: changedTiers.meta({ description: 'Members whose upgrade would be withdrawn' }),
});

/** What a term-end review is decided by, besides the fields of its record. */
const termEndFacts = z.strictObject({
  phone_no: textOrNull.meta({ description: 'Null if the caller cannot view the member' }),
  spend: z
    .strictObject({
      totals: z.array(z.strictObject({ currency: text, decimals: integer, total: amount })),
      elsewhere: integer.meta({
        description: 'Visits at hotels the caller cannot access; not included in the sums',
      }),
    })
    .nullable()
    .meta({ description: 'Visits in the term of the card; null if the caller cannot view visits' }),
});

const tag = member.labels.en;
const path = { id: pathId(member) };

/** An amount of money that is not negative. */
const AMOUNT = /^\d{1,12}(\.\d{1,3})?$/;

/** Maximum number of visits: the limit of the column. */
const MAX_VISITS = 2_147_483_647;

/** The status of members, the tier set by staff, and the review at the end of a term. */
export const standingCalls = {
  'GET /api/member/{id}/standing': {
    name: 'getMemberStanding',
    tag,
    summary: {
      en: 'Member status: visits, requirements with deadlines, and remaining vouchers',
      id: 'Status anggota: kunjungan, syarat beserta batas waktu, dan voucher yang tersisa',
    },
    rights: recordPermissions(member.permission),
    path,
    query: z.object({ hotel_id: idParameter('Where vouchers are evaluated; the member’s hotel by default') }),
    response: z.strictObject({ data: standing }),
  },
  'POST /api/member/{id}/membership': {
    name: 'setTier',
    tag,
    summary: { en: 'Set the tier of a member manually', id: 'Tetapkan tingkat anggota secara manual' },
    description:
      'Issues a card of that membership with the same last day; the tier is valid until the next renewal. For complimentary members this needs group level, or an approval.',
    rights: [permission('UPDATE', member.permission)],
    path,
    body: bodyOf(tierBody),
    response: z.strictObject({ data: record('member', {}) }),
    write: 'version',
    rejections: [409],
  },
  'POST /api/member/{id}/membership/undo': {
    name: 'undoTier',
    tag,
    summary: { en: 'Undo setting the tier of a member', id: 'Urungkan penetapan tingkat anggota' },
    description: `For the user who set it, within ${SELF_REVERT_MINUTES} minutes: the card that was issued for it is deleted with its vouchers.`,
    rights: [permission('UPDATE', member.permission)],
    path,
    body: bodyOf({ fields: {} }),
    response: z.strictObject({ data: record('member', {}) }),
    write: 'idempotent',
    rejections: [409],
  },
  'GET /api/membership/{id}/level_change': {
    name: 'previewMembershipLevelChange',
    tag: membership.labels.en,
    summary: {
      en: 'Members upgraded by a different number of visits to upgrade',
      id: 'Anggota yang naik tingkat bila jumlah kunjungan untuk naik diubah',
    },
    rights: [permission('UPDATE', membership.permission)],
    path: { id: pathId(membership) },
    query: z.object({ min_visit_to_upgrade: wholeNumberParameter(MAX_VISITS, 'New value. Default: 0') }),
    response: z.strictObject({ data: tierChange }),
  },
  'GET /api/option_detail/{id}/level_change': {
    name: 'previewTierLevelChange',
    tag: option_detail.labels.en,
    summary: {
      en: 'Members whose tier changes with another option value',
      id: 'Anggota yang tingkatnya berubah bila nilai opsi diubah',
    },
    description:
      'Only options for visit counting, visits per day and upgrades of complimentary members have an effect. Members who would only need an approval are not listed.',
    rights: [permission('UPDATE', option_detail.permission)],
    path: { id: pathId(option_detail) },
    query: z.object({ value: textParameter('New value') }),
    response: z.strictObject({ data: tierChange }),
  },
  'GET /api/country/{id}/level_change': {
    name: 'previewCountryLevelChange',
    tag: country.labels.en,
    summary: {
      en: 'Members whose tier changes with another visit minimum',
      id: 'Anggota yang tingkatnya berubah bila minimal kunjungan diubah',
    },
    rights: [permission('UPDATE', country.permission)],
    path: { id: pathId(country) },
    query: z.object({
      visit_minimum: patternParameter(AMOUNT, message('number'), 'New value. Default: equivalent of USD 5'),
    }),
    response: z.strictObject({ data: tierChange }),
  },
  'GET /api/term_end/{id}/facts': {
    name: 'getTermEndFacts',
    tag: term_end.labels.en,
    summary: {
      en: 'Spend in the term under review, and the phone of the member',
      id: 'Belanja pada masa berlaku yang ditinjau, dan telepon anggota',
    },
    rights: recordPermissions(term_end.permission),
    path: { id: pathId(term_end) },
    response: z.strictObject({ data: termEndFacts }),
  },
} satisfies Calls;

export type TierChange = JsonOf<typeof tierChange>;
export type Standing = JsonOf<typeof standing>;
export type VisitGoal = JsonOf<typeof goalSchema>;
export type NotCountedReason = JsonOf<typeof notCountedReason>;
export type StandingVisit = JsonOf<typeof visit>;
export type StandingVoucher = JsonOf<typeof voucher>;
export type TermEndFacts = JsonOf<typeof termEndFacts>;
