import { z } from 'zod';
import { TEXTAREA_MAX } from '../field.ts';
import { permission, recordPermissions } from '../permission.ts';
import { message } from '../messages.ts';
import { country } from '../resources/country.ts';
import { member } from '../resources/member.ts';
import { membership } from '../resources/membership.ts';
import { option_detail } from '../resources/option_detail.ts';
import { body, idField, reasonField } from './body.ts';
import type { Calls, Read } from './call.ts';
import { idParameter, pathId, patternParameter, textParameter, wholeParameter } from './parameters.ts';
import {
  amount,
  day,
  flag,
  hotel,
  id,
  memberMay,
  named,
  nested,
  record,
  refusal,
  text,
  textOrNull,
  whole,
} from './shapes.ts';

const goal = z.strictObject({
  required: whole,
  missing: whole,
  by: day.meta({ description: 'The last day on which a visit counts' }),
});
const visit = z.strictObject({
  id,
  visit_no: text,
  day,
  hotel,
  reference_no: text,
  grand_total: amount
    .nullable()
    .meta({ description: 'Null of a hotel out of sight, and of a visit of which no amount was told' }),
  currency: text,
});
const notCounted = z.enum([
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
  restrict_hotel: nested.nullable().meta({ description: 'A hotel at which alone it is good' }),
  refusal: refusal.nullable(),
  reason: textOrNull.meta({ description: 'The refusal in words, in the language of the request' }),
});
const card = z.strictObject({ id, sbec_no: text, membership: nested, start_date: day, end_date: day });
/** Days are those of the hotel that serves the member. */
const standing = z.strictObject({
  member: named,
  day,
  standing: text,
  membership: nested,
  card: card.extend({ is_running: flag, file_url: text }).nullable(),
  next_card: card.omit({ sbec_no: true }).nullable(),
  by_hand: z
    .strictObject({ at: text, by: named.nullable(), remark: textOrNull })
    .nullable()
    .meta({ description: 'A level that staff set holds until the next renewal, whatever the visits' }),
  visits: z.strictObject({
    counting: z.enum(['per-bill', 'per-day']),
    counted: whole,
    complimentary: whole,
    total: whole,
  }),
  maintain: goal.nullable().meta({ description: 'Null where the rule is off' }),
  upgrade: goal
    .extend({
      to: nested.nullable(),
      is_waiting: flag.meta({ description: 'The visits were reached, and an approval has to be given' }),
    })
    .nullable(),
  counted: z.array(visit).meta({ description: 'The newest first, at most 200, as of those that do not count' }),
  not_counted: z.array(visit.extend({ why: notCounted, reason: text })),
  vouchers: z.array(voucher).meta({
    description:
      'Not redeemed, cancelled or expired, those of a card or member switched off too; what can be redeemed today first',
  }),
  renewal: z
    .strictObject({ from: day, until: day, is_open: flag })
    .nullable()
    .meta({ description: 'When a renewal is taken, both days included; null without a card' }),
  may: memberMay,
});

const changedLevels = z.strictObject({
  number: whole,
  members: z.array(named).meta({ description: 'Some of them that are in sight' }),
});
const levelChange = z.strictObject({
  raised: changedLevels.meta({ description: 'Who would rise' }),
  lowered: changedLevels.meta({ description: 'Whose rise would be taken back' }),
});

const tag = member.labels.en;
const path = { id: pathId(member) };

/** An amount of money that is not negative. */
const AMOUNT = /^\d{1,12}(\.\d{1,3})?$/;

/** A number of visits at most: the largest that the column holds. */
const VISITS_MAX = 2_147_483_647;

/** Members' standing, and the level that staff set. */
export const standingCalls = {
  'GET /api/member/{id}/standing': {
    tag,
    summary: {
      en: 'Where a member stands: visits that count and that do not, what is needed by when, vouchers that are left',
      id: 'Posisi anggota: kunjungan yang dihitung dan tidak, yang diperlukan dan batas waktunya, voucher yang tersisa',
    },
    rights: recordPermissions(member.permission),
    path,
    query: z.object({ hotel_id: idParameter('Where vouchers are judged; the member’s hotel by default') }),
    answer: z.strictObject({ data: standing }),
  },
  'POST /api/member/{id}/membership': {
    tag,
    summary: { en: 'Set the level of a member by hand', id: 'Tetapkan tingkat anggota secara manual' },
    description:
      'A card of that membership to the same end; it holds until the next renewal. A free member’s level is set by those of level group; others need an approval.',
    rights: [permission('UPDATE', member.permission)],
    path,
    body: body({ membership_id: idField(), remark: reasonField(TEXTAREA_MAX) }),
    answer: z.strictObject({ data: record('member', {}) }),
    write: 'version',
    refusals: [409],
  },
  'GET /api/membership/{id}/level_change': {
    tag: membership.labels.en,
    summary: {
      en: 'Whom another number of visits to upgrade would raise',
      id: 'Siapa yang naik bila jumlah kunjungan untuk naik diubah',
    },
    rights: [permission('UPDATE', membership.permission)],
    path: { id: pathId(membership) },
    query: z.object({ min_visit_to_upgrade: wholeParameter(VISITS_MAX, 'As it is meant to be; 0 when empty') }),
    answer: z.strictObject({ data: levelChange }),
  },
  'GET /api/option_detail/{id}/level_change': {
    tag: option_detail.labels.en,
    summary: {
      en: 'Whose level another value of an option would change',
      id: 'Tingkat siapa yang berubah bila nilai opsi diubah',
    },
    description:
      'Nobody’s, but for how visits are counted, how many of them in a day, and whether a free member needs an approval. A member who only gets a request for an approval is not named.',
    rights: [permission('UPDATE', option_detail.permission)],
    path: { id: pathId(option_detail) },
    query: z.object({ value: textParameter('As it is meant to be') }),
    answer: z.strictObject({ data: levelChange }),
  },
  'GET /api/country/{id}/level_change': {
    tag: country.labels.en,
    summary: {
      en: 'Whose level another visit minimum would change',
      id: 'Tingkat siapa yang berubah bila minimal kunjungan diubah',
    },
    rights: [permission('UPDATE', country.permission)],
    path: { id: pathId(country) },
    query: z.object({
      visit_minimum: patternParameter(AMOUNT, message('number'), 'As it is meant to be; the worth of USD 5 when empty'),
    }),
    answer: z.strictObject({ data: levelChange }),
  },
} satisfies Calls;

export type LevelChange = Read<typeof levelChange>;
export type Standing = Read<typeof standing>;
export type VisitGoal = Read<typeof goal>;
export type NotCounted = Read<typeof notCounted>;
export type StandingVisit = Read<typeof visit>;
export type StandingVoucher = Read<typeof voucher>;
