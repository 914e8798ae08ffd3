import { PER_PAGE_DEFAULT } from '../fields/filter.ts';
import type { ResourceDefinition } from '../fields/definition.ts';
import { resources } from '../resources/by-key.ts';

/**
 * Example values for the document, by property name, or by `<owner>.<name>` where one value would mislead elsewhere. A
 * property without an entry gets a value of its type, and a text its label. null: a typical record has none.
 */
export const SAMPLE_VALUES: Readonly<Record<string, string | number | null>> = {
  // People
  first_name: 'Sri',
  last_name: 'Lestari',
  email: 'sri.lestari@example.test',
  recipient: 'sri.lestari@example.test',
  username: 'made.wirawan',
  identity_no: '5171014505840002',
  birth_date: '1984-05-05',
  home_address: 'Jalan Raya Ubud 12, Gianyar',
  business_address: 'Jalan Teuku Umar 88, Denpasar',
  hobby: 'Diving',
  dining_preference: 'Vegetarian',
  phone_no: '+62 811 223 344',
  fax_no: '+62 361 977 801',
  staff_name: 'Till 3',
  remark: 'Prefers a quiet table',
  marketing_name: 'Ni Luh Ayu',
  greeting_name: 'I Wayan Sudirta',
  greeting_position: 'General Manager',
  standing: 'active',
  'history.action': 'update',
  'member_voucher.state': 'available',

  // Records that others refer to
  'choice.name': 'Grand Hotel Ubud',
  'choice.code': 'UBUD',
  'country.name': 'Indonesia',
  'hotel.name': 'Grand Hotel Ubud',
  'integration.name': 'Point of sale, restaurant',
  'membership.name': 'Gold',
  'region.name': 'Bali',
  'role_group.name': 'Front office',
  'access_type.name': 'Group',
  'transaction_type.name': 'New membership',
  'visit_type.name': 'Leisure',
  'type_gender.name': 'Female',
  'type_identity.name': 'Identity card',
  'type_payment.name': 'Credit card',
  'type_voucher.name': 'Food and beverages',
  'users.name': 'Made Wirawan',
  'voucher.name': 'Dinner for two',
  name_id: 'Makan malam berdua',
  code: 'A1',
  'hotel.code': 'UBUD',
  'membership.code': 'GOLD',
  'region.code': 'BALI',
  'country.code': 'ID',

  // Numbers that are read out
  sbec_no: '8000100020003004',
  card_no: '8000100020003004',
  voucher_no: 'RFMG KXMW RBT4',
  redeem_no: 'R00000017',
  visit_no: 'V00000233',
  transaction_no: 'T00000108',
  receipt_no: 'UBUD-2026-000108',
  reference_no: 'POS3-20117',
  booking_no: 'R-1001',

  // Days
  start_date: '2026-03-01',
  end_date: '2027-02-28',
  member_date: '2024-03-01',
  renew_date: '2026-03-01',
  valid_until_date: '2027-02-28',
  month: '2026-03',
  transaction_date: '2026-03-14 09:26:53',
  'report_schedule.at': '07:00',

  // Money and counts
  currency: 'IDR',
  visit_minimum: '75000.000',
  usd_rate: '16250.000000',
  total_fb: '325000.000',
  total_room: '0.000',
  total_others: '0.000',
  grand_total: '325000.000',
  grand_total_usd: '20.00',
  'transaction.grand_total': '1250000.000',
  'transaction.grand_total_usd': '76.92',
  wrong_rate: '1625.000000',
  fee: '50000.000',
  sub_total_usd: '76.92',
  discount: '0.000',
  decimals: 0,
  min_visit: 6,
  min_visit_to_upgrade: 24,
  nominal: '500000.000',
  per_page: PER_PAGE_DEFAULT,
  validity_months: 12,
  calls_per_minute: 600,
  status_code: 200,

  // Places and technical values
  time_zone: 'Asia/Makassar',
  cca2: 'ID',
  cca3: 'IDN',
  ccn3: '360',
  capital: 'Jakarta',
  latitude: '-5.000000000000000',
  longitude: '120.000000000000000',
  zip: '80571',
  address_1: 'Jalan Monkey Forest 8',
  address_2: 'Ubud, Bali',
  slug: 'type-payment',
  file_url: '/storage/a1193ca2.webp?expires=1773480413&signature=sample',
  header: 'Email',
  'module.slug': 'member_voucher',
  ip: '203.0.113.7',
  addresses: '203.0.113.0/24',
  head: `12-${'9f86d081884c7d65'.repeat(4)}`,
  stored_head: null,
  hash: '9f86d081884c7d65'.repeat(4),
  url: 'https://pms.hotel.example/innkeeper',
  benefits_url: 'https://hotel.example/gold',
  token_type: 'Bearer',
  table_name: 'member',
  column_name: 'first_name',
  request_id: 'e3a1c7de-5b0f-4c55-9d2e-7f3f0f6d2a41',
  'Idempotency-Key': '0b9f6a52-3c1d-4f0e-8a57-2d4e6c8b1f90',
  'webhook-id': 'msg_2Lh9KRb0pzN4LePd3XiA4v12Axj',
  'webhook-timestamp': '1773480413',
  'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',

  // Texts
  benefits: '15 % on food and beverages',
  terms_condition: 'For two persons, drinks not included.',
  terms_condition_id: 'Untuk dua orang, tidak termasuk minuman.',

  // Not set in a typical record
  deleted_at: null,
  deleted_by: null,
  dismiss_reason: null,
  'held_posting.member': null,
  'held_posting.member_id': null,
  'held_posting.visit': null,
  'held_posting.visit_id': null,
  'transaction.term_end': null,
  extended_from: null,
  merged_from: null,
  merged_from_id: null,
  merged_into: null,
  merged_into_id: null,
  next_cursor: null,
  'voucher.reason': null,
  'may.redeem': null,
  'sale.give': null,
  'sale.renew': null,
  'sale.sell': null,
  price_missing: null,
  reverses: null,
  reverses_id: null,
  refund_of: null,
  'transaction.refund_reason': null,
  refund_reason_id: null,
  upgraded_from: null,
  upgraded_from_id: null,
  rejection: null,
  reversal: null,
  locked_reason: null,
  void_reason: null,
};

