import { z } from 'zod';
import { permission } from '../rights/permission.ts';
import { member } from '../resources/member.ts';
import { member_voucher } from '../resources/member_voucher.ts';
import { voucher_redeem } from '../resources/voucher_redeem.ts';
import type { Calls, JsonOf } from './definition.ts';
import { requiredSearchParameter } from './parameters.ts';
import { flag, hotel, memberEligibility, named, text, textOrNull, redeemEligibility, whole } from './shapes.ts';

const is_elsewhere = flag.meta({ description: 'Belongs to a hotel the caller cannot access' });

const memberSearchResult = named.extend({
  is_elsewhere,
  card: z
    .strictObject({ sbec_no: text, end_date: text, membership: text })
    .nullable()
    .meta({ description: 'Active card, or the last one' }),
  standing: z.enum(member.fields.standing.choices.map(({ value }) => value)),
  hotel,
  available_vouchers: whole
    .nullable()
    .meta({ description: 'Number of vouchers valid today; null without the right to view or redeem vouchers' }),
  email: textOrNull,
  phone_no: textOrNull,
  may: memberEligibility,
});
const voucherSearchResult = named.extend({
  voucher_no: text,
  name_id: text,
  is_elsewhere,
  member: named,
  valid_until_date: text,
  state: z.enum(member_voucher.fields.state.choices.map(({ value }) => value)),
  may: redeemEligibility,
});
const found = z.strictObject({ members: z.array(memberSearchResult), vouchers: z.array(voucherSearchResult) });

const redeem = permission('STORE', voucher_redeem.permission);
/** Any of these rights allows finding guests; any of the next ones, vouchers. */
export const GUEST_RIGHTS = [permission('VIEW', member.permission), permission('VIEW', 'SEARCH'), redeem];
export const VOUCHER_RIGHTS = [permission('VIEW', member_voucher.permission), redeem];

export const searchCalls = {
  'GET /api/search': {
    tag: 'Search',
    summary: {
      en: 'Best matching members and vouchers, at most ten of each',
      id: 'Anggota dan voucher yang paling cocok, masing-masing maksimal sepuluh',
    },
    description:
      'Finds visible members by all words in any order; words of a name allow one typing error each, other text columns must match exactly. An exact card number, voucher number, phone or email finds members of any hotel, with VIEW_MEMBER, VIEW_SEARCH or STORE_VOUCHER_REDEEM.',
    rights: [...new Set([...GUEST_RIGHTS, ...VOUCHER_RIGHTS])],
    query: z.object({
      q: requiredSearchParameter('Words that must all match, or a number with or without separators'),
    }),
    response: z.strictObject({ data: found }),
    rejections: [429],
  },
} satisfies Calls;

export type MemberSearchResult = JsonOf<typeof memberSearchResult>;
export type VoucherSearchResult = JsonOf<typeof voucherSearchResult>;
export type SearchResponse = JsonOf<typeof found>;
