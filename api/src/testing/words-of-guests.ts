import { type Condition, OPEN_VOUCHER_STATES, type ResourceKey, includes, rowsCall } from '@innkeeper/contract';
import type { Counter, MemberOverview, SearchAnswer, Standing } from '@innkeeper/contract/calls';
import {
  type Door,
  type Listed,
  type Reader,
  behind,
  listFile,
  listed,
  money,
  moneyOf,
  ofGroup,
  rowsOf,
} from './doors.ts';
import type { Words } from './word.ts';

/** Words about some guests: on the page of each, at the counter, in the search, and in the lists of their records. */

interface Guest {
  readonly id: number;
  readonly hotel: { readonly id: number };
  readonly email: string;
}
/** Guests that each reader is asked about. */
const GUESTS = 4;

/** Members of the hotels in sight whose cards run. */
async function guestsOf(reader: Reader): Promise<readonly Guest[]> {
  const where = [includes('standing', ['active', 'maintained'])];
  const rows = rowsOf(reader, { resource: 'member', hotel: 'hotel_id', where });
  return (await reader.get<{ data: readonly Guest[] }>(`${rowsCall(rows)}&per_page=${GUESTS}&sort=id`)).data;
}

/** The figure of each guest, for readers who may see members and hold another right. */
const ofEach = <Told>(
  right: string,
  ask: (reader: Reader, guest: Guest) => Promise<Told>,
  read: (told: readonly Told[]) => string,
): Door =>
  behind('VIEW_MEMBER', async (reader) => {
    if (!reader.may(right)) return null;
    const told: Told[] = [];
    for (const guest of await guestsOf(reader)) told.push(await ask(reader, guest));
    return told.length === 0 ? null : read(told);
  });

const overviewOf = async ({ get }: Reader, { id }: Guest) =>
  (await get<{ data: MemberOverview }>(`/api/member/${id}/overview`)).data;
const standingOf = async ({ get }: Reader, { id }: Guest) =>
  (await get<{ data: Standing }>(`/api/member/${id}/standing`)).data;
const foundOf = async ({ get }: Reader, { id, email }: Guest) =>
  (await get<{ data: SearchAnswer }>(`/api/search?q=${encodeURIComponent(email)}`)).data.members.find(
    (found) => found.id === id,
  );
const counterOf = async ({ get }: Reader, { id, hotel }: Guest) =>
  (await get<{ data: Counter }>(`/api/voucher_redeem/counter?member_id=${id}&hotel_id=${hotel.id}`)).data.guests[0];

const sum = (numbers: readonly (number | null | undefined)[]) =>
  String(numbers.reduce<number>((all, number) => all + (number ?? Number.NaN), 0));

/** The list of the guests' records, as far as they are in sight. */
const theirs = (resource: ResourceKey, door: (list: Listed) => Door, ...where: readonly Condition[]): Door =>
  behind('VIEW_MEMBER', async (reader) => {
    const guests = await guestsOf(reader);
    if (guests.length === 0) return null;
    const ids = guests.map(({ id }) => id);
    return door({ resource, where: [includes('member_id', ids), ...where] })(reader);
  });

/**
 * A page counts all visits and redemptions of a guest whom its reader sees, lists have those of hotels in sight. Of visits the page tells how
 * many were elsewhere; redemptions meet in the whole group.
 */
export const guestWords: Words = {
  'visits of guests': {
    page: ofEach('VIEW_VISIT', overviewOf, (told) =>
      sum(told.map(({ spend }) => spend && spend.visits - spend.elsewhere)),
    ),
    list: theirs('visit', (list) => listed(list)),
  },
  'spending of guests': {
    page: ofEach('VIEW_VISIT', overviewOf, (told) =>
      moneyOf(
        told.flatMap(({ spend }) => spend?.totals.map(({ currency, total }) => ({ currency, amount: total })) ?? []),
      ),
    ),
    'file of the list': theirs('visit', (list) => listFile(list, ['currency', 'grand_total'], money)),
  },
  'redemptions of guests': {
    page: ofEach('VIEW_VOUCHER_REDEEM', overviewOf, (told) => sum(told.map(({ redeemed }) => redeemed?.count))),
    list: ofGroup(theirs('voucher_redeem', (list) => listed(list))),
  },
  'open vouchers of guests': {
    // Vouchers of a card or member that is switched off can be switched on again: the page shows them, with the reason.
    page: ofEach('VIEW_MEMBER_VOUCHER', standingOf, (told) =>
      sum(told.map(({ vouchers }) => vouchers.filter(({ refusal }) => !OFF.has(refusal)).length)),
    ),
    list: theirs('member_voucher', (list) => listed(list), includes('state', OPEN_VOUCHER_STATES)),
  },
  'available vouchers of guests': {
    search: ofEach('VIEW_MEMBER_VOUCHER', foundOf, (told) => sum(told.map((found) => found?.available_vouchers))),
    list: theirs('member_voucher', (list) => listed(list), includes('state', ['available'])),
  },
  'vouchers of guests to redeem today': {
    page: ofEach('VIEW_MEMBER', standingOf, (told) => sum(told.map(({ vouchers }) => redeemable(vouchers)))),
    counter: ofEach('STORE_VOUCHER_REDEEM', counterOf, (told) =>
      sum(told.map((guest) => guest && redeemable(guest.vouchers))),
    ),
  },
};

const OFF: ReadonlySet<unknown> = new Set(['card_inactive', 'member_inactive']);
const redeemable = (vouchers: readonly { readonly refusal: unknown }[]) =>
  vouchers.filter(({ refusal }) => refusal === null).length;
