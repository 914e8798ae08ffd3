import { z } from 'zod';
import { permission } from '../permission.ts';
import { member } from '../resources/member.ts';
import { member_voucher } from '../resources/member_voucher.ts';
import { voucher_redeem } from '../resources/voucher_redeem.ts';
import type { Calls, Read } from './call.ts';
import { requiredWordsParameter } from './parameters.ts';
import { flag, hotel, memberMay, named, text, textOrNull, voucherMay, whole } from './shapes.ts';

const is_elsewhere = flag.meta({ description: 'Belongs to a hotel out of the caller’s sight' });

const memberFound = named.extend({
  is_elsewhere,
  card: z
    .strictObject({ sbec_no: text, end_date: text, membership: text })
    .nullable()
    .meta({ description: 'The card at hand, or the last one there was' }),
  standing: z.enum(member.fields.standing.choices.map(({ value }) => value)),
  hotel,
  available_vouchers: whole
    .nullable()
    .meta({ description: 'Good today; null for who may neither see nor redeem them' }),
  email: textOrNull,
  phone_no: textOrNull,
  may: memberMay,
});
const voucherFound = named.extend({
  voucher_no: text,
  name_id: text,
  is_elsewhere,
  member: named,
  valid_until_date: text,
  state: z.enum(member_voucher.fields.state.choices.map(({ value }) => value)),
  may: voucherMay,
});
const found = z.strictObject({ members: z.array(memberFound), vouchers: z.array(voucherFound) });

const redeem = permission('STORE', voucher_redeem.permission);
/** Any of these finds guests; the next, vouchers. */
export const GUEST_RIGHTS = [permission('VIEW', member.permission), permission('VIEW', 'SEARCH'), redeem];
export const VOUCHER_RIGHTS = [permission('VIEW', member_voucher.permission), redeem];

export const searchCalls = {
  'GET /api/search': {
    tag: 'Search',
    summary: {
      en: 'Members and vouchers, at most ten of each, the best first',
      id: 'Anggota dan voucher, masing-masing paling banyak sepuluh, yang terbaik lebih dulu',
    },
    description:
      'Members whom the caller may view are found by all words, whatever their order: of the name with up to one typing error each, of the texts of the list as they stand. Just a card number, voucher number, phone or email finds its member at any hotel, for VIEW_MEMBER, VIEW_SEARCH or STORE_VOUCHER_REDEEM.',
    rights: [...new Set([...GUEST_RIGHTS, ...VOUCHER_RIGHTS])],
    query: z.object({
      q: requiredWordsParameter('Words that must all match, or a number however it is grouped'),
    }),
    answer: z.strictObject({ data: found }),
    refusals: [429],
  },
} satisfies Calls;

export type MemberFound = Read<typeof memberFound>;
export type VoucherFound = Read<typeof voucherFound>;
export type SearchAnswer = Read<typeof found>;
