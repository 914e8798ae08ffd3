import { SALE_TYPE, resources } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { call, queryString } from '../testing/call.ts';
import {
  type RemoteHotel,
  type Holder,
  createRemoteHotel,
  remoteZones,
  insertHolder,
  insertVoucher,
  secondOf,
} from '../testing/remote-hotels.ts';
import { createFixtures } from '../testing/fixtures.ts';
import { type Input, createInputs } from '../testing/inputs.ts';
import { createSystem } from '../testing/system.ts';
import { startTestApp } from '../testing/test-app.ts';
import { createUser } from '../testing/user.ts';
import { createBaseRecords } from '../testing/base-records.ts';
import { createResourceHooks } from './resource-hooks.ts';
import { queueDailyMails } from './member-mails/calendar.ts';
import { processDeferredOrders } from './member-mails/queue-mails.ts';
import { writeMessages } from './webhooks/messages.ts';

/**
 * Values that depend on the day change exactly when the day changes at the hotel, in every zone. Each comparison of a
 * day with today has a case here.
 */

const api = await startTestApp({ isDatabaseClockSet: true, isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);

/**
 * Periods end on LAST_DAY or begin on FIRST_DAY; midnight lies between the two. Both are far from LONG_AGO and
 * FAR_AHEAD, where nothing ends.
 */
const [LAST_DAY, FIRST_DAY] = ['2025-03-31', '2025-04-01'];
const [LONG_AGO, FAR_AHEAD] = ['2024-05-01', '2026-04-30'];
/** The day `days` after `day`. */
const addDays = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();
/** Noon of a day, local to a hotel. */
const noonOf = (day: string, { zone }: RemoteHotel): string => secondOf(day, zone, 12 * 3600).toISOString();

type ValueQuery = RawBuilder<{ value: unknown }>;
const readValue = async (query: ValueQuery): Promise<unknown> => (await query.execute(db.kysely)).rows[0]?.value;

const readId = async (query: RawBuilder<{ id: number }>): Promise<number> => {
  const { rows } = await query.execute(db.kysely);
  return rows[0]?.id ?? 0;
};
const get = async <Body>(path: string, query: Record<string, string | number> = {}): Promise<Body> => {
  const reply = await call<Body>(app, admin.token, 'GET', `/api/${path}?${queryString(query)}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
/** The response status of a call with this body. */
const postForStatus = async (path: string, body: Input): Promise<number> =>
  (await call(app, admin.token, 'POST', `/api/${path}`, { body })).status;

/** Creates a card holder at the hotel. By default the card is valid for the whole test period. */
const insertHolderAt = (
  { hotel }: { hotel: number },
  days: { start?: string; end?: string; birthDate?: string } = {},
): Promise<Holder> => insertHolder(db, fixtures, hotel, { start: LONG_AGO, end: FAR_AHEAD, ...days });

type Action = () => Promise<unknown>;
interface DayChangeCase {
  readonly title: string;
  /** Value in the last second before the day changes; `after` is the value in the first second after it. */
  readonly before: unknown;
  readonly after: unknown;
  /** The day that begins; FIRST_DAY by default. */
  readonly day?: string;
  /** Local hour at which the value changes, if not midnight. */
  readonly hour?: number;
  /** Creates the records some days earlier. */
  readonly prepare: (there: RemoteHotel) => Promise<Action>;
}

const computeStanding = ({ member }: Holder): Action => {
  const rules = sql`are_visits_counted_per_day(), max_visits_per_day(), option_number('renewal-window', 'after')::integer`;
  return () =>
    readValue(
      sql`select (t.computed).standing as value from compute_standing(${rules}) t where t.member_id = ${member}`,
    );
};
/** The stored standing, after the maintenance job has run. */
const storedStandingOf = ({ member }: Holder): Action => {
  return async () => {
    await sql`select recompute_due_standing(100000)`.execute(db.kysely);
    return readValue(sql`select standing as value from member_standing where member_id = ${member}`);
  };
};

interface Standing {
  readonly day: string;
  readonly vouchers: readonly { readonly id: number; readonly rejection: string | null }[];
  readonly may: { readonly sale: Readonly<Record<string, string | null>>; readonly redeem: string | null };
}
const readStanding = async ({ member }: Holder): Promise<Standing> =>
  (await get<{ data: Standing }>(`member/${member}/standing`)).data;
/** The kinds of sale that the member's page and the sale wizard offer. Asserts that both agree. */
const readSaleActions =
  (holder: Holder, { hotel }: RemoteHotel): Action =>
  async () => {
    const { sale } = (await readStanding(holder)).may;
    const kinds = { sell: SALE_TYPE.sale, renew: SALE_TYPE.renewal, give: SALE_TYPE.free };
    const offeredSales: string[] = [];
    for (const [kind, type] of Object.entries(kinds)) {
      const query = { hotel_id: hotel, type, member_id: holder.member };
      const { data } = await get<{ data: { rejection: unknown } }>('transaction/offers', query);
      if (data.rejection === null) offeredSales.push(kind);
    }
    expect(offeredSales).toEqual(Object.keys(kinds).filter((kind) => sale[kind] === null));
    return offeredSales;
  };

interface Dashboard {
  readonly month: string;
  readonly joined: Months;
  readonly lapsed: Months;
  readonly expiring: readonly { readonly days: number; readonly number: number }[];
  readonly vouchers: { readonly number: number };
}
interface Months {
  readonly this_month: { readonly number: number };
  readonly last_month: { readonly number: number };
}
const createDashboardAction =
  ({ hotel }: RemoteHotel, part: (dashboard: Dashboard) => unknown): Action =>
  async () =>
    part((await get<{ data: Dashboard }>('dashboard', { hotel_id: hotel })).data);
const numbersOf = ({ this_month, last_month }: Months): readonly number[] => [this_month.number, last_month.number];

/** Open and expired vouchers of the hotel, as the report counts them. */
const createBenefitAction = async (remoteHotel: RemoteHotel, params: Record<string, string>): Promise<Action> => {
  const code = await readValue(sql`select code as value from hotel where id = ${remoteHotel.hotel}`);
  return async () => {
    const query = { ...params, 'filter[hotel.code][exact]': String(code) };
    const { data } = await get<{ data: Record<string, unknown>[] }>('report/run/benefit-report', query);
    return data.map((row) => [row['benefit.open'], row['benefit.expired']]);
  };
};

/** Number of members of the hotel on a call list. */
const countCallList =
  (key: string, { hotel }: RemoteHotel): Action =>
  async () =>
    (await get<{ data: unknown[] }>(`work_list/${key}`, { hotel_id: hotel })).data.length;

/** Number of records of a list that match a filter. */
const countMatches =
  (path: string, query: Record<string, string>): Action =>
  async () =>
    (await get<{ data: unknown[] }>(path, query)).data.length;

const insertVisit = (member: number, { hotel }: RemoteHotel, instant: string) => sql`
  insert into visit (hotel_id, member_id, visit_date, reference_no, staff_name, total_fb, total_room, total_others)
  values (${hotel}, ${member}, ${instant}, gen_random_uuid(), 'Sari', 500000, 0, 0)`;

let bills = 0;
const createBillInput = (
  member: number,
  { hotel }: RemoteHotel,
  visit_date: string,
  remark: string | null = null,
): Input => {
  bills += 1;
  return {
    hotel_id: hotel,
    member_id: member,
    visit_date,
    reference_no: `F-${bills}`,
    total_fb: '500000',
    staff_name: 'Ayu',
    remark,
  };
};

/** Number of mails of a kind that were ordered for a member, after running this hour's orders. */
const countMailsTo =
  ({ member }: Holder, kind: string): Action =>
  async () => {
    await queueDailyMails(db, api.clock());
    return readValue(sql`
      select count(*)::int as value from mail_cause where occasion like ${`${kind} ${member} %`}`);
  };

const DAYS_BEFORE = 90;
const DAYS_AFTER = 180;

const DAY_CHANGE_CASES: readonly DayChangeCase[] = [
  {
    title: 'an issued voucher counts as open, then as expired',
    before: [1, 0],
    after: [0, 1],
    prepare: async (remoteHotel) => {
      const id = await insertVoucher(db, fixtures, await insertHolderAt(remoteHotel), [LONG_AGO, LAST_DAY]);
      return () => readValue(sql`select json_build_array(open, expired) as value from issued_voucher where id = ${id}`);
    },
  },
  {
    title: 'the list of vouchers shows their state, and filters by it',
    before: { shown: ['available', 'upcoming'], upcoming: 1, available: 1, expired: 0 },
    after: { shown: ['expired', 'available'], upcoming: 0, available: 1, expired: 1 },
    prepare: async (remoteHotel) => {
      const holder = await insertHolderAt(remoteHotel);
      await insertVoucher(db, fixtures, holder, [LONG_AGO, LAST_DAY]);
      await insertVoucher(db, fixtures, holder, [FIRST_DAY, FAR_AHEAD]);
      const memberFilter = { 'filter[member_id][includes]': String(holder.member) };
      return async () => {
        const { data } = await get<{ data: { state: string }[] }>('member_voucher', { ...memberFilter, sort: 'id' });
        const countByState = (state: string) =>
          countMatches('member_voucher', { ...memberFilter, 'filter[state][includes]': state })();
        return {
          shown: data.map(({ state }) => state),
          upcoming: await countByState('upcoming'),
          available: await countByState('available'),
          expired: await countByState('expired'),
        };
      };
    },
  },
  {
    title: 'the member page lists valid vouchers, and why others are not valid yet',
    before: [null, 'not_yet_valid'],
    after: [null],
    prepare: async (remoteHotel) => {
      const holder = await insertHolderAt(remoteHotel);
      await insertVoucher(db, fixtures, holder, [LONG_AGO, LAST_DAY]);
      await insertVoucher(db, fixtures, holder, [FIRST_DAY, FAR_AHEAD]);
      return async () => (await readStanding(holder)).vouchers.map(({ rejection }) => rejection);
    },
  },
  {
    title: 'the search counts redeemable vouchers',
    before: 1,
    after: 2,
    prepare: async (remoteHotel) => {
      const holder = await insertHolderAt(remoteHotel);
      for (const days of [
        [LONG_AGO, LAST_DAY],
        [FIRST_DAY, FAR_AHEAD],
        [FIRST_DAY, FAR_AHEAD],
      ] as const)
        await insertVoucher(db, fixtures, holder, days);
      return async () =>
        (await get<{ data: { members: { available_vouchers: number }[] } }>('search', { q: holder.cardNo })).data
          .members[0]?.available_vouchers;
    },
  },
  {
    title: 'a voucher is redeemed from its first to its last day, by the days of the redeeming hotel',
    before: [201, 409],
    after: [409, 201],
    prepare: async ({ hotel }) => {
      // The member belongs to a hotel in another zone.
      const holder = await insertHolderAt({ hotel: fixtures.h1 });
      const redeemNewVoucher = async (days: readonly [string, string]): Promise<number> =>
        postForStatus('voucher_redeem', {
          member_voucher_id: await insertVoucher(db, fixtures, holder, days),
          redeem_hotel_id: hotel,
          redeem_date: api.clock().toISOString(),
          booking_no: 'B',
          staff_name: 'Ayu',
        });
      return async () => [await redeemNewVoucher([LONG_AGO, LAST_DAY]), await redeemNewVoucher([FIRST_DAY, FAR_AHEAD])];
    },
  },
  {
    title: 'an expired voucher may begin before its card, a valid one may not',
    before: [422, 422],
    after: [200, 200],
    prepare: async (remoteHotel) => {
      const holder = await insertHolderAt(remoteHotel, { start: '2025-06-01' });
      const issueVoucher = async (): Promise<number> => {
        const id = await insertVoucher(db, fixtures, holder, ['2025-03-20', LAST_DAY]);
        await sql`update member_voucher set issued_as = ${`far ${id}`} where id = ${id}`.execute(db.kysely);
        return id;
      };
      const [changedVoucher, bulkVoucher] = [await issueVoucher(), await issueVoucher()];
      const set = { redeem_date: '2025-03-10' };
      return async () => [
        await postForStatus(`member_voucher/${changedVoucher}`, set),
        await postForStatus('member_voucher/updateBulk', { ids: [bulkVoucher], set }),
      ];
    },
  },
  {
    title: 'a member is active until the last day of the card',
    before: 'active',
    after: 'not_maintained',
    prepare: async (remoteHotel) => computeStanding(await insertHolderAt(remoteHotel, { end: LAST_DAY })),
  },
  {
    title: 'a member has a status from the first day of the card on',
    before: 'none',
    after: 'active',
    prepare: async (remoteHotel) => computeStanding(await insertHolderAt(remoteHotel, { start: FIRST_DAY })),
  },
  {
    title: 'a member has lapsed after the renewal window',
    before: 'not_maintained',
    after: 'lapsed',
    prepare: async (remoteHotel) =>
      computeStanding(await insertHolderAt(remoteHotel, { start: '2023-10-01', end: addDays(LAST_DAY, -DAYS_AFTER) })),
  },
  {
    title: 'the maintenance job updates the status of a member whose card has ended',
    before: 'active',
    after: 'not_maintained',
    prepare: async (remoteHotel) => storedStandingOf(await insertHolderAt(remoteHotel, { end: LAST_DAY })),
  },
  {
    title: 'the maintenance job updates the status of a member whose card begins',
    before: 'none',
    after: 'active',
    prepare: async (remoteHotel) => storedStandingOf(await insertHolderAt(remoteHotel, { start: FIRST_DAY })),
  },
  {
    title: 'the maintenance job updates the status of a member after the renewal window',
    before: 'not_maintained',
    after: 'lapsed',
    prepare: async (remoteHotel) =>
      storedStandingOf(await insertHolderAt(remoteHotel, { start: '2023-10-01', end: addDays(LAST_DAY, -DAYS_AFTER) })),
  },
  {
    title: 'the dashboard shows the present month',
    before: LAST_DAY.slice(0, 7),
    after: FIRST_DAY.slice(0, 7),
    prepare: async (remoteHotel) => createDashboardAction(remoteHotel, ({ month }) => month),
  },
  {
    title: 'the dashboard counts members who joined in this month and in the last one',
    before: [1, 0],
    after: [1, 1],
    prepare: async (remoteHotel) => {
      await insertHolderAt(remoteHotel, { start: LAST_DAY });
      await insertHolderAt(remoteHotel, { start: FIRST_DAY });
      return createDashboardAction(remoteHotel, ({ joined }) => numbersOf(joined));
    },
  },
  {
    title: 'the dashboard counts members who lapsed in this month and in the last one',
    before: [1, 0],
    after: [0, 2],
    prepare: async (remoteHotel) => {
      await insertHolderAt(remoteHotel, { end: addDays(LAST_DAY, -1) });
      await insertHolderAt(remoteHotel, { end: LAST_DAY });
      return createDashboardAction(remoteHotel, ({ lapsed }) => numbersOf(lapsed));
    },
  },
  {
    title: 'the dashboard counts members whose cards end in the next days',
    before: [1, 2],
    after: [1, 1],
    prepare: async (remoteHotel) => {
      await insertHolderAt(remoteHotel, { end: LAST_DAY });
      await insertHolderAt(remoteHotel, { end: addDays(FIRST_DAY, 30) });
      return createDashboardAction(remoteHotel, ({ expiring }) => expiring.slice(0, 2).map(({ number }) => number));
    },
  },
  {
    title: 'the dashboard counts open vouchers of this month and of later months',
    before: 3,
    after: 2,
    prepare: async (remoteHotel) => {
      const holder = await insertHolderAt(remoteHotel);
      for (const lastDay of [LAST_DAY, FIRST_DAY, '2025-05-31'])
        await insertVoucher(db, fixtures, holder, [LONG_AGO, lastDay]);
      return createDashboardAction(remoteHotel, ({ vouchers }) => vouchers.number);
    },
  },
  ...(
    [
      ['by month', {}],
      ['by kind', { columns: 'voucher.name,benefit.open,benefit.expired' }],
      ['for a part of a month', { 'filter[member_voucher.created_at][date_between]': '2025-03-05,2025-03-30' }],
    ] as const
  ).map(([title, params]): DayChangeCase => ({
    title: `the report of vouchers counts open and expired ones, ${title}`,
    before: [[3, 1]],
    after: [[2, 2]],
    prepare: async (remoteHotel) => {
      const holder = await insertHolderAt(remoteHotel);
      for (const lastDay of [addDays(LAST_DAY, -1), LAST_DAY, FIRST_DAY, '2025-05-31'])
        await insertVoucher(db, fixtures, holder, [LONG_AGO, lastDay]);
      return createBenefitAction(remoteHotel, { columns: 'benefit.open,benefit.expired', ...params });
    },
  })),
  {
    title: 'the renewals due begin with the first day of the window',
    before: 0,
    after: 1,
    prepare: async (remoteHotel) => {
      await insertHolderAt(remoteHotel, { end: addDays(FIRST_DAY, DAYS_BEFORE) });
      return countCallList('renewal', remoteHotel);
    },
  },
  {
    title: 'the renewals due end with the last day of the window',
    before: 1,
    after: 0,
    prepare: async (remoteHotel) => {
      await insertHolderAt(remoteHotel, { start: '2023-10-01', end: addDays(LAST_DAY, -DAYS_AFTER) });
      return countCallList('renewal', remoteHotel);
    },
  },
  {
    title: 'the cards that end soon include those of today and of the thirtieth day',
    before: 1,
    after: 2,
    prepare: async (remoteHotel) => {
      await insertHolderAt(remoteHotel, { end: LAST_DAY });
      await insertHolderAt(remoteHotel, { end: addDays(FIRST_DAY, 30) });
      await insertHolderAt(remoteHotel, { end: addDays(FIRST_DAY, 30) });
      return countCallList('expiring', remoteHotel);
    },
  },
  {
    title: 'members who did not use their card are listed after ninety days',
    before: 0,
    after: 1,
    prepare: async (remoteHotel) => {
      await insertHolderAt(remoteHotel, { start: addDays(FIRST_DAY, -90) });
      return countCallList('never_used', remoteHotel);
    },
  },
  {
    title: 'members who did not use their card are listed while it runs',
    before: 1,
    after: 0,
    prepare: async (remoteHotel) => {
      await insertHolderAt(remoteHotel, { end: LAST_DAY });
      return countCallList('never_used', remoteHotel);
    },
  },
  {
    title: 'members close to the next tier are listed while their card runs',
    before: 1,
    after: 0,
    prepare: async (remoteHotel) => {
      const { member } = await insertHolderAt(remoteHotel, { end: LAST_DAY });
      await sql`update member set comp_visits_period = 6 where id = ${member}`.execute(db.kysely);
      return countCallList('near_upgrade', remoteHotel);
    },
  },
  {
    title: 'the birthdays are those of today and the next six days',
    before: 1,
    after: 2,
    prepare: async (remoteHotel) => {
      await insertHolderAt(remoteHotel, { birthDate: `1990-${LAST_DAY.slice(5)}` });
      for (let n = 0; n < 2; n += 1)
        await insertHolderAt(remoteHotel, { birthDate: `1990-${addDays(FIRST_DAY, 6).slice(5)}` });
      return countCallList('birthday', remoteHotel);
    },
  },
  {
    title: 'a member is listed from the callback day on',
    before: 0,
    after: 1,
    prepare: async (remoteHotel) => {
      const { member } = await insertHolderAt(remoteHotel, { end: addDays(LAST_DAY, 20) });
      await sql`insert into member_call (member_id, work_list, outcome, call_back_on)
        values (${member}, 'expiring', 'call_back', ${FIRST_DAY})`.execute(db.kysely);
      return countCallList('expiring', remoteHotel);
    },
  },
  {
    title: 'a member may renew from the first day of the window on',
    before: [],
    after: ['renew'],
    prepare: async (remoteHotel) =>
      readSaleActions(await insertHolderAt(remoteHotel, { end: addDays(FIRST_DAY, DAYS_BEFORE) }), remoteHotel),
  },
  {
    title: 'a member may renew until the last day of the window',
    before: ['sell', 'renew', 'give'],
    after: ['sell', 'give'],
    prepare: async (remoteHotel) =>
      readSaleActions(
        await insertHolderAt(remoteHotel, { start: '2023-10-01', end: addDays(LAST_DAY, -DAYS_AFTER) }),
        remoteHotel,
      ),
  },
  {
    title: 'a member may be sold a membership when the card has ended',
    before: ['renew'],
    after: ['sell', 'renew', 'give'],
    prepare: async (remoteHotel) => readSaleActions(await insertHolderAt(remoteHotel, { end: LAST_DAY }), remoteHotel),
  },
  {
    title: 'the page of a member shows the day',
    before: LAST_DAY,
    after: FIRST_DAY,
    prepare: async (remoteHotel) => {
      const holder = await insertHolderAt(remoteHotel);
      return async () => (await readStanding(holder)).day;
    },
  },
  {
    title: 'a sale is entered at most 31 days later',
    before: 201,
    after: 422,
    prepare: async (remoteHotel) => {
      const transaction_date = noonOf(addDays(LAST_DAY, -31), remoteHotel);
      return async () => (await fixtures.sell({ hotel_id: remoteHotel.hotel, transaction_date })).status;
    },
  },
  {
    title: 'a visit needs a remark from two days late on',
    before: 201,
    after: 422,
    prepare: async (remoteHotel) => {
      const { member } = await insertHolderAt(remoteHotel);
      return () =>
        postForStatus('visit', createBillInput(member, remoteHotel, noonOf(addDays(LAST_DAY, -1), remoteHotel)));
    },
  },
  {
    title: 'a visit is posted at most three months later',
    before: 201,
    after: 422,
    prepare: async (remoteHotel) => {
      const { member } = await insertHolderAt(remoteHotel);
      return () =>
        postForStatus('visit', createBillInput(member, remoteHotel, noonOf('2024-12-31', remoteHotel), 'Found late'));
    },
  },
  {
    title: 'a hotel gives a limited number of free memberships a month',
    before: 409,
    after: 201,
    prepare: async ({ hotel }) => {
      await sql`
        insert into transaction (transaction_type_id, hotel_id, transaction_date)
        select ${await fixtures.findOptionDetail('transaction-type', String(SALE_TYPE.free))}, ${hotel}, '2025-03-20T12:00Z'
        from generate_series(1, option_number('free-memberships', 'per-month')::integer)`.execute(db.kysely);
      return async () => (await fixtures.giveMembership({ hotel_id: hotel })).status;
    },
  },
  {
    title: "a hotel's system has access until its last day",
    before: true,
    after: false,
    prepare: async ({ hotel }) => {
      const { id } = await inputs.create(resources.integration, { hotel_id: hotel, end_date: LAST_DAY, is_active: 1 });
      return () =>
        readValue(sql`
          select integration_permissions_version(decode(access_token, 'hex'),
              ${api.clock()}::timestamptz) is not null as value
          from integration where id = ${id}`);
    },
  },
  {
    title: 'staff set a tier while the card runs',
    before: 200,
    after: 409,
    prepare: async (remoteHotel) => {
      const holder = await insertHolderAt(remoteHotel, { end: LAST_DAY });
      let level = fixtures.platinum;
      return async () => {
        const body = { membership_id: level, remark: 'Known' };
        level = fixtures.gold;
        return postForStatus(`member/${holder.member}/membership`, body);
      };
    },
  },
  {
    title: 'visits lead to the next membership while the card runs',
    before: fixtures.platinum,
    after: fixtures.gold,
    prepare: async (remoteHotel) => async () => {
      const { member } = await insertHolderAt(remoteHotel, { end: LAST_DAY });
      await sql`update member set comp_visits_period = 7 where id = ${member}`.execute(db.kysely);
      expect(
        await postForStatus(
          'visit',
          createBillInput(member, remoteHotel, noonOf(addDays(LAST_DAY, -1), remoteHotel), 'Posted late'),
        ),
      ).toBe(201);
      return readValue(sql`select membership_id as value from member where id = ${member}`);
    },
  },
  {
    title: 'a dry run of deleting members counts running cards',
    before: 1,
    after: 0,
    prepare: async (remoteHotel) => {
      const { member } = await insertHolderAt(remoteHotel, { end: LAST_DAY });
      return async () => {
        const body = { ids: [member], dry_run: 1 };
        const { data } = (
          await call<{ data: { running_cards: number } }>(app, admin.token, 'POST', '/api/member/destroyBulk', { body })
        ).body;
        return data.running_cards;
      };
    },
  },
  {
    title: 'a birthday mail is sent from eight in the morning on',
    before: 0,
    after: 1,
    hour: 8,
    prepare: async (remoteHotel) =>
      countMailsTo(await insertHolderAt(remoteHotel, { birthDate: `1990-${FIRST_DAY.slice(5)}` }), 'birthday'),
  },
  {
    title: 'a birthday mail is sent on the birthday at the latest',
    before: 0,
    after: 0,
    hour: 8,
    prepare: async (remoteHotel) =>
      countMailsTo(await insertHolderAt(remoteHotel, { birthDate: `1990-${LAST_DAY.slice(5)}` }), 'birthday'),
  },
  {
    title: 'a member is reminded thirty days before the last day',
    before: 0,
    after: 1,
    hour: 8,
    prepare: async (remoteHotel) =>
      countMailsTo(await insertHolderAt(remoteHotel, { end: addDays(FIRST_DAY, 30) }), 'expiry-reminder'),
  },
  {
    title: 'a member is reminded no earlier than thirty days before the last day',
    before: 0,
    after: 0,
    hour: 8,
    prepare: async (remoteHotel) =>
      countMailsTo(await insertHolderAt(remoteHotel, { end: addDays(FIRST_DAY, 31) }), 'expiry-reminder'),
  },
  {
    title: 'a missed reminder is sent up to three days late',
    before: 0,
    after: 1,
    hour: 8,
    prepare: async (remoteHotel) =>
      countMailsTo(await insertHolderAt(remoteHotel, { end: addDays(FIRST_DAY, 27) }), 'expiry-reminder'),
  },
  {
    title: 'a missed reminder is not sent four days late',
    before: 0,
    after: 0,
    hour: 8,
    prepare: async (remoteHotel) =>
      countMailsTo(await insertHolderAt(remoteHotel, { end: addDays(FIRST_DAY, 26) }), 'expiry-reminder'),
  },
  {
    title: "a webhook gets events until the last day of its hotel's system",
    before: 1,
    after: 1,
    prepare: async (remoteHotel) => {
      const { member } = await insertHolderAt(remoteHotel);
      const system = await createSystem(api, remoteHotel.hotel, { end_date: LAST_DAY });
      const webhook = await readId(sql`
        insert into webhook (name, integration_id, url, is_active, secret, visit_posted)
        values (gen_random_uuid(), ${system.id}, 'https://pms.hotel.example/1', true, gen_random_uuid(), true)
        returning id`);
      return async () => {
        await insertVisit(member, remoteHotel, noonOf(LAST_DAY, remoteHotel)).execute(db.kysely);
        await writeMessages(
          db,
          createResourceHooks(async () => undefined),
        );
        return readValue(sql`select count(*)::int as value from webhook_delivery where webhook_id = ${webhook}`);
      };
    },
  },
  {
    title: 'a guest gets one thank-you mail for the visits of a day',
    before: 1,
    after: 2,
    prepare: async (remoteHotel) => {
      const { member } = await insertHolderAt(remoteHotel);
      return async () => {
        for (const visit_date of [noonOf(LAST_DAY, remoteHotel), api.clock().toISOString()])
          expect(await postForStatus('visit', createBillInput(member, remoteHotel, visit_date))).toBe(201);
        await processDeferredOrders(db);
        return readValue(sql`
          select count(*)::int as value from mail_cause where occasion like ${`thanks ${member} %`}`);
      };
    },
  },
  {
    title: 'a month may be closed two hours after its end',
    before: '2025-02',
    after: '2025-03',
    hour: 2,
    prepare:
      async ({ country }) =>
      async () => {
        const { countries } = await get<{ countries: { id: number; month: string }[] }>('month_close');
        return countries.find(({ id }) => id === country)?.month;
      },
  },
  ...(
    [
      ['today', 1, 0],
      ['this_month', 1, 0],
      ['last_month', 0, 1],
      ['month_to_yesterday', 0, 0],
    ] as const
  ).map(([preset, before, after]): DayChangeCase => ({
    title: `a list finds the moments of ${preset}`,
    before,
    after,
    prepare: async (remoteHotel) => {
      const { member } = await insertHolderAt(remoteHotel);
      await insertVisit(member, remoteHotel, noonOf(LAST_DAY, remoteHotel)).execute(db.kysely);
      return countMatches('visit', {
        'filter[visit_date][preset]': preset,
        'filter[member_id][includes]': String(member),
      });
    },
  })),
  {
    title: 'a list finds the days of next_30_days',
    before: 0,
    after: 1,
    prepare: async (remoteHotel) => {
      const { card } = await insertHolderAt(remoteHotel, { end: addDays(FIRST_DAY, 30) });
      return countMatches('member_card', {
        'filter[end_date][preset]': 'next_30_days',
        'filter[id][eq]': String(card),
      });
    },
  },
  {
    title: 'the front desk shows its day, and the days to a birthday',
    before: [LAST_DAY, 0],
    after: [FIRST_DAY, -1],
    prepare: async (remoteHotel) => {
      const { cardNo } = await insertHolderAt(remoteHotel, { birthDate: `1990-${LAST_DAY.slice(5)}` });
      return async () => {
        const query = { q: cardNo, hotel_id: remoteHotel.hotel };
        interface FrontDesk {
          readonly day: string;
          readonly guests: readonly { readonly greeting: { readonly birthday_in: number | null } }[];
        }
        const { day, guests } = (await get<{ data: FrontDesk }>('voucher_redeem/counter', query)).data;
        return [day, guests[0]?.greeting.birthday_in];
      };
    },
  },
  {
    title: 'the overview of a member counts the visits of this year',
    day: '2025-01-01',
    before: 1,
    after: 0,
    prepare: async (remoteHotel) => {
      const { member } = await insertHolderAt(remoteHotel);
      await insertVisit(member, remoteHotel, noonOf('2024-12-31', remoteHotel)).execute(db.kysely);
      interface Overview {
        readonly spend: { readonly this_year: { readonly visits: number } };
      }
      return async () => (await get<{ data: Overview }>(`member/${member}/overview`)).data.spend.this_year.visits;
    },
  },
  {
    title: 'a receipt has the day on which it is printed',
    before: LAST_DAY,
    after: FIRST_DAY,
    prepare: async (remoteHotel) => {
      const printReceipt = async () => {
        const { rows } = await sql<{ id: number }>`
          insert into transaction (transaction_type_id, hotel_id, transaction_date)
          values (${await fixtures.findOptionDetail('transaction-type', String(SALE_TYPE.sale))}, ${remoteHotel.hotel},
              '2025-03-20T12:00Z') returning id`.execute(db.kysely);
        await postForStatus(`transaction/${rows[0]?.id}/receipt`, { language: 'en' });
        return readValue(sql`select receipt_date::text as value from receipt where transaction_id = ${rows[0]?.id}`);
      };
      return printReceipt;
    },
  },
];

/** The values in the last second before the change and in the first second after it. */
async function valuesAtDayChange(
  { prepare, day = FIRST_DAY, hour = 0 }: DayChangeCase,
  remoteHotel: RemoteHotel,
): Promise<readonly unknown[]> {
  const changeSecond = hour * 3600;
  await api.setNow(secondOf(addDays(day, -11), remoteHotel.zone));
  const request = await prepare(remoteHotel);
  await api.setNow(secondOf(day, remoteHotel.zone, changeSecond - 1));
  const before = await request();
  await api.setNow(secondOf(day, remoteHotel.zone, changeSecond));
  return [before, await request()];
}

test.each(DAY_CHANGE_CASES.map((item) => [item.title, item] as const))('%s', async (_, dayChange) => {
  for (const zone of remoteZones()) {
    const remoteHotel = await createRemoteHotel(db, fixtures.r1, zone);
    expect(await valuesAtDayChange(dayChange, remoteHotel), remoteHotel.zone).toEqual([
      dayChange.before,
      dayChange.after,
    ]);
  }
});
