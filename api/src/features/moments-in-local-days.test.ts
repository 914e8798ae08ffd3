import { SALE_TYPE } from '@innkeeper/contract';
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
import { createInputs } from '../testing/inputs.ts';
import { createSystem } from '../testing/system.ts';
import { startTestApp } from '../testing/test-app.ts';
import { createUser } from '../testing/user.ts';
import { createBaseRecords } from '../testing/base-records.ts';

/**
 * An event belongs to the local day and month of its hotel, in the last second of a day as in the first of the next.
 * Each derivation of a day from an instant has a case here.
 */

const api = await startTestApp({ isDatabaseClockSet: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const fixtures = await createFixtures(api, admin, createInputs(api, admin, await createBaseRecords(db)));

/**
 * The tested instants are just before and after the midnight between these two days.
 * Both are far from LONG_AGO and FAR_AHEAD.
 */
const [LAST_DAY, FIRST_DAY] = ['2025-03-31', '2025-04-01'];
const [MARCH, APRIL] = ['2025-03', '2025-04'];
const [LONG_AGO, FAR_AHEAD] = ['2024-05-01', '2026-04-30'];
const RATE = '15500.5';

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

const insertHolderAt = ({ hotel }: RemoteHotel, days: { start?: string; end?: string } = {}): Promise<Holder> =>
  insertHolder(db, fixtures, hotel, { start: LONG_AGO, end: FAR_AHEAD, ...days });

const insertVisit = ({ member }: Holder, { hotel }: RemoteHotel, instant: Date): Promise<number> =>
  readId(sql`
    insert into visit (hotel_id, member_id, visit_date, reference_no, staff_name, total_fb, total_room, total_others)
    values (${hotel}, ${member}, ${instant}, gen_random_uuid(), 'Sari', 500000, 0, 0) returning id`);
/** Inserts one transaction at a moment, or `times` of them. Returns the id of one. */
const insertSale = async ({ hotel }: RemoteHotel, instant: Date, type: string, times = 1): Promise<number> =>
  readId(sql`
    insert into transaction (transaction_type_id, hotel_id, transaction_date, created_at)
    select ${await fixtures.findOptionDetail('transaction-type', type)}::bigint, ${hotel}::bigint, ${instant}::timestamptz,
      ${instant}::timestamptz
    from generate_series(1, ${times}::integer) returning id`);
/** Inserts a redemption of a separate voucher at each of these moments. */
async function insertRedemptions({ card }: Holder, { hotel }: RemoteHotel, moments: readonly Date[]): Promise<void> {
  await sql`
    insert into member_voucher (member_card_id, voucher_id, redeem_date, valid_until_date)
    select ${card}::bigint, ${fixtures.unrestrictedVoucher}::bigint, ${LONG_AGO}::date, ${FAR_AHEAD}::date
    from unnest(${moments}::timestamptz[])`.execute(db.kysely);
  await sql`
    insert into voucher_redeem (member_voucher_id, redeem_hotel_id, redeem_date, booking_no, staff_name)
    select v.id, ${hotel}::bigint, m.at, 'B', 'Ayu'
    from unnest(${moments}::timestamptz[]) with ordinality m (at, n)
    join (select id, row_number() over (order by id) as n from member_voucher where member_card_id = ${card}) v
      on v.n = m.n`.execute(db.kysely);
}

/** Inserts a visit, a sale and a redemption at a moment. */
async function insertAll(remoteHotel: RemoteHotel, instant: Date): Promise<void> {
  const holder = await insertHolderAt(remoteHotel);
  await insertVisit(holder, remoteHotel, instant);
  await insertSale(remoteHotel, instant, String(SALE_TYPE.sale));
  await insertRedemptions(holder, remoteHotel, [instant]);
}

/** Visits within the term of a card, counted once by the standing and once by the rule for visits between two days. */
const countVisitsAt =
  (days: { start?: string; end?: string }) =>
  async (remoteHotel: RemoteHotel, instant: Date): Promise<unknown> => {
    const holder = await insertHolderAt(remoteHotel, days);
    await insertVisit(holder, remoteHotel, instant);
    const rules = sql`are_visits_counted_per_day(), max_visits_per_day(), option_number('renewal-window', 'after')::integer`;
    const { start, end } = { start: LONG_AGO, end: FAR_AHEAD, ...days };
    return readValue(sql`
      select json_build_array((t.computed).visits, visits_between(t.member_id, ${start}::date, ${end}::date)) as value
      from compute_standing(${rules}) t where t.member_id = ${holder.member}`);
  };

const closeMarch = ({ country }: RemoteHotel) => sql`
  insert into month_close (country_id, month, closed_at, closed_by_id)
  values (${country}, ${MARCH}, '2025-04-02T12:00Z', ${admin.id})`;

/** The count that the month-close checklist of March shows. */
const checksOf = async ({ country }: RemoteHotel, key: string): Promise<unknown> => {
  const query = { country_id: country, month: MARCH };
  interface Checks {
    readonly checks: readonly { readonly key: string; readonly number: number }[];
  }
  const { data } = await get<{ data: Checks }>('month_close/check', query);
  return data.checks.find((check) => check.key === key)?.number;
};

const readHotelCode = async ({ hotel }: RemoteHotel): Promise<string> =>
  String(await readValue(sql`select code as value from hotel where id = ${hotel}`));

interface MomentCase {
  readonly title: string;
  /** Value for an event in the last second of the day; `after` is for the first second of the next. */
  readonly before: unknown;
  readonly after: unknown;
  /** Local hour of the hotel, if not midnight. */
  readonly hour?: number;
  /** Records an event at an instant and returns the observed value. Each call uses another hotel. */
  readonly observe: (there: RemoteHotel, at: Date) => Promise<unknown>;
}

const MOMENT_CASES: readonly MomentCase[] = [
  {
    title: 'a visit counts until the last day of the card',
    before: [1, 1],
    after: [0, 0],
    observe: countVisitsAt({ end: LAST_DAY }),
  },
  {
    title: 'a visit counts from the first day of the card on',
    before: [0, 0],
    after: [1, 1],
    observe: countVisitsAt({ start: FIRST_DAY }),
  },
  {
    title: 'the member page shows which visits are after the end of the card',
    before: [],
    after: ['after_card'],
    observe: async (remoteHotel, instant) => {
      const holder = await insertHolderAt(remoteHotel, { end: LAST_DAY });
      await insertVisit(holder, remoteHotel, instant);
      interface Standing {
        readonly not_counted: readonly { readonly why: string }[];
      }
      const { data } = await get<{ data: Standing }>(`member/${holder.member}/standing`);
      return data.not_counted.map(({ why }) => why);
    },
  },
  {
    title: 'the rollups of a month include its visits, sales and redemptions',
    before: { visit: `${MARCH}-01`, sale: `${MARCH}-01`, redemption: `${MARCH}-01` },
    after: { visit: `${APRIL}-01`, sale: `${APRIL}-01`, redemption: `${APRIL}-01` },
    observe: async (remoteHotel, instant) => {
      await insertAll(remoteHotel, instant);
      return readValue(sql`
        select json_object_agg(kind, month) as value from (
          select 'visit' as kind, hotel_id, month from visit_rollup
          union all select 'sale', hotel_id, month from sale_rollup
          union all select 'redemption', hotel_id, month from redemption_rollup) r
        where hotel_id = ${remoteHotel.hotel}`);
    },
  },
  {
    title: 'the rollups of a month include the vouchers issued in it',
    before: `${MARCH}-01`,
    after: `${APRIL}-01`,
    observe: async (remoteHotel, instant) => {
      const holder = await insertHolderAt(remoteHotel);
      await api.setNow(instant);
      await insertVoucher(db, fixtures, holder, [LONG_AGO, FAR_AHEAD]);
      return readValue(sql`select month as value from voucher_rollup where hotel_id = ${remoteHotel.hotel}`);
    },
  },
  {
    title: 'a closed month includes the moments of its days',
    before: [MARCH],
    after: [],
    observe: async (remoteHotel, instant) => {
      await closeMarch(remoteHotel).execute(db.kysely);
      return readValue(
        sql`select coalesce(json_agg(month), '[]') as value from closed_months(${remoteHotel.hotel}, ${instant})`,
      );
    },
  },
  {
    title: 'a month close freezes the rows of its days',
    before: ['transaction', 'visit', 'voucher_redeem'],
    after: [],
    observe: async (remoteHotel, instant) => {
      await insertAll(remoteHotel, instant);
      return readValue(sql`
        select coalesce(json_agg(resource order by resource), '[]') as value
        from month_rows(${remoteHotel.country}, ${MARCH})`);
    },
  },
  {
    title: 'the check list of a month has bills that were posted after it',
    before: 0,
    after: 1,
    observe: async (remoteHotel, instant) => {
      const holder = await insertHolderAt(remoteHotel);
      await api.setNow(instant);
      await insertVisit(holder, remoteHotel, secondOf(LAST_DAY, remoteHotel.zone, 12 * 3600));
      return checksOf(remoteHotel, 'late_bills');
    },
  },
  {
    title: 'the check list of a month has the postings on hold of its days',
    before: 1,
    after: 0,
    observe: async (remoteHotel, instant) => {
      await sql`
        insert into held_posting (reason, reference_no, hotel_id, visit_date, total_fb, currency, staff_name)
        values ('unknown_card', 'F-1', ${remoteHotel.hotel}, ${instant}, 5, 'IDR', 'Ayu')`.execute(db.kysely);
      return checksOf(remoteHotel, 'held_postings');
    },
  },
  {
    title: 'a rate is corrected from a day on, or until one',
    before: { until: ['2025-03', '2025-03'], from: [] },
    after: { until: [], from: ['2025-04', '2025-04'] },
    observe: async (remoteHotel, instant) => {
      await insertVisit(await insertHolderAt(remoteHotel), remoteHotel, instant);
      await insertSale(remoteHotel, instant, String(SALE_TYPE.sale));
      const monthsBetween = (from: string | null, until: string | null) => sql`(
        select coalesce(json_agg(month), '[]')
        from records_with_rate(${remoteHotel.country}, ${RATE}::numeric, ${from}::date, ${until}::date))`;
      return readValue(sql`
        select json_build_object('until', ${monthsBetween(null, LAST_DAY)}, 'from', ${monthsBetween(FIRST_DAY, null)}) as value`);
    },
  },
  {
    title: 'a member was renewed on the day of the sale',
    before: LAST_DAY,
    after: FIRST_DAY,
    observe: async (remoteHotel, instant) => {
      const { member, card } = await insertHolderAt(remoteHotel);
      const sale = await insertSale(remoteHotel, instant, String(SALE_TYPE.renewal));
      await sql`update member_card set transaction_id = ${sale} where id = ${card}`.execute(db.kysely);
      await sql`select set_validity(array[${member}::bigint])`.execute(db.kysely);
      return readValue(sql`select renew_date as value from member where id = ${member}`);
    },
  },
  {
    title: 'a card begins on the day of the sale',
    before: LAST_DAY,
    after: FIRST_DAY,
    observe: async ({ hotel }, instant) => {
      const reply = await fixtures.sell({ hotel_id: hotel, transaction_date: instant.toISOString() });
      expect(reply.status, reply.text).toBe(201);
      return reply.body.data.member_card.start_date;
    },
  },
  {
    title: 'free memberships count in the month in which they were given',
    before: 201,
    after: 409,
    observe: async (remoteHotel, instant) => {
      const monthlyLimit = Number(await readValue(sql`select option_number('free-memberships', 'per-month') as value`));
      await insertSale(remoteHotel, instant, String(SALE_TYPE.free), monthlyLimit);
      return (await fixtures.giveMembership({ hotel_id: remoteHotel.hotel })).status;
    },
  },
  {
    title: "a bill of a hotel's system needs a card that runs on its day",
    before: 201,
    after: 202,
    observe: async (remoteHotel, instant) => {
      const { cardNo } = await insertHolderAt(remoteHotel, { end: LAST_DAY });
      const system = await createSystem(api, remoteHotel.hotel);
      const bill = {
        card_no: cardNo,
        reference_no: 'F-1',
        visit_date: instant.toISOString(),
        total_fb: '5',
        staff_name: 'Ayu',
        remark: 'Late',
      };
      const reply = await system.request('POST', 'visits?hold=1', bill);
      return reply.status;
    },
  },
  {
    title: 'activity after the shift ends at five in the morning',
    hour: 5,
    before: ['after_shift'],
    after: [],
    observe: async (remoteHotel, instant) => {
      await insertVisit(await insertHolderAt(remoteHotel), remoteHotel, instant);
      await sql`select detect_flagged_activity()`.execute(db.kysely);
      return readValue(
        sql`select coalesce(json_agg(kind), '[]') as value from flagged_activity where hotel_id = ${remoteHotel.hotel}`,
      );
    },
  },
  {
    title: 'redemptions by one name are counted per day',
    before: 1,
    after: 0,
    observe: async (remoteHotel, instant) => {
      const holder = await insertHolderAt(remoteHotel);
      const seven = Array.from({ length: 7 }, (_, n) => secondOf(LAST_DAY, remoteHotel.zone, (10 + n) * 3600));
      await insertRedemptions(holder, remoteHotel, [...seven, instant]);
      await sql`select detect_flagged_activity()`.execute(db.kysely);
      return readValue(sql`
        select count(*)::int as value from flagged_activity where hotel_id = ${remoteHotel.hotel} and kind = 'one_name'`);
    },
  },
  {
    title: 'a list is filtered by days and months',
    before: [1, 0, 1, 0],
    after: [0, 1, 0, 1],
    observe: async (remoteHotel, instant) => {
      const holder = await insertHolderAt(remoteHotel);
      await insertVisit(holder, remoteHotel, instant);
      const countVisits = async (between: string): Promise<number> => {
        const query = {
          'filter[member_id][includes]': String(holder.member),
          'filter[visit_date][date_between]': between,
        };
        return (await get<{ data: unknown[] }>('visit', query)).data.length;
      };
      return [
        await countVisits(`,${LAST_DAY}`),
        await countVisits(`${FIRST_DAY},`),
        await countVisits(`${MARCH},${MARCH}`),
        await countVisits(`${APRIL},`),
      ];
    },
  },
  ...(
    [
      ['whole months', {}],
      ['a part of a month', { 'filter[visit.visit_date][date_between]': '2025-03-05,2025-04-20' }],
      ['the records', { 'filter[visit.visit_date][null]': '0' }],
    ] as const
  ).map(([title, params]): MomentCase => ({
    title: `the report of visits counts by months, from ${title}`,
    before: [[MARCH, '500000.000']],
    after: [[APRIL, '500000.000']],
    observe: async (remoteHotel, instant) => {
      await insertVisit(await insertHolderAt(remoteHotel), remoteHotel, instant);
      const query = {
        group: 'visit.visit_date',
        columns: 'visit.grand_total',
        'filter[hotel.code][exact]': await readHotelCode(remoteHotel),
        ...params,
      };
      const { data } = await get<{ data: Record<string, unknown>[] }>('report/run/visit-report', query);
      return data.map((row) => [row['visit.visit_date'], row['visit.grand_total']]);
    },
  })),
];

test.each(MOMENT_CASES.map((item) => [item.title, item] as const))(
  '%s',
  async (_, { before, after, hour = 0, observe }) => {
    const seconds = hour * 3600;
    for (const zone of remoteZones())
      for (const [changeInstant, expected] of [
        [seconds - 1, before],
        [seconds, after],
      ] as const) {
        const there = await createRemoteHotel(db, fixtures.r1, zone);
        // Some days later, when all events are in the past.
        await api.setNow(secondOf('2025-04-10', there.zone));
        expect(await observe(there, secondOf(FIRST_DAY, there.zone, changeInstant)), there.zone).toEqual(expected);
      }
  },
);
