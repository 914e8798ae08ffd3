import { GAP_MEASURES } from '@innkeeper/contract';
import type { HotelGaps } from '@innkeeper/contract/calls';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { type HotelMetrics, MIN_SAMPLE, endedMonths, findHotelGaps } from './hotel-gaps.ts';

const createMetrics = (id: number, values: Partial<HotelMetrics> = {}): HotelMetrics => ({
  id,
  code: `H${id}`,
  name: `Hotel ${id}`,
  renewals: 0,
  lapsed: 0,
  visits: 0,
  visits_last_year: 0,
  spend_usd: '0.00',
  spend_usd_last_year: '0.00',
  spend_without_rate: 0,
  new_members: 0,
  new_members_last_year: 0,
  vouchers_issued: 0,
  vouchers_redeemed: 0,
  ...values,
});
const gapsOf = (...hotels: readonly HotelMetrics[]) =>
  Object.fromEntries(findHotelGaps(hotels).map(({ hotel, gaps }) => [hotel.id, gaps]));

describe('the gaps of a hotel', () => {
  test('are its falls against the previous year, the largest three first', () => {
    const metrics = createMetrics(1, {
      visits: 80,
      visits_last_year: 100,
      spend_usd: '500.00',
      spend_usd_last_year: '1000.00',
      new_members: 29,
      new_members_last_year: 30,
    });
    expect(gapsOf(metrics)).toEqual({
      1: [
        { measure: 'spend_usd', value: '500.00', base: '1000.00', percent: 50, median: null },
        { measure: 'visits', value: '80', base: '100', percent: 80, median: null },
      ],
    });
    const worse = { ...metrics, new_members: 3, visits: 10 };
    expect(gapsOf(worse)[1]?.map(({ measure }) => measure)).toEqual(['visits', 'new_members', 'spend_usd']);
  });

  test('include shares below the median of the hotels', () => {
    const hotels = [30, 60, 80].map((renewals, index) =>
      createMetrics(index + 1, {
        renewals,
        lapsed: 100 - renewals,
        vouchers_issued: 100,
        vouchers_redeemed: index === 2 ? 4 : 10,
      }),
    );
    expect(gapsOf(...hotels)).toEqual({
      1: [{ measure: 'renewals', value: '30', base: '100', percent: 30, median: 60 }],
      2: [],
      3: [{ measure: 'vouchers_redeemed', value: '4', base: '100', percent: 4, median: 10 }],
    });
    // Two hotels have no median that says something.
    expect(gapsOf(...hotels.slice(0, 2))).toEqual({});
  });

  test('say nothing about small numbers, nor about amounts without a rate', () => {
    const few = createMetrics(1, { visits: 1, visits_last_year: MIN_SAMPLE - 1 });
    expect(gapsOf(few)).toEqual({});
    const enough = { ...few, visits_last_year: MIN_SAMPLE, spend_usd: '1.00', spend_usd_last_year: '500.00' };
    expect(gapsOf(enough)[1]?.map(({ measure }) => measure)).toEqual(['spend_usd', 'visits']);
    expect(gapsOf({ ...enough, spend_without_rate: 1 })[1]?.map(({ measure }) => measure)).toEqual(['visits']);
  });

  test('are none if the hotel is at most a few percent behind', () => {
    expect(gapsOf(createMetrics(1, { visits: 96, visits_last_year: 100 }))).toEqual({ 1: [] });
  });
});

test('the months of a year are those that have ended everywhere', () => {
  expect(endedMonths(2026, new Date('2026-11-21T10:00:00Z'))).toEqual({ from: '2026-01', to: '2026-10' });
  expect(endedMonths(2026, new Date('2026-11-01T11:59:00Z'))).toEqual({ from: '2026-01', to: '2026-09' });
  expect(endedMonths(2026, new Date('2026-11-01T12:00:00Z'))).toEqual({ from: '2026-01', to: '2026-10' });
  expect(endedMonths(2026, new Date('2026-01-31T12:00:00Z'))).toEqual({ from: '2026-01', to: null });
  expect(endedMonths(2025, new Date('2026-01-31T12:00:00Z'))).toEqual({ from: '2025-01', to: '2025-12' });
  expect(endedMonths(2027, new Date('2026-01-31T12:00:00Z'))).toEqual({ from: '2027-01', to: null });
});

