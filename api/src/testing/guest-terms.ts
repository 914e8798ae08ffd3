import { type Condition, OPEN_VOUCHER_STATES, type ResourceKey, includes, rowsUrl } from '@innkeeper/contract';
import type { FrontDesk, MemberOverview, SearchResponse, Standing } from '@innkeeper/contract/calls';
import {
  type EntryPoint,
  type ListSource,
  type Reader,
  guardedBy,
  listFile,
  listed,
  money,
  moneyOf,
  ofGroup,
  rowsOf,
} from './entry-points.ts';
import type { LabelledValues } from './labelled-value.ts';

/** Terms for some guests: on the page of each, at the front desk, in the search, and in the lists of their records. */

interface Guest {
  readonly id: number;
  readonly hotel: { readonly id: number };
  readonly email: string;
}
/** Number of guests checked per reader. */
const GUESTS = 4;

/** Members of the visible hotels with a running card. */
async function guestsOf(reader: Reader): Promise<readonly Guest[]> {
  const where = [includes('standing', ['active', 'maintained'])];
  const rows = rowsOf(reader, { resource: 'member', hotel: 'hotel_id', where });
  return (await reader.get<{ data: readonly Guest[] }>(`${rowsUrl(rows)}&per_page=${GUESTS}&sort=id`)).data;
}

/** The value of each guest, for readers who may view members and have another permission. */
const ofEach = <ShownValue>(
  right: string,
  request: (reader: Reader, guest: Guest) => Promise<ShownValue>,
  read: (responses: readonly ShownValue[]) => string,
): EntryPoint =>
  guardedBy('VIEW_MEMBER', async (reader) => {
    if (!reader.may(right)) return null;
    const responses: ShownValue[] = [];
    for (const guest of await guestsOf(reader)) responses.push(await request(reader, guest));
    return responses.length === 0 ? null : read(responses);
  });

const overviewOf = async ({ get }: Reader, { id }: Guest) =>
  (await get<{ data: MemberOverview }>(`/api/member/${id}/overview`)).data;
const standingOf = async ({ get }: Reader, { id }: Guest) =>
  (await get<{ data: Standing }>(`/api/member/${id}/standing`)).data;
const searchResultOf = async ({ get }: Reader, { id, email }: Guest) =>
  (await get<{ data: SearchResponse }>(`/api/search?q=${encodeURIComponent(email)}`)).data.members.find(
    (found) => found.id === id,
  );
const deskOf = async ({ get }: Reader, { id, hotel }: Guest) =>
  (await get<{ data: FrontDesk }>(`/api/voucher_redeem/counter?member_id=${id}&hotel_id=${hotel.id}`)).data.guests[0];

const sum = (numbers: readonly (number | null | undefined)[]) =>
  String(numbers.reduce<number>((all, number) => all + (number ?? Number.NaN), 0));

/** The list of the guests' records, as far as they are visible. */
const theirs = (
  resource: ResourceKey,
  entryPoint: (list: ListSource) => EntryPoint,
  ...where: readonly Condition[]
): EntryPoint =>
  guardedBy('VIEW_MEMBER', async (reader) => {
    const guests = await guestsOf(reader);
    if (guests.length === 0) return null;
    const ids = guests.map(({ id }) => id);
    return entryPoint({ resource, where: [includes('member_id', ids), ...where] })(reader);
  });

/**
 * A page counts all visits and redemptions of a guest that its reader may see; lists have only those of visible hotels.
 * For visits, the page shows how many were elsewhere; redemptions are compared in the whole group.
 */
export const guestValues: LabelledValues = {
  'visits of guests': {
    page: ofEach('VIEW_VISIT', overviewOf, (responses) =>
      sum(responses.map(({ spend }) => spend && spend.visits - spend.elsewhere)),
    ),
    list: theirs('visit', (list) => listed(list)),
  },
  'spending of guests': {
    page: ofEach('VIEW_VISIT', overviewOf, (responses) =>
      moneyOf(
        responses.flatMap(
          ({ spend }) => spend?.totals.map(({ currency, total }) => ({ currency, amount: total })) ?? [],
        ),
      ),
    ),
    'file of the list': theirs('visit', (list) => listFile(list, ['currency', 'grand_total'], money)),
  },
  'redemptions of guests': {
    page: ofEach('VIEW_VOUCHER_REDEEM', overviewOf, (responses) =>
      sum(responses.map(({ redeemed }) => redeemed?.count)),
    ),
    list: ofGroup(theirs('voucher_redeem', (list) => listed(list))),
  },
  'open vouchers of guests': {
    // Vouchers of an inactive card or member can become valid again: the page shows them, with the reason.
    page: ofEach('VIEW_MEMBER_VOUCHER', standingOf, (responses) =>
      sum(responses.map(({ vouchers }) => vouchers.filter(({ rejection }) => !INACTIVE.has(rejection)).length)),
    ),
    list: theirs('member_voucher', (list) => listed(list), includes('state', OPEN_VOUCHER_STATES)),
  },
  'available vouchers of guests': {
    search: ofEach('VIEW_MEMBER_VOUCHER', searchResultOf, (responses) =>
      sum(responses.map((found) => found?.available_vouchers)),
    ),
    list: theirs('member_voucher', (list) => listed(list), includes('state', ['available'])),
  },
  'vouchers of guests to redeem today': {
    page: ofEach('VIEW_MEMBER', standingOf, (responses) => sum(responses.map(({ vouchers }) => redeemable(vouchers)))),
    counter: ofEach('STORE_VOUCHER_REDEEM', deskOf, (responses) =>
      sum(responses.map((guest) => guest && redeemable(guest.vouchers))),
    ),
  },
};

const INACTIVE: ReadonlySet<unknown> = new Set(['card_inactive', 'member_inactive']);
const redeemable = (vouchers: readonly { readonly rejection: unknown }[]) =>
  vouchers.filter(({ rejection }) => rejection === null).length;
