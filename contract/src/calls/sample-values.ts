import { PER_PAGE_DEFAULT } from '../fields/filter.ts';
import type { ResourceDefinition } from '../fields/definition.ts';
import { resources } from '../resources/by-key.ts';

/**
 * Example values for the document, by property name, or by `<owner>.<name>` if the value fits only that owner. Without
 * an entry, a text gets its label as value, and any other property a value of its type. null: the property is empty in
 * a typical record.
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

  // Referenced records
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
const TRUE_FLAGS: ReadonlySet<string> = new Set([
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

/** Fields that only some responses have, and alternative inputs, which a typical request omits. */
const OMITTED_PROPERTIES: ReadonlySet<string> = new Set(['filter', 'except', 'dry_run', '_method', 'by.kind']);

export const isFlagOn = (name: string): boolean => TRUE_FLAGS.has(name);
export const isOmitted = (ownerName: string, name: string): boolean =>
  OMITTED_PROPERTIES.has(name) || OMITTED_PROPERTIES.has(`${ownerName}.${name}`);

/** The example value of a property. For `register_hotel.name` it is the name of a hotel. */
export function sampleValueFor(ownerName: string, name: string): string | number | null | undefined {
  const resourceKey = resolveResourceKey(ownerName);
  const specificKey = [`${ownerName}.${name}`, `${resourceKey}.${name}`].find((key) =>
    Object.hasOwn(SAMPLE_VALUES, key),
  );
  if (specificKey !== undefined) return SAMPLE_VALUES[specificKey];
  const { display, label } = definitions[resourceKey] ?? {};
  if (name === 'name') return sampleDisplayText(resourceKey, display?.name ?? []) ?? label?.en;
  if (name === 'code' && display?.code !== undefined && display.code !== name)
    return sampleDisplayText(resourceKey, [display.code]);
  return Object.hasOwn(SAMPLE_VALUES, name) ? SAMPLE_VALUES[name] : undefined;
}

/** The values of these fields as other records show them. */
function sampleDisplayText(resourceKey: string, fields: readonly string[]): string | undefined {
  const values = fields.map((name) => (name === 'name' ? undefined : sampleValueFor(resourceKey, name)));
  return values.length > 0 && values.every((value) => typeof value === 'string') ? values.join(' ') : undefined;
}

const definitions: Readonly<Record<string, ResourceDefinition>> = resources;

/** Other property names of a resource. */
const RESOURCE_ALIASES: Readonly<Record<string, string>> = {
  actor: 'users',
  by: 'users',
  card: 'member_card',
  guest: 'member',
  redemption: 'voucher_redeem',
  staff: 'users',
  user: 'users',
};
const resourceKeyByName = new Map(
  Object.entries({ ...RESOURCE_ALIASES, ...Object.fromEntries(Object.keys(resources).map((key) => [key, key])) }),
);

/** The resource of a property: `hotel` of `register_hotel`; the property's own name if no resource has that name. */
export function resolveResourceKey(ownerName: string): string {
  for (let suffix = ownerName; ; suffix = suffix.slice(suffix.indexOf('_') + 1)) {
    const resourceKey = resourceKeyByName.get(suffix);
    if (resourceKey !== undefined || !suffix.includes('_')) return resourceKey ?? ownerName;
  }
}

/** Ids of the most frequent resources. */
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

/** Returns the same id wherever a record of a resource occurs, and a different id for each resource. */
export const sampleIdFor = (ownerName: string): number =>
  SAMPLE_IDS[ownerName] ??
  SAMPLE_IDS[resolveResourceKey(ownerName)] ??
  [...resolveResourceKey(ownerName)].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 900, 7) +
    100;
