import { z } from 'zod';
import { message } from '../messages.ts';
import { permission } from '../permission.ts';
import { member } from '../resources/member.ts';
import { member_call } from '../resources/member_call.ts';
import { EXPIRING_DAYS, WORK_LISTS, WORK_LIST_MAX } from '../work-list.ts';
import type { Calls, Read } from './call.ts';
import { choiceParameter, idParameter, paging, pathChoice, wholeParameter, wordsParameter } from './parameters.ts';
import { day, hotel, id, memberMaySell, named, text, whole } from './shapes.ts';

const NOT_CALLED_MAX = 365;
const key = z.enum(WORK_LISTS);
const hotel_id = idParameter('Members whom this hotel serves', message('whole'));
const DAYS = EXPIRING_DAYS.map((days) => `${days}` as const);

const counted = {
  total: whole.max(WORK_LIST_MAX),
  is_more: z.boolean().meta({ description: `There are more than ${WORK_LIST_MAX}` }),
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
    .meta({ description: 'The card at hand; null where a member never had one' }),
  due_on: day.meta({
    description: 'The card’s last day, the last day of use or the first of the card, or the birthday',
  }),
  was_used: z.boolean().nullable().meta({ description: 'Whether the card was used at all; null in other lists' }),
  to_upgrade: whole.nullable().meta({ description: 'Visits that are missing to the next level; null in other lists' }),
  turns: whole.nullable().meta({ description: 'The age on the birthday; null in other lists' }),
  last_call: memberCall.nullable(),
  may: memberMaySell,
});
const meta = z.strictObject({ page: whole, per_page: whole, ...counted });

const shared = { tag: 'Work lists', rights: [permission('VIEW', member.permission)] } as const;

/** Lists of members whom somebody should call. */
export const workListCalls = {
  'GET /api/work_list': {
    ...shared,
    summary: { en: 'How many members wait in each list', id: 'Jumlah anggota yang menunggu di tiap daftar' },
    query: z.object({ hotel_id }),
    answer: z.strictObject({ data: z.array(count) }),
  },
  'GET /api/work_list/{key}': {
    ...shared,
    summary: {
      en: 'Members of a list, in the order in which they should be called',
      id: 'Anggota dalam daftar, menurut urutan sebaiknya dihubungi',
    },
    path: { key: pathChoice(WORK_LISTS, { en: 'Work list', id: 'Daftar kerja' }) },
    query: z.object({
      hotel_id,
      days: choiceParameter(DAYS, 'Of expiring alone: how far ahead'),
      calls: choiceParameter(['open', 'all'], 'all: also those whom a call has settled'),
      not_called: wholeParameter(NOT_CALLED_MAX, 'Not called for so many days, whatever came of it'),
      search: wordsParameter(),
      ...paging,
    }),
    answer: z.strictObject({ data: z.array(row), meta }),
  },
} satisfies Calls;

export type WorkListCount = Read<typeof count>;
export type MemberCall = Read<typeof memberCall>;
export type WorkListRow = Read<typeof row>;
export type WorkListMeta = Read<typeof meta>;