/** Flags that are on in a typical record. */
const FLAGS_ON: ReadonlySet<string> = new Set([
  'is_active',
  'membership_notification',
  'birthday_notification',
  'all_notification',
  'may_read_members',
  'may_redeem',
  'may_post_visits',
  'read_members',
  'redeem',
  'post_visits',
]);

/**
 * Fields that a typical request omits because they are alternative inputs, and fields that only some responses have.
 */
const OMITTED: ReadonlySet<string> = new Set(['filter', 'except', 'dry_run', '_method', 'by.kind']);

export const isFlagOn = (name: string): boolean => FLAGS_ON.has(name);
export const isOmitted = (noun: string, name: string): boolean => OMITTED.has(name) || OMITTED.has(`${noun}.${name}`);

/** The example value of a property: `register_hotel.name` is the name of a hotel. */
export function sampleValueFor(noun: string, name: string): string | number | null | undefined {
  const kind = kindOf(noun);
  const own = [`${noun}.${name}`, `${kind}.${name}`].find((key) => Object.hasOwn(SAMPLE_VALUES, key));
  if (own !== undefined) return SAMPLE_VALUES[own];
  const { display, label } = definitions[kind] ?? {};
  if (name === 'name') return shownBy(kind, display?.name ?? []) ?? label?.en;
  if (name === 'code' && display?.code !== undefined && display.code !== name) return shownBy(kind, [display.code]);
  return Object.hasOwn(SAMPLE_VALUES, name) ? SAMPLE_VALUES[name] : undefined;
}

/** The values of these fields, as other records show them. */
function shownBy(kind: string, fields: readonly string[]): string | undefined {
  const parts = fields.map((field) => (field === 'name' ? undefined : sampleValueFor(kind, field)));
  return parts.length > 0 && parts.every((part) => typeof part === 'string') ? parts.join(' ') : undefined;
}

const definitions: Readonly<Record<string, ResourceDefinition>> = resources;

/** Other names of a resource. */
const KINDS: Readonly<Record<string, string>> = {
  actor: 'users',
  by: 'users',
  card: 'member_card',
  guest: 'member',
  redemption: 'voucher_redeem',
  staff: 'users',
  user: 'users',
};
const kinds = new Map(
  Object.entries({ ...KINDS, ...Object.fromEntries(Object.keys(resources).map((key) => [key, key])) }),
);

/** The resource of a property: `hotel` of `register_hotel`; the property's own name if no resource has that name. */
export function kindOf(noun: string): string {
  for (let rest = noun; ; rest = rest.slice(rest.indexOf('_') + 1)) {
    const kind = kinds.get(rest);
    if (kind !== undefined || !rest.includes('_')) return kind ?? noun;
  }
}

/** Ids of the most frequent kinds of things. */
const SAMPLE_IDS: Readonly<Record<string, number>> = {
  choice: 4,
  country: 62,
  held_posting: 25,
  hotel: 4,
  integration: 5,
  member: 7,
  member_card: 12,
  member_voucher: 42,
  membership: 3,
  region: 1,
  transaction: 108,
  type_gender: 2,
  type_payment: 31,
  users: 2,
  visit: 233,
  voucher: 9,
  voucher_redeem: 17,
};

/** The same id wherever the same thing occurs, and a different id for each kind of thing. */
export const sampleIdFor = (noun: string): number =>
  SAMPLE_IDS[noun] ??
  SAMPLE_IDS[kindOf(noun)] ??
  [...kindOf(noun)].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 900, 7) + 100;
