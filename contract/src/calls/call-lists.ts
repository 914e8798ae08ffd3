import { z } from 'zod';
import { message } from '../errors/messages.ts';
import { permission } from '../rights/permission.ts';
import { member } from '../resources/member.ts';
import { member_call } from '../resources/member_call.ts';
import { EXPIRING_DAYS, CALL_LISTS, CALL_LIST_SORTS, MAX_CALL_LIST_ROWS, OWNER_DAYS } from '../resources/call-lists.ts';
import { callOwnerBody } from '../bodies/call-lists.ts';
import { bodyOf } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import {
  choiceParameter,
  idParameter,
  paging,
  pathChoice,
  requiredIdParameter,
  wholeNumberParameter,
  searchParameter,
} from './parameters.ts';
import { amount, day, hotel, id, memberSaleEligibility, namedRecord, text, integer } from './shapes.ts';

const MAX_NOT_CALLED = 365;
const callListKey = z.enum(CALL_LISTS);
const hotel_id = idParameter('Members served by this hotel', message('whole'));
const EXPIRING_DAY_CHOICES = EXPIRING_DAYS.map((days) => `${days}` as const);

const countFields = {
  total: integer.max(MAX_CALL_LIST_ROWS),
  is_more: z.boolean().meta({ description: `More than ${MAX_CALL_LIST_ROWS} members match` }),
};
const callListCount = z.strictObject({ key: callListKey, ...countFields });

const memberCall = z.strictObject({
  id,
  at: text,
  by: namedRecord.nullable(),
  work_list: callListKey.nullable(),
  outcome: z.enum(member_call.fields.outcome.choices.map(({ value }) => value)),
  note: text.nullable(),
  call_back_on: day.nullable(),
});
/** Days are those of the hotel that serves the member. */
const callListRow = z.strictObject({
  member: namedRecord.extend({ phone_no: text, email: text }),
  hotel,
  membership: namedRecord,
  card: z
    .strictObject({ id, sbec_no: text, end_date: day })
    .nullable()
    .meta({ description: 'Current card; null if the member never had one' }),
  due_on: day.meta({
    description: 'By list: last day of the card, day of last use (or first day of the card), or birthday',
  }),
  was_used: z.boolean().nullable().meta({ description: 'Whether the card was ever used; null in other lists' }),
  to_upgrade: integer.nullable().meta({ description: 'Visits missing to the next tier; null in other lists' }),
  turns: integer.nullable().meta({ description: 'Age on the birthday; null in other lists' }),
  renewal: z
    .strictObject({ price: amount, currency: text })
    .nullable()
    .meta({ description: 'Price of renewing the membership at the hotel; null if it is free or the price is unknown' }),
  vouchers: z
    .strictObject({ count: integer, totals: z.array(z.strictObject({ currency: text, total: amount })) })
    .nullable()
    .meta({ description: 'Vouchers left and their worth by currency; null if the caller cannot view member vouchers' }),
  last_visit_on: day.nullable(),
  owner: namedRecord.nullable().meta({ description: 'User who takes the call' }),
  last_call: memberCall.nullable(),
  may: memberSaleEligibility,
});
const callListMeta = z.strictObject({ page: integer, per_page: integer, ...countFields });

const callListPath = pathChoice(CALL_LISTS, { en: 'Call list', id: 'Daftar panggilan' });
const LOG_PERMISSION = permission('STORE', member.permission);
const listCall = { tag: 'Call lists', rights: [permission('VIEW', member.permission)] } as const;

/** Call lists: members whom staff should call, and who takes each call. */
export const callListCalls = {
  'GET /api/work_list': {
    name: 'listCallLists',
    ...listCall,
    summary: { en: 'Number of members in each call list', id: 'Jumlah anggota di tiap daftar panggilan' },
    query: z.object({ hotel_id }),
    response: z.strictObject({ data: z.array(callListCount) }),
  },
  'GET /api/work_list/{key}': {
    name: 'getCallList',
    ...listCall,
    summary: {
      en: 'Members of a call list, in calling order',
      id: 'Anggota dalam daftar panggilan, menurut urutan panggilan',
    },
    path: { key: callListPath },
    query: z.object({
      hotel_id,
      days: choiceParameter(EXPIRING_DAY_CHOICES, 'Only for expiring: days ahead'),
      calls: choiceParameter(['open', 'all'], 'all: includes members already called'),
      not_called: wholeNumberParameter(MAX_NOT_CALLED, 'Not called for this number of days'),
      owner: choiceParameter(['me'], 'me: only members whose call the caller takes'),
      search: searchParameter(),
      sort: choiceParameter(
        CALL_LIST_SORTS,
        'urgency: soonest deadline first, by default; price: highest price of the renewal in USD; vouchers: highest worth of vouchers left in USD',
      ),
      ...paging,
    }),
    response: z.strictObject({ data: z.array(callListRow), meta: callListMeta }),
  },
  'GET /api/work_list/{key}/owner': {
    name: 'listCallOwners',
    tag: listCall.tag,
    rights: [LOG_PERMISSION],
    summary: {
      en: 'Users who can take calls with members of a hotel: the caller and the staff assigned to it',
      id: 'Pengguna yang dapat menelepon anggota suatu hotel: pemanggil dan staf yang ditugaskan di sana',
    },
    path: { key: callListPath },
    query: z.object({ hotel_id: requiredIdParameter('Hotel that serves the members') }),
    response: z.strictObject({ data: z.array(namedRecord) }),
  },
  'POST /api/work_list/{key}/owner': {
    name: 'assignCall',
    tag: listCall.tag,
    rights: [LOG_PERMISSION],
    summary: { en: 'Assign the call with a member to a user', id: 'Tugaskan panggilan ke anggota kepada pengguna' },
    description: `The assignment lapses after ${OWNER_DAYS} days.`,
    path: { key: callListPath },
    body: bodyOf(callOwnerBody),
    response: z.strictObject({ data: z.strictObject({ owner: namedRecord.nullable() }) }),
    write: 'idempotent',
  },
} satisfies Calls;

export type CallListCount = JsonOf<typeof callListCount>;
export type MemberCall = JsonOf<typeof memberCall>;
export type CallListRow = JsonOf<typeof callListRow>;
export type CallListMeta = JsonOf<typeof callListMeta>;
