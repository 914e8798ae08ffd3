import { z } from 'zod';
import { message } from '../errors/messages.ts';
import { permission } from '../rights/permission.ts';
import { member } from '../resources/member.ts';
import { member_call } from '../resources/member_call.ts';
import { EXPIRING_DAYS, CALL_LISTS, CALL_LIST_MAX } from '../resources/call-lists.ts';
import type { Calls, JsonOf } from './definition.ts';
import {
  choiceParameter,
  idParameter,
  paging,
  pathChoice,
  wholeNumberParameter,
  searchParameter,
} from './parameters.ts';
import { day, hotel, id, memberSaleEligibility, named, text, whole } from './shapes.ts';

const NOT_CALLED_MAX = 365;
const key = z.enum(CALL_LISTS);
const hotel_id = idParameter('Members served by this hotel', message('whole'));
const DAYS = EXPIRING_DAYS.map((days) => `${days}` as const);

const counted = {
  total: whole.max(CALL_LIST_MAX),
  is_more: z.boolean().meta({ description: `More than ${CALL_LIST_MAX} members match` }),
};
const count = z.strictObject({ key, ...counted });

const memberCall = z.strictObject({
  id,
  at: text,
  by: named.nullable(),
  work_list: key.nullable(),
  outcome: z.enum(member_call.fields.outcome.choices.map(({ value }) => value)),
  note: text.nullable(),
  call_back_on: day.nullable(),
});
/** Days are those of the hotel that serves the member. */
const row = z.strictObject({
  member: named.extend({ phone_no: text, email: text }),
  hotel,
  membership: named,
  card: z
    .strictObject({ id, sbec_no: text, end_date: day })
    .nullable()
    .meta({ description: 'Current card; null if the member never had one' }),
  due_on: day.meta({
    description: 'By list: last day of the card, day of last use (or first day of the card), or birthday',
  }),
  was_used: z.boolean().nullable().meta({ description: 'Whether the card was ever used; null in other lists' }),
  to_upgrade: whole.nullable().meta({ description: 'Visits missing to the next tier; null in other lists' }),
  turns: whole.nullable().meta({ description: 'Age on the birthday; null in other lists' }),
  last_call: memberCall.nullable(),
  may: memberSaleEligibility,
});
const meta = z.strictObject({ page: whole, per_page: whole, ...counted });

const shared = { tag: 'Call lists', rights: [permission('VIEW', member.permission)] } as const;

/** Call lists: members that somebody should call. */
export const callListCalls = {
  'GET /api/work_list': {
    ...shared,
    summary: { en: 'Number of members in each call list', id: 'Jumlah anggota di tiap daftar panggilan' },
    query: z.object({ hotel_id }),
    response: z.strictObject({ data: z.array(count) }),
  },
  'GET /api/work_list/{key}': {
    ...shared,
    summary: {
      en: 'Members of a call list, in calling order',
      id: 'Anggota dalam daftar panggilan, menurut urutan panggilan',
    },
    path: { key: pathChoice(CALL_LISTS, { en: 'Call list', id: 'Daftar panggilan' }) },
    query: z.object({
      hotel_id,
      days: choiceParameter(DAYS, 'Only for expiring: days ahead'),
      calls: choiceParameter(['open', 'all'], 'all: includes members already called'),
      not_called: wholeNumberParameter(NOT_CALLED_MAX, 'Not called for this number of days'),
      search: searchParameter(),
      ...paging,
    }),
    response: z.strictObject({ data: z.array(row), meta }),
  },
} satisfies Calls;

export type CallListCount = JsonOf<typeof count>;
export type MemberCall = JsonOf<typeof memberCall>;
export type CallListRow = JsonOf<typeof row>;
export type CallListMeta = JsonOf<typeof meta>;
