import { type Condition, OPEN_VOUCHER_STATES, type ResourceKey, includesCondition, rowsUrl } from '@innkeeper/contract';
import type { FrontDesk, MemberOverview, SearchResponse, Standing } from '@innkeeper/contract/calls';
import {
  type EntryPoint,
  type ListSource,
  type Reader,
  requireRight,
  listFileValue,
  listTotal,
  sumMoneyLines,
  sumMoney,
  forGroupLevel,
  rowsOf,
} from './entry-points.ts';
import type { LabelledValues } from './labelled-value.ts';

/** Labelled values for some guests: on their pages, at the front desk, in the search, and in lists of their records. */

interface Guest {
  readonly id: number;
  readonly hotel: { readonly id: number };
  readonly email: string;
}
/** Number of guests checked per reader. */
const GUESTS = 4;

/** Members of the visible hotels with a running card. */
async function createGuests(reader: Reader): Promise<readonly Guest[]> {
  const conditions = [includesCondition('standing', ['active', 'maintained'])];
  const rows = rowsOf(reader, { resource: 'member', hotel: 'hotel_id', where: conditions });
  return (await reader.get<{ data: readonly Guest[] }>(`${rowsUrl(rows)}&per_page=${GUESTS}&sort=id`)).data;
}

/** The value of each guest, for readers who may view members and have another permission. */
const forEachGuest = <ShownValue>(
  right: string,
  request: (reader: Reader, guest: Guest) => Promise<ShownValue>,
  read: (responses: readonly ShownValue[]) => string,
): EntryPoint =>
  requireRight('VIEW_MEMBER', async (reader) => {
    if (!reader.may(right)) return null;
    const responses: ShownValue[] = [];
    for (const guest of await createGuests(reader)) responses.push(await request(reader, guest));
    return responses.length === 0 ? null : read(responses);
  });

const readOverview = async ({ get }: Reader, { id }: Guest) =>
  (await get<{ data: MemberOverview }>(`/api/member/${id}/overview`)).data;
const readStanding = async ({ get }: Reader, { id }: Guest) =>
  (await get<{ data: Standing }>(`/api/member/${id}/standing`)).data;
const readSearchResult = async ({ get }: Reader, { id, email }: Guest) =>
  (await get<{ data: SearchResponse }>(`/api/search?q=${encodeURIComponent(email)}`)).data.members.find(
    (found) => found.id === id,
  );
const readFrontDesk = async ({ get }: Reader, { id, hotel }: Guest) =>
  (await get<{ data: FrontDesk }>(`/api/voucher_redeem/counter?member_id=${id}&hotel_id=${hotel.id}`)).data.guests[0];

const sumNumbers = (numbers: readonly (number | null | undefined)[]) =>
  String(numbers.reduce<number>((total, number) => total + (number ?? Number.NaN), 0));

/** The list of the guests' records, as far as they are visible. */
const readGuestRecords = (
  resource: ResourceKey,
  entryPoint: (list: ListSource) => EntryPoint,
  ...conditions: readonly Condition[]
): EntryPoint =>
  requireRight('VIEW_MEMBER', async (reader) => {
    const guests = await createGuests(reader);
    if (guests.length === 0) return null;
    const ids = guests.map(({ id }) => id);
    return entryPoint({ resource, where: [includesCondition('member_id', ids), ...conditions] })(reader);
  });

/**
 * A member page counts all visits and redemptions; lists have only those of visible hotels. The page shows the number
 * of visits elsewhere, so visits are compared per reader, redemptions only in the group.
 */
export const guestValues: LabelledValues = {
  'visits of guests': {
    page: forEachGuest('VIEW_VISIT', readOverview, (responses) =>
      sumNumbers(responses.map(({ spend }) => spend && spend.visits - spend.elsewhere)),
    ),
    list: readGuestRecords('visit', (list) => listTotal(list)),
  },
  'spending of guests': {
    page: forEachGuest('VIEW_VISIT', readOverview, (responses) =>
      sumMoney(
        responses.flatMap(
          ({ spend }) => spend?.totals.map(({ currency, total }) => ({ currency, amount: total })) ?? [],
        ),
      ),
    ),
    'file of the list': readGuestRecords('visit', (list) =>
      listFileValue(list, ['currency', 'grand_total'], sumMoneyLines),
    ),
  },
  'redemptions of guests': {
    page: forEachGuest('VIEW_VOUCHER_REDEEM', readOverview, (responses) =>
      sumNumbers(responses.map(({ redeemed }) => redeemed?.count)),
    ),
    list: forGroupLevel(readGuestRecords('voucher_redeem', (list) => listTotal(list))),
  },
  'open vouchers of guests': {
    // Vouchers of an inactive card or member can become valid again: the page shows them, with the reason.
    page: forEachGuest('VIEW_MEMBER_VOUCHER', readStanding, (responses) =>
      sumNumbers(
        responses.map(({ vouchers }) => vouchers.filter(({ rejection }) => !INACTIVE_REASONS.has(rejection)).length),
      ),
    ),
    list: readGuestRecords(
      'member_voucher',
      (list) => listTotal(list),
      includesCondition('state', OPEN_VOUCHER_STATES),
    ),
  },
  'available vouchers of guests': {
    search: forEachGuest('VIEW_MEMBER_VOUCHER', readSearchResult, (responses) =>
      sumNumbers(responses.map((response) => response?.available_vouchers)),
    ),
    list: readGuestRecords('member_voucher', (list) => listTotal(list), includesCondition('state', ['available'])),
  },
  'vouchers of guests to redeem today': {
    page: forEachGuest('VIEW_MEMBER', readStanding, (responses) =>
      sumNumbers(responses.map(({ vouchers }) => countRedeemable(vouchers))),
    ),
    counter: forEachGuest('STORE_VOUCHER_REDEEM', readFrontDesk, (responses) =>
      sumNumbers(responses.map((guest) => guest && countRedeemable(guest.vouchers))),
    ),
  },
};

const INACTIVE_REASONS: ReadonlySet<unknown> = new Set(['card_inactive', 'member_inactive']);
const countRedeemable = (vouchers: readonly { readonly rejection: unknown }[]) =>
  vouchers.filter(({ rejection }) => rejection === null).length;
