import { z } from 'zod';
import { permission } from '../rights/permission.ts';
import { member } from '../resources/member.ts';
import { member_voucher } from '../resources/member_voucher.ts';
import { voucher_redeem } from '../resources/voucher_redeem.ts';
import type { Calls, JsonOf } from './definition.ts';
import { requiredSearchParameter } from './parameters.ts';
import { flag, hotel, memberEligibility, namedRecord, text, textOrNull, redeemEligibility, integer } from './shapes.ts';

const is_elsewhere = flag.meta({ description: 'Belongs to a hotel the caller cannot access' });

const memberSearchResult = namedRecord.extend({
  is_elsewhere,
  card: z
    .strictObject({ sbec_no: text, end_date: text, membership: text })
    .nullable()
    .meta({ description: 'Active card, or the last one' }),
  standing: z.enum(member.fields.standing.choices.map(({ value }) => value)),
  hotel,
  available_vouchers: integer
    .nullable()
    .meta({ description: 'Number of vouchers valid today; null without the right to view or redeem vouchers' }),
  email: textOrNull,
  phone_no: textOrNull,
  may: memberEligibility,
});
const voucherSearchResult = namedRecord.extend({
  voucher_no: text,
  name_id: text,
  is_elsewhere,
  member: namedRecord,
  valid_until_date: text,
  state: z.enum(member_voucher.fields.state.choices.map(({ value }) => value)),
  may: redeemEligibility,
});
const searchResponse = z.strictObject({ members: z.array(memberSearchResult), vouchers: z.array(voucherSearchResult) });

const redeemRight = permission('STORE', voucher_redeem.permission);
/** Any of these permissions allows finding guests; any of those below allows finding vouchers. */
export const GUEST_SEARCH_PERMISSIONS = [
  permission('VIEW', member.permission),
  permission('VIEW', 'SEARCH'),
  redeemRight,
];
export const VOUCHER_SEARCH_PERMISSIONS = [permission('VIEW', member_voucher.permission), redeemRight];

export const searchCalls = {
  'GET /api/search': {
    name: 'search',
    tag: 'Search',
    summary: {
      en: 'Best matching members and vouchers, at most ten of each',
      id: 'Anggota dan voucher yang paling cocok, masing-masing maksimal sepuluh',
    },
    description:
      'Finds visible members by all words in any order; words of a name allow one typing error each, other text columns must match exactly. An exact card number, voucher number, phone or email finds members of any hotel, with VIEW_MEMBER, VIEW_SEARCH or STORE_VOUCHER_REDEEM.',
    rights: [...new Set([...GUEST_SEARCH_PERMISSIONS, ...VOUCHER_SEARCH_PERMISSIONS])],
    query: z.object({
      q: requiredSearchParameter('Words that must all match, or a number with or without separators'),
    }),
    response: z.strictObject({ data: searchResponse }),
    rejections: [429],
  },
} satisfies Calls;

export type MemberSearchResult = JsonOf<typeof memberSearchResult>;
export type VoucherSearchResult = JsonOf<typeof voucherSearchResult>;
export type SearchResponse = JsonOf<typeof searchResponse>;
