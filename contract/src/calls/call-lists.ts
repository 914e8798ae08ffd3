import { z } from 'zod';
import { message } from '../errors/messages.ts';
import { permission } from '../rights/permission.ts';
import { member } from '../resources/member.ts';
import { member_call } from '../resources/member_call.ts';
import { EXPIRING_DAYS, CALL_LISTS, MAX_CALL_LIST_ROWS } from '../resources/call-lists.ts';
import type { Calls, JsonOf } from './definition.ts';
import {
  choiceParameter,
  idParameter,
  paging,
  pathChoice,
  wholeNumberParameter,
  searchParameter,
} from './parameters.ts';
import { day, hotel, id, memberSaleEligibility, namedRecord, text, integer } from './shapes.ts';

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
  last_call: memberCall.nullable(),
  may: memberSaleEligibility,
});
const callListMeta = z.strictObject({ page: integer, per_page: integer, ...countFields });

const listCall = { tag: 'Call lists', rights: [permission('VIEW', member.permission)] } as const;

/** Call lists: members whom staff should call. */
export const callListCalls = {
  'GET /api/work_list': {
    ...listCall,
    summary: { en: 'Number of members in each call list', id: 'Jumlah anggota di tiap daftar panggilan' },
    query: z.object({ hotel_id }),
    response: z.strictObject({ data: z.array(callListCount) }),
  },
  'GET /api/work_list/{key}': {
    ...listCall,
    summary: {
      en: 'Members of a call list, in calling order',
      id: 'Anggota dalam daftar panggilan, menurut urutan panggilan',
    },
    path: { key: pathChoice(CALL_LISTS, { en: 'Call list', id: 'Daftar panggilan' }) },
    query: z.object({
      hotel_id,
      days: choiceParameter(EXPIRING_DAY_CHOICES, 'Only for expiring: days ahead'),
      calls: choiceParameter(['open', 'all'], 'all: includes members already called'),
      not_called: wholeNumberParameter(MAX_NOT_CALLED, 'Not called for this number of days'),
      search: searchParameter(),
      ...paging,
    }),
    response: z.strictObject({ data: z.array(callListRow), meta: callListMeta }),
  },
} satisfies Calls;

export type CallListCount = JsonOf<typeof callListCount>;
export type MemberCall = JsonOf<typeof memberCall>;
export type CallListRow = JsonOf<typeof callListRow>;
export type CallListMeta = JsonOf<typeof callListMeta>;