describe('the call for the gaps', async () => {
  const api = await startTestApp();
  const { app, db } = api;
  const now = new Date('2026-11-21T10:00:00Z');
  api.setClock(now);
  await seedDemo(db, { members: 300, passwordHash: 'hash', now });
  const { rows: places } = await sql<{ hotel: number; region: number }>`
    select h.id as hotel, c.region_id as region from hotel h join country c on c.id = h.country_id
    order by (select count(*) from visit v where v.hotel_id = h.id) desc, h.id`.execute(db.kysely);
  const [largest] = places;
  if (!largest) throw new Error('There are no hotels');

  const readGaps = async (user: TestUser, query = '') => {
    const reply = await call<{ data: HotelGaps }>(app, user.token, 'GET', `/api/report/overview/gaps${query}`);
    expect(reply.status, reply.text).toBe(200);
    return reply.body.data;
  };

  /** The gaps of these hotels in a year’s first months, from the records themselves. */
  const expectedGaps = async (hotelIds: readonly number[], year: number, months: number) => {
    const { rows } = await sql<{ hotel_id: number; measure: string; value: string; base: string }>`
      with place as (
        select h.id, coalesce(h.time_zone, c.time_zone) as zone from hotel h join country c on c.id = h.country_id
        where h.id = any(${hotelIds}::bigint[])
      ),
      -- One row for each record, with its year if it lies in the compared months of one.
      record as (
        select place.id as hotel_id, 'sale' || d.code as kind, t.transaction_date at time zone zone as day,
               0::numeric as usd, false as has_no_rate
        from transaction t join place on place.id = t.hotel_id join option_detail d on d.id = t.transaction_type_id
        where t.deleted_at is null and t.reverses_id is null
        union all
        select place.id, 'visit', v.visit_date at time zone zone, coalesce(v.grand_total_usd, 0),
               v.usd_rate is null
        from visit v join place on place.id = v.hotel_id where v.deleted_at is null
        union all
        select place.id, 'issued', v.created_at at time zone zone, 0, false
        from member_voucher v join member m on m.id = v.member_id join place on place.id = m.hotel_id
        where v.deleted_at is null
        union all
        select place.id, 'redeemed', r.redeem_date at time zone zone, 0, false
        from voucher_redeem r join place on place.id = r.redeem_hotel_id where r.deleted_at is null
        union all
        select place.id, 'lapsed', m.valid_until_date, 0, false
        from member m join place on place.id = m.hotel_id where m.deleted_at is null
      ),
      counted as (
        select hotel_id, kind, extract(year from day)::int - ${year}::int as offset_years, count(*)::numeric as number,
               sum(usd) as usd, bool_or(has_no_rate) as has_no_rate
        from record where extract(month from day) <= ${months}::int and extract(year from day) in (${year}::int, ${year}::int - 1)
        group by 1, 2, 3
      ),
      figure as (
        select hotel_id, kind, offset_years, coalesce(c.number, 0) as number, coalesce(c.usd, 0) as usd,
               coalesce(c.has_no_rate, false) as has_no_rate
        from (select id as hotel_id from place) p
        cross join unnest(array['sale1', 'sale2', 'visit', 'issued', 'redeemed', 'lapsed']) as kinds (kind)
        cross join unnest(array[0, -1]) as years (offset_years)
        left join counted c using (hotel_id, kind, offset_years)
      ),
      compared as (
        select hotel_id, 1 as position, 'renewals' as measure, true as is_share,
               sum(number) filter (where kind = 'sale2' and offset_years = 0) as value,
               sum(number) filter (where kind in ('sale2', 'lapsed') and offset_years = 0) as base,
               sum(number) filter (where kind in ('sale2', 'lapsed') and offset_years = 0) as sample
        from figure group by 1
        union all
        select hotel_id, 2, 'visits', false, sum(number) filter (where offset_years = 0),
               sum(number) filter (where offset_years = -1), sum(number) filter (where offset_years = -1)
        from figure where kind = 'visit' group by 1
        union all
        select hotel_id, 3, 'spend_usd', false, round(sum(usd) filter (where offset_years = 0), 2),
               round(sum(usd) filter (where offset_years = -1), 2),
               case when bool_or(has_no_rate) then 0 else sum(number) filter (where offset_years = -1) end
        from figure where kind = 'visit' group by 1
        union all
        select hotel_id, 4, 'new_members', false, sum(number) filter (where offset_years = 0),
               sum(number) filter (where offset_years = -1), sum(number) filter (where offset_years = -1)
        from figure where kind = 'sale1' group by 1
        union all
        select hotel_id, 5, 'vouchers_redeemed', true, sum(number) filter (where kind = 'redeemed'),
               sum(number) filter (where kind = 'issued'), sum(number) filter (where kind = 'issued')
        from figure where offset_years = 0 group by 1
      ),
      eligible as (select * from compared where sample >= 20 and base > 0),
      reference as (
        select measure, percentile_cont(0.5) within group (order by value / base) as share
        from eligible where is_share group by 1 having count(*) >= 3
        union all select distinct measure, 1 from eligible where not is_share
      ),
      behind as (
        select e.*, (r.share - e.value / e.base) / r.share as gap
        from eligible e join reference r using (measure) where r.share > 0
      )
      select hotel_id, measure, value::text, base::text
      from (select *, row_number() over (partition by hotel_id order by gap desc, position) as rank from behind
            where gap >= 0.05) b
      where rank <= 3 order by hotel_id, rank`.execute(db.kysely);
    return rows;
  };
  const listGaps = ({ hotels }: HotelGaps) =>
    hotels
      .toSorted((first, second) => first.hotel.id - second.hotel.id)
      .flatMap(({ hotel, gaps }) =>
        gaps.map(({ measure, value, base }) => ({ hotel_id: hotel.id, measure, value, base })),
      );

  test.for([
    { reader: 'an administrator', level: 'group', hotels: places },
    { reader: 'a regional manager', level: 'region', hotels: places.filter(({ region }) => region === largest.region) },
    { reader: 'the staff of a hotel', level: 'property', hotels: [largest] },
  ] as const)('returns to $reader what the records of their hotels show', async ({ level, hotels }) => {
    const assignment = {
      region_id: largest.region,
      ...(level === 'property' && { restrict_hotel_id: largest.hotel }),
    };
    const user = await createUser(db, { level, assignments: level === 'group' ? [] : [assignment] });
    const hotelIds = hotels.map(({ hotel }) => hotel);
    const gaps = await readGaps(user);
    expect({ from: gaps.from, to: gaps.to }).toEqual({ from: '2026-01', to: '2026-10' });
    expect(listGaps(gaps)).toEqual(await expectedGaps(hotelIds, 2026, 10));
    expect(listGaps(await readGaps(user, '?year=2025'))).toEqual(await expectedGaps(hotelIds, 2025, 12));
    expect(gaps.hotels.every(({ hotel }) => hotelIds.includes(hotel.id))).toBe(true);
    if (level === 'group') expect(listGaps(gaps).length).toBeGreaterThan(3);
  });

  test('needs the right to the overview report', async () => {
    const user = await createUser(db, { level: 'group', codes: ['VIEW_SALES_REPORT'] });
    expect((await call(app, user.token, 'GET', '/api/report/overview/gaps')).status).toBe(403);
  });

  test('has no metrics of months that have not ended', async () => {
    const user = await createUser(db, { level: 'group' });
    expect(await readGaps(user, '?year=2027')).toEqual({ from: '2027-01', to: null, hotels: [] });
  });

  test('links each measure to a column of the overview report', async () => {
    const user = await createUser(db, { level: 'group' });
    const columns = GAP_MEASURES.map((measure) => `overview.${measure}`).join(',');
    const reply = await call(app, user.token, 'GET', `/api/report/run/overview-report?columns=${columns}&per_page=1`);
    expect(reply.status, reply.text).toBe(200);
  });
});
