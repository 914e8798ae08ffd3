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
import { orderDailyMails } from './member-mails/calendar.ts';
import { processDeferredOrders } from './member-mails/order-mails.ts';
import { writeMessages } from './webhooks/messages.ts';

/**
 * Values that depend on the day change exactly when the day changes at the hotel, in every zone: one second earlier
 * they are still the old ones. Each place that compares a day with today has an entry here.
 */

const api = await startTestApp({ isDatabaseClockSet: true, isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);

/**
 * The last day of periods that end, and the first day of periods that begin; midnight lies between them. Both are far
 * from LONG_AGO and FAR_AHEAD, where nothing ends.
 */
const [LAST, FIRST] = ['2025-03-31', '2025-04-01'];
const [LONG_AGO, FAR_AHEAD] = ['2024-05-01', '2026-04-30'];
/** The day `days` after another. */
const plus = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();
/** Noon of a day, local to a hotel. */
const noonOf = (day: string, { zone }: RemoteHotel): string => secondOf(day, zone, 12 * 3600).toISOString();

type Value = RawBuilder<{ value: unknown }>;
const valueOf = async (query: Value): Promise<unknown> => (await query.execute(db.kysely)).rows[0]?.value;

const idOf = async (query: RawBuilder<{ id: number }>): Promise<number> => {
  const { rows } = await query.execute(db.kysely);
  return rows[0]?.id ?? 0;
};
const get = async <Body>(path: string, query: Record<string, string | number> = {}): Promise<Body> => {
  const reply = await call<Body>(app, admin.token, 'GET', `/api/${path}?${queryString(query)}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
/** The response status of a call with this body. */
const statusOf = async (path: string, body: Input): Promise<number> =>
  (await call(app, admin.token, 'POST', `/api/${path}`, { body })).status;

/** Creates a card holder at the hotel. By default the card is valid for the whole test period. */
const holderAt = (
  { hotel }: { hotel: number },
  days: { start?: string; end?: string; birthDate?: string } = {},
): Promise<Holder> => insertHolder(db, fixtures, hotel, { start: LONG_AGO, end: FAR_AHEAD, ...days });

type Action = () => Promise<unknown>;
interface DayChangeCase {
  readonly title: string;
  /** Expected value in the last second before the turn; `after` is the one in the first second after it. */
  readonly before: unknown;
  readonly after: unknown;
  /** The day that begins, if it is not FIRST. */
  readonly day?: string;
  /** Local hour at which the value changes, if not midnight. */
  readonly hour?: number;
  /** Creates the records some days earlier. */
  readonly make: (there: RemoteHotel) => Promise<Action>;
}

const standingOf = ({ member }: Holder): Action => {
  const rules = sql`counts_visits_by_day(), max_visits_per_day(), option_number('renewal-window', 'after')::integer`;
  return () =>
    valueOf(sql`select (t.computed).standing as value from compute_standing(${rules}) t where t.member_id = ${member}`);
};
/** The stored standing, after the maintenance job has run. */
const storedStandingOf = ({ member }: Holder): Action => {
  return async () => {
    await sql`select recompute_due_standing(100000)`.execute(db.kysely);
    return valueOf(sql`select standing as value from member_standing where member_id = ${member}`);
  };
};

interface Standing {
  readonly day: string;
  readonly vouchers: readonly { readonly id: number; readonly rejection: string | null }[];
  readonly may: { readonly sale: Readonly<Record<string, string | null>>; readonly redeem: string | null };
}
const pageOf = async ({ member }: Holder): Promise<Standing> =>
  (await get<{ data: Standing }>(`member/${member}/standing`)).data;
/** The kinds of sale that the member's page and the sale wizard offer. Asserts that both agree. */
const salesTo =
  (holder: Holder, { hotel }: RemoteHotel): Action =>
  async () => {
    const { sale } = (await pageOf(holder)).may;
    const kinds = { sell: SALE_TYPE.sale, renew: SALE_TYPE.renewal, give: SALE_TYPE.free };
    const offered: string[] = [];
    for (const [kind, type] of Object.entries(kinds)) {
      const query = { hotel_id: hotel, type, member_id: holder.member };
      const { data } = await get<{ data: { rejection: unknown } }>('transaction/offers', query);
      if (data.rejection === null) offered.push(kind);
    }
    expect(offered).toEqual(Object.keys(kinds).filter((kind) => sale[kind] === null));
    return offered;
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
const dashboardOf =
  ({ hotel }: RemoteHotel, part: (dashboard: Dashboard) => unknown): Action =>
  async () =>
    part((await get<{ data: Dashboard }>('dashboard', { hotel_id: hotel })).data);
const numbers = ({ this_month, last_month }: Months): readonly number[] => [this_month.number, last_month.number];

/** Open and expired vouchers of the hotel, as the report counts them. */
const benefitOf = async (there: RemoteHotel, params: Record<string, string>): Promise<Action> => {
  const code = await valueOf(sql`select code as value from hotel where id = ${there.hotel}`);
  return async () => {
    const query = { ...params, 'filter[hotel.code][exact]': String(code) };
    const { data } = await get<{ data: Record<string, unknown>[] }>('report/run/benefit-report', query);
    return data.map((row) => [row['benefit.open'], row['benefit.expired']]);
  };
};

/** Number of members of the hotel on a call list. */
const listed =
  (key: string, { hotel }: RemoteHotel): Action =>
  async () =>
    (await get<{ data: unknown[] }>(`work_list/${key}`, { hotel_id: hotel })).data.length;

/** Number of records of a list that match a filter. */
const found =
  (path: string, query: Record<string, string>): Action =>
  async () =>
    (await get<{ data: unknown[] }>(path, query)).data.length;

const insertVisit = (member: number, { hotel }: RemoteHotel, at: string) => sql`
  insert into visit (hotel_id, member_id, visit_date, reference_no, staff_name, total_fb, total_room, total_others)
  values (${hotel}, ${member}, ${at}, gen_random_uuid(), 'Sari', 500000, 0, 0)`;

let bills = 0;
const bill = (member: number, { hotel }: RemoteHotel, visit_date: string, remark: string | null = null): Input => {
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
const mailsTo =
  ({ member }: Holder, kind: string): Action =>
  async () => {
    await orderDailyMails(db, api.clock());
    return valueOf(sql`
      select count(*)::int as value from mail_cause where occasion like ${`${kind} ${member} %`}`);
  };

const DAYS_BEFORE = 90;
const DAYS_AFTER = 180;

const DAY_CHANGE_CASES: readonly DayChangeCase[] = [
  {
    title: 'an issued voucher counts as open, then as expired',
    before: [1, 0],
    after: [0, 1],
    make: async (there) => {
      const id = await insertVoucher(db, fixtures, await holderAt(there), [LONG_AGO, LAST]);
      return () => valueOf(sql`select json_build_array(open, expired) as value from issued_voucher where id = ${id}`);
    },
  },
  {
    title: 'the list of vouchers shows their state, and filters by it',
    before: { shown: ['available', 'upcoming'], upcoming: 1, available: 1, expired: 0 },
    after: { shown: ['expired', 'available'], upcoming: 0, available: 1, expired: 1 },
    make: async (there) => {
      const holder = await holderAt(there);
      await insertVoucher(db, fixtures, holder, [LONG_AGO, LAST]);
      await insertVoucher(db, fixtures, holder, [FIRST, FAR_AHEAD]);
      const ofMember = { 'filter[member_id][includes]': String(holder.member) };
      return async () => {
        const { data } = await get<{ data: { state: string }[] }>('member_voucher', { ...ofMember, sort: 'id' });
        const by = (state: string) => found('member_voucher', { ...ofMember, 'filter[state][includes]': state })();
        return {
          shown: data.map(({ state }) => state),
          upcoming: await by('upcoming'),
          available: await by('available'),
          expired: await by('expired'),
        };
      };
    },
  },
  {
    title: 'the member page lists valid vouchers, and why others are not valid yet',
    before: [null, 'not_yet_valid'],
    after: [null],
    make: async (there) => {
      const holder = await holderAt(there);
      await insertVoucher(db, fixtures, holder, [LONG_AGO, LAST]);
      await insertVoucher(db, fixtures, holder, [FIRST, FAR_AHEAD]);
      return async () => (await pageOf(holder)).vouchers.map(({ rejection }) => rejection);
    },
  },
  {
    title: 'the search counts redeemable vouchers',
    before: 1,
    after: 2,
    make: async (there) => {
      const holder = await holderAt(there);
      for (const days of [
        [LONG_AGO, LAST],
        [FIRST, FAR_AHEAD],
        [FIRST, FAR_AHEAD],
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
    make: async ({ hotel }) => {
      // The member belongs to a hotel in another zone.
      const holder = await holderAt({ hotel: fixtures.h1 });
      const redeemed = async (days: readonly [string, string]): Promise<number> =>
        statusOf('voucher_redeem', {
          member_voucher_id: await insertVoucher(db, fixtures, holder, days),
          redeem_hotel_id: hotel,
          redeem_date: api.clock().toISOString(),
          booking_no: 'B',
          staff_name: 'Ayu',
        });
      return async () => [await redeemed([LONG_AGO, LAST]), await redeemed([FIRST, FAR_AHEAD])];
    },
  },
  {
    title: 'an expired voucher may begin before its card, a valid one may not',
    before: [422, false],
    after: [200, true],
    make: async (there) => {
      const holder = await holderAt(there, { start: '2025-06-01' });
      const issued = async (): Promise<number> => {
        const id = await insertVoucher(db, fixtures, holder, ['2025-03-20', LAST]);
        await sql`update member_voucher set issued_as = ${`far ${id}`} where id = ${id}`.execute(db.kysely);
        return id;
      };
      const [byCall, byStatement] = [await issued(), await issued()];
      return async () => [
        await statusOf(`member_voucher/${byCall}`, { redeem_date: '2025-03-10' }),
        await db.kysely
          .transaction()
          .execute(async (tx) => {
            await sql`select set_config('innkeeper.actor', ${String(admin.id)}, true)`.execute(tx);
            await sql`update member_voucher set redeem_date = '2025-03-10' where id = ${byStatement}`.execute(tx);
            return true;
          })
          .catch((error: unknown) => {
            if (error instanceof Error && /before_card/.test(JSON.stringify(error))) return false;
            throw error;
          }),
      ];
    },
  },
  {
    title: 'a member is active until the last day of the card',
    before: 'active',
    after: 'not_maintained',
    make: async (there) => standingOf(await holderAt(there, { end: LAST })),
  },
  {
    title: 'a member has a status from the first day of the card on',
    before: 'none',
    after: 'active',
    make: async (there) => standingOf(await holderAt(there, { start: FIRST })),
  },
  {
    title: 'a member has lapsed after the renewal window',
    before: 'not_maintained',
    after: 'lapsed',
    make: async (there) => standingOf(await holderAt(there, { start: '2023-10-01', end: plus(LAST, -DAYS_AFTER) })),
  },
  {
    title: 'the maintenance job updates the status of a member whose card has ended',
    before: 'active',
    after: 'not_maintained',
    make: async (there) => storedStandingOf(await holderAt(there, { end: LAST })),
  },
  {
    title: 'the maintenance job updates the status of a member whose card begins',
    before: 'none',
    after: 'active',
    make: async (there) => storedStandingOf(await holderAt(there, { start: FIRST })),
  },
  {
    title: 'the maintenance job updates the status of a member after the renewal window',
    before: 'not_maintained',
    after: 'lapsed',
    make: async (there) =>
      storedStandingOf(await holderAt(there, { start: '2023-10-01', end: plus(LAST, -DAYS_AFTER) })),
  },
  {
    title: 'the dashboard shows the present month',
    before: LAST.slice(0, 7),
    after: FIRST.slice(0, 7),
    make: async (there) => dashboardOf(there, ({ month }) => month),
  },
  {
    title: 'the dashboard counts members who joined in this month and in the last one',
    before: [1, 0],
    after: [1, 1],
    make: async (there) => {
      await holderAt(there, { start: LAST });
      await holderAt(there, { start: FIRST });
      return dashboardOf(there, ({ joined }) => numbers(joined));
    },
  },
  {
    title: 'the dashboard counts members who lapsed in this month and in the last one',
    before: [1, 0],
    after: [0, 2],
    make: async (there) => {
      await holderAt(there, { end: plus(LAST, -1) });
      await holderAt(there, { end: LAST });
      return dashboardOf(there, ({ lapsed }) => numbers(lapsed));
    },
  },
  {
    title: 'the dashboard counts members whose cards end in the next days',
    before: [1, 2],
    after: [1, 1],
    make: async (there) => {
      await holderAt(there, { end: LAST });
      await holderAt(there, { end: plus(FIRST, 30) });
      return dashboardOf(there, ({ expiring }) => expiring.slice(0, 2).map(({ number }) => number));
    },
  },
  {
    title: 'the dashboard counts open vouchers of this month and of later months',
    before: 3,
    after: 2,
    make: async (there) => {
      const holder = await holderAt(there);
      for (const until of [LAST, FIRST, '2025-05-31']) await insertVoucher(db, fixtures, holder, [LONG_AGO, until]);
      return dashboardOf(there, ({ vouchers }) => vouchers.number);
    },
  },
  ...(
    [
      ['by month', {}],
      ['by kind', { columns: 'voucher.name,benefit.open,benefit.expired' }],
      ['for a part of a month', { 'filter[member_voucher.created_at][date_between]': '2025-03-05,2025-03-30' }],
    ] as const
  ).map(([which, params]): DayChangeCase => ({
    title: `the report of vouchers counts open and expired ones, ${which}`,
    before: [[3, 1]],
    after: [[2, 2]],
    make: async (there) => {
      const holder = await holderAt(there);
      for (const until of [plus(LAST, -1), LAST, FIRST, '2025-05-31'])
        await insertVoucher(db, fixtures, holder, [LONG_AGO, until]);
      return benefitOf(there, { columns: 'benefit.open,benefit.expired', ...params });
    },
  })),
  {
    title: 'the renewals due begin with the first day of the window',
    before: 0,
    after: 1,
    make: async (there) => {
      await holderAt(there, { end: plus(FIRST, DAYS_BEFORE) });
      return listed('renewal', there);
    },
  },
  {
    title: 'the renewals due end with the last day of the window',
    before: 1,
    after: 0,
    make: async (there) => {
      await holderAt(there, { start: '2023-10-01', end: plus(LAST, -DAYS_AFTER) });
      return listed('renewal', there);
    },
  },
  {
    title: 'the cards that end soon include those of today and of the thirtieth day',
    before: 1,
    after: 2,
    make: async (there) => {
      await holderAt(there, { end: LAST });
      await holderAt(there, { end: plus(FIRST, 30) });
      await holderAt(there, { end: plus(FIRST, 30) });
      return listed('expiring', there);
    },
  },
  {
    title: 'members who did not use their card are listed after ninety days',
    before: 0,
    after: 1,
    make: async (there) => {
      await holderAt(there, { start: plus(FIRST, -90) });
      return listed('never_used', there);
    },
  },
  {
    title: 'members who did not use their card are listed while it runs',
    before: 1,
    after: 0,
    make: async (there) => {
      await holderAt(there, { end: LAST });
      return listed('never_used', there);
    },
  },
  {
    title: 'members close to the next tier are listed while their card runs',
    before: 1,
    after: 0,
    make: async (there) => {
      const { member } = await holderAt(there, { end: LAST });
      await sql`update member set comp_visits_period = 6 where id = ${member}`.execute(db.kysely);
      return listed('near_upgrade', there);
    },
  },
  {
    title: 'the birthdays are those of today and the next six days',
    before: 1,
    after: 2,
    make: async (there) => {
      await holderAt(there, { birthDate: `1990-${LAST.slice(5)}` });
      for (let n = 0; n < 2; n += 1) await holderAt(there, { birthDate: `1990-${plus(FIRST, 6).slice(5)}` });
      return listed('birthday', there);
    },
  },
  {
    title: 'a member is listed from the callback day on',
    before: 0,
    after: 1,
    make: async (there) => {
      const { member } = await holderAt(there, { end: plus(LAST, 20) });
      await sql`insert into member_call (member_id, work_list, outcome, call_back_on)
        values (${member}, 'expiring', 'call_back', ${FIRST})`.execute(db.kysely);
      return listed('expiring', there);
    },
  },
  {
    title: 'a member may renew from the first day of the window on',
    before: [],
    after: ['renew'],
    make: async (there) => salesTo(await holderAt(there, { end: plus(FIRST, DAYS_BEFORE) }), there),
  },
  {
    title: 'a member may renew until the last day of the window',
    before: ['sell', 'renew', 'give'],
    after: ['sell', 'give'],
    make: async (there) => salesTo(await holderAt(there, { start: '2023-10-01', end: plus(LAST, -DAYS_AFTER) }), there),
  },
  {
    title: 'a member may be sold a membership when the card has ended',
    before: ['renew'],
    after: ['sell', 'renew', 'give'],
    make: async (there) => salesTo(await holderAt(there, { end: LAST }), there),
  },
  {
    title: 'the page of a member shows the day',
    before: LAST,
    after: FIRST,
    make: async (there) => {
      const holder = await holderAt(there);
      return async () => (await pageOf(holder)).day;
    },
  },
  {
    title: 'a sale is entered at most 31 days later',
    before: 201,
    after: 422,
    make: async (there) => {
      const transaction_date = noonOf(plus(LAST, -31), there);
      return async () => (await fixtures.sell({ hotel_id: there.hotel, transaction_date })).status;
    },
  },
  {
    title: 'a visit needs a remark from two days late on',
    before: 201,
    after: 422,
    make: async (there) => {
      const { member } = await holderAt(there);
      return () => statusOf('visit', bill(member, there, noonOf(plus(LAST, -1), there)));
    },
  },
  {
    title: 'a visit is posted at most three months later',
    before: 201,
    after: 422,
    make: async (there) => {
      const { member } = await holderAt(there);
      return () => statusOf('visit', bill(member, there, noonOf('2024-12-31', there), 'Found late'));
    },
  },
  {
    title: 'a hotel gives a limited number of free memberships a month',
    before: 409,
    after: 201,
    make: async ({ hotel }) => {
      await sql`
        insert into transaction (transaction_type_id, hotel_id, transaction_date)
        select ${await fixtures.detail('transaction-type', String(SALE_TYPE.free))}, ${hotel}, '2025-03-20T12:00Z'
        from generate_series(1, option_number('free-memberships', 'per-month')::integer)`.execute(db.kysely);
      return async () => (await fixtures.give({ hotel_id: hotel })).status;
    },
  },
  {
    title: "a hotel's system has access until its last day",
    before: true,
    after: false,
    make: async ({ hotel }) => {
      const { id } = await inputs.create(resources.integration, { hotel_id: hotel, end_date: LAST, is_active: 1 });
      return () =>
        valueOf(sql`
          select integration_permissions_version(decode(access_token, 'hex'),
              ${api.clock()}::timestamptz) is not null as value
          from integration where id = ${id}`);
    },
  },
  {
    title: 'staff set a tier while the card runs',
    before: 200,
    after: 409,
    make: async (there) => {
      const holder = await holderAt(there, { end: LAST });
      let level = fixtures.platinum;
      return async () => {
        const body = { membership_id: level, remark: 'Known' };
        level = fixtures.gold;
        return statusOf(`member/${holder.member}/membership`, body);
      };
    },
  },
  {
    title: 'visits lead to the next membership while the card runs',
    before: fixtures.platinum,
    after: fixtures.gold,
    make: async (there) => async () => {
      const { member } = await holderAt(there, { end: LAST });
      await sql`update member set comp_visits_period = 7 where id = ${member}`.execute(db.kysely);
      expect(await statusOf('visit', bill(member, there, noonOf(plus(LAST, -1), there), 'Posted late'))).toBe(201);
      return valueOf(sql`select membership_id as value from member where id = ${member}`);
    },
  },
  {
    title: 'a dry run of deleting members counts running cards',
    before: 1,
    after: 0,
    make: async (there) => {
      const { member } = await holderAt(there, { end: LAST });
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
    make: async (there) => mailsTo(await holderAt(there, { birthDate: `1990-${FIRST.slice(5)}` }), 'birthday'),
  },
  {
    title: 'a birthday mail is sent on the birthday at the latest',
    before: 0,
    after: 0,
    hour: 8,
    make: async (there) => mailsTo(await holderAt(there, { birthDate: `1990-${LAST.slice(5)}` }), 'birthday'),
  },
  {
    title: 'a member is reminded thirty days before the last day',
    before: 0,
    after: 1,
    hour: 8,
    make: async (there) => mailsTo(await holderAt(there, { end: plus(FIRST, 30) }), 'expiry-reminder'),
  },
  {
    title: 'a member is reminded no earlier than thirty days before the last day',
    before: 0,
    after: 0,
    hour: 8,
    make: async (there) => mailsTo(await holderAt(there, { end: plus(FIRST, 31) }), 'expiry-reminder'),
  },
  {
    title: 'a missed reminder is sent up to three days late',
    before: 0,
    after: 1,
    hour: 8,
    make: async (there) => mailsTo(await holderAt(there, { end: plus(FIRST, 27) }), 'expiry-reminder'),
  },
  {
    title: 'a missed reminder is not sent four days late',
    before: 0,
    after: 0,
    hour: 8,
    make: async (there) => mailsTo(await holderAt(there, { end: plus(FIRST, 26) }), 'expiry-reminder'),
  },
  {
    title: "a webhook gets events until the last day of its hotel's system",
    before: 1,
    after: 1,
    make: async (there) => {
      const { member } = await holderAt(there);
      const system = await createSystem(api, there.hotel, { end_date: LAST });
      const webhook = await idOf(sql`
        insert into webhook (name, integration_id, url, is_active, secret, visit_posted)
        values (gen_random_uuid(), ${system.id}, 'https://pms.hotel.example/1', true, gen_random_uuid(), true)
        returning id`);
      return async () => {
        await insertVisit(member, there, noonOf(LAST, there)).execute(db.kysely);
        await writeMessages(
          db,
          createResourceHooks(async () => undefined),
        );
        return valueOf(sql`select count(*)::int as value from webhook_delivery where webhook_id = ${webhook}`);
      };
    },
  },
  {
    title: 'a guest gets one thank-you mail for the visits of a day',
    before: 1,
    after: 2,
    make: async (there) => {
      const { member } = await holderAt(there);
      return async () => {
        for (const visit_date of [noonOf(LAST, there), api.clock().toISOString()])
          expect(await statusOf('visit', bill(member, there, visit_date))).toBe(201);
        await processDeferredOrders(db);
        return valueOf(sql`
          select count(*)::int as value from mail_cause where occasion like ${`thanks ${member} %`}`);
      };
    },
  },
  {
    title: 'a month may be closed two hours after its end',
    before: '2025-02',
    after: '2025-03',
    hour: 2,
    make:
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
    make: async (there) => {
      const { member } = await holderAt(there);
      await insertVisit(member, there, noonOf(LAST, there)).execute(db.kysely);
      return found('visit', { 'filter[visit_date][preset]': preset, 'filter[member_id][includes]': String(member) });
    },
  })),
  {
    title: 'a list finds the days of next_30_days',
    before: 0,
    after: 1,
    make: async (there) => {
      const { card } = await holderAt(there, { end: plus(FIRST, 30) });
      return found('member_card', { 'filter[end_date][preset]': 'next_30_days', 'filter[id][eq]': String(card) });
    },
  },
  {
    title: 'the front desk shows its day, and the days to a birthday',
    before: [LAST, 0],
    after: [FIRST, -1],
    make: async (there) => {
      const { cardNo } = await holderAt(there, { birthDate: `1990-${LAST.slice(5)}` });
      return async () => {
        const query = { q: cardNo, hotel_id: there.hotel };
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
    make: async (there) => {
      const { member } = await holderAt(there);
      await insertVisit(member, there, noonOf('2024-12-31', there)).execute(db.kysely);
      interface Overview {
        readonly spend: { readonly this_year: { readonly visits: number } };
      }
      return async () => (await get<{ data: Overview }>(`member/${member}/overview`)).data.spend.this_year.visits;
    },
  },
  {
    title: 'a receipt has the day on which it is printed',
    before: LAST,
    after: FIRST,
    make: async (there) => {
      const printed = async () => {
        const { rows } = await sql<{ id: number }>`
          insert into transaction (transaction_type_id, hotel_id, transaction_date)
          values (${await fixtures.detail('transaction-type', String(SALE_TYPE.sale))}, ${there.hotel},
              '2025-03-20T12:00Z') returning id`.execute(db.kysely);
        await statusOf(`transaction/${rows[0]?.id}/receipt`, { language: 'en' });
        return valueOf(sql`select receipt_date::text as value from receipt where transaction_id = ${rows[0]?.id}`);
      };
      return printed;
    },
  },
];

/** The values observed in the last second and in the first one. */
async function shownAtDayChange(
  { make, day = FIRST, hour = 0 }: DayChangeCase,
  there: RemoteHotel,
): Promise<readonly unknown[]> {
  const turn = hour * 3600;
  await api.setNow(secondOf(plus(day, -11), there.zone));
  const request = await make(there);
  await api.setNow(secondOf(day, there.zone, turn - 1));
  const before = await request();
  await api.setNow(secondOf(day, there.zone, turn));
  return [before, await request()];
}

test.each(DAY_CHANGE_CASES.map((one) => [one.title, one] as const))('%s', async (_, dayChange) => {
  for (const zone of remoteZones()) {
    const there = await createRemoteHotel(db, fixtures.r1, zone);
    expect(await shownAtDayChange(dayChange, there), there.zone).toEqual([dayChange.before, dayChange.after]);
  }
});
