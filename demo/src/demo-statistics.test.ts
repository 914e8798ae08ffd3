import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { dayOf, termEnd, formatDay } from './days.ts';
import { DEMO_PICTURES, readDemoPicture } from './pictures.ts';
import { seedDemo } from './seed-demo.ts';

const NOW = new Date('2026-11-21T03:00:00Z');

let db: Db;
let close: () => Promise<void>;
beforeAll(async () => {
  const { url, drop } = await createTestDatabase();
  db = openDatabase({ url });
  close = () => db.close().then(drop);
  await seedDemo(db, { members: 2_000, passwordHash: '$argon2id$for-tests', now: NOW });
});
afterAll(() => close());

const rows = async <Row extends object>(sql: string): Promise<Row[]> => (await db.pool.query<Row>(sql)).rows;
const count = async (source: string): Promise<number> =>
  (await rows<{ n: number }>(`select count(*)::int as n from ${source}`))[0]?.n ?? 0;

describe('the numbers of the demonstration', () => {
  it('cover three years, month by month', async () => {
    for (const [table, dateColumn] of [
      ['visit', 'visit_date'],
      ['transaction', 'transaction_date'],
      ['voucher_redeem', 'redeem_date'],
    ] as const) {
      const months = await rows<{ n: number }>(
        `select count(*)::int as n from ${table} where ${dateColumn} >= '2023-12-01'
         group by date_trunc('month', ${dateColumn})
          order by min(${dateColumn})`,
      );
      expect(months).toHaveLength(36);
      expect(Math.min(...months.map(({ n }) => n))).toBeGreaterThan(10);
      expect(await count(`${table} where ${dateColumn} < '2023-10-31'`)).toBe(0);
    }
  });

  it('increase at weekends, in December and at Lebaran', async () => {
    const countVisits = (condition: string) => count(`visit where ${condition}`);
    const localDay = '(visit_date at time zone effective_time_zone(hotel_id))::date';
    const weekend = await countVisits(`extract(isodow from ${localDay}) >= 6`);
    expect(weekend).toBeGreaterThan((await count('visit')) * 0.36);
    expect(await countVisits(`${localDay} between '2025-12-01' and '2025-12-31'`)).toBeGreaterThan(
      1.4 * (await countVisits(`${localDay} between '2025-10-01' and '2025-10-31'`)),
    );
    const indonesian = `currency = 'IDR'`;
    const lebaran = await countVisits(`${indonesian} and ${localDay} between '2025-03-30' and '2025-04-07'`);
    expect(lebaran).toBeGreaterThan(
      1.4 * (await countVisits(`${indonesian} and ${localDay} between '2025-03-10' and '2025-03-18'`)),
    );
  });

  it('have renewals due, expiring vouchers, birthdays, and visits of this month and a year ago', async () => {
    expect(
      await count(`member where valid_until_date between '2026-11-21' and '2026-11-21'::date + 90`),
    ).toBeGreaterThan(100);
    expect(
      await count(`member_voucher v where valid_until_date between '2026-11-21' and '2026-11-21'::date + 30
        and not exists (select from voucher_redeem r where r.member_voucher_id = v.id and r.deleted_at is null)`),
    ).toBeGreaterThan(200);
    expect(
      await count(`member where to_char(birth_date, 'MMDD') between '1121' and '1127' and deleted_at is null`),
    ).toBeGreaterThan(10);
    const countMonth = (from: string) => count(`visit where visit_date between '${from}-01' and '${from}-21 03:00Z'`);
    expect(await countMonth('2026-11')).toBeGreaterThan(await countMonth('2025-11'));
  });

  it('have transactions and vouchers of every type, and mails of every kind to members', async () => {
    const transactionTypes = await rows<{ code: string; n: number }>(
      `select d.code, count(*)::int as n from transaction t join option_detail d on d.id = t.transaction_type_id
        group by 1 order by 1`,
    );
    expect(transactionTypes.map(({ code }) => code)).toEqual(['1', '2', '3', '4', '5', '6', '99']);
    expect(await rows('select distinct type_voucher_id from voucher')).toHaveLength(7);
    expect(
      await rows(`select m.code from membership m left join voucher v on v.membership_id = m.id and v.is_active
                  group by 1 having count(*) not between 8 and 14`),
    ).toEqual([]);
    expect(await rows('select distinct mail_type_id from mail_log')).toHaveLength(7);
    expect(await count('mail_log')).toBeGreaterThan(200);
    expect(await count('mail_log')).toBeLessThan(1_000);
    expect(await count('integration')).toBe(3);
  });

  it('include exceptions: other hotels, voided redemptions, late visits, cancelled sales, lost cards …', async () => {
    expect(
      await count(
        'voucher_redeem r join member_voucher v on v.id = r.member_voucher_id join member_card c on c.id = v.member_card_id where c.hotel_id <> r.redeem_hotel_id',
      ),
    ).toBeGreaterThan(500);
    expect(await count('voucher_redeem where deleted_at is not null')).toBeGreaterThan(50);
    expect(await count(`visit where created_at > visit_date + interval '2 days'`)).toBeGreaterThan(50);
    expect(await count('member_card where deleted_at is not null')).toBeGreaterThan(3);
    expect(await count('member_card where upgraded_from_id is not null')).toBeGreaterThan(50);
    expect(await count('member_card where not is_active')).toBeGreaterThan(3);
  });

  it('have prices of the same value in every currency, in round amounts', async () => {
    const prices = await rows<{ currency: string; dollars: number }>(
      `select t.currency, avg(t.grand_total_usd)::float as dollars from transaction t
       join member_card c on c.transaction_id = t.id join membership m on m.id = c.membership_id and m.code = 'SLV'
       group by 1`,
    );
    expect(prices).toHaveLength(6);
    for (const { dollars } of prices) expect(dollars).toBeCloseTo(115, -1.7);
    const visits = await rows<{ dollars: number }>(
      `select avg(grand_total_usd)::float as dollars from visit group by currency`,
    );
    for (const { dollars } of visits) {
      expect(dollars).toBeGreaterThan(60);
      expect(dollars).toBeLessThan(400);
    }
  });
});

describe('members of the demonstration', () => {
  it('have the membership of their latest card', async () => {
    expect(
      await rows(
        `select m.id from member m
         join lateral (select * from member_card c where c.member_id = m.id and c.deleted_at is null and c.is_active
             order by c.end_date desc, c.start_date desc limit 1) c on true
         where m.membership_id <> c.membership_id`,
      ),
    ).toEqual([]);
  });

  it('wait for approval if visits upgrade them from a free membership to a paid one', async () => {
    const waitingApprovals = await rows<{ visits: string }>(
      `select a.facts ->> 'visits' as visits from approval a join member_card c on c.id = a.member_card_id
       join membership l on l.id = c.membership_id and l.is_free where a.kind = 'upgrade' and a.outcome is null`,
    );
    expect(waitingApprovals.length).toBeGreaterThan(0);
  });

  it('were upgraded once they had enough visits, and not before', async () => {
    const visits = `select c.id, c.upgraded_from_id, s.min_visit_to_upgrade as needed,
        coalesce(m.comp_visits_period, 0) + count(v.id)::int as visits
      from member_card c join membership s on s.id = c.membership_id and s.min_visit_to_upgrade > 0
      join member m on m.id = c.member_id
      left join member_card up on up.upgraded_from_id = c.id
      left join visit v on v.member_id = c.member_id and v.deleted_at is null
        and (v.visit_date at time zone effective_time_zone(v.hotel_id))::date between first_day_of_term(c.id) and coalesce(up.start_date, c.end_date)
      where c.deleted_at is null and c.is_active and c.end_date >= '2026-11-21' and c.start_date <= '2026-11-21'
        and (up.id is null) = $1
        and not exists (select from approval a where a.member_card_id = c.id)
      group by c.id, s.id, m.id`;
    const currentCards = await db.pool.query<{ visits: number; needed: number }>(visits, [true]);
    expect(currentCards.rows.length).toBeGreaterThan(300);
    expect(currentCards.rows.filter((c) => c.visits >= c.needed)).toEqual([]);
    const upgradedCards = await db.pool.query<{ visits: number; needed: number }>(visits, [false]);
    expect(upgradedCards.rows.length).toBeGreaterThan(20);
    expect(upgradedCards.rows.filter((c) => c.visits < c.needed)).toEqual([]);
    // The visit count does not restart at zero on the day of an upgrade.
    expect(
      await rows(
        `select s.member_id from member_standing s join member_card c on c.id = s.member_card_id
         join member_card o on o.id = c.upgraded_from_id
         where not c.is_tier_manual and s.visits < o.min_visit_to_upgrade`,
      ),
    ).toEqual([]);
  });

  it('received no mail at an address that had rejected one', async () => {
    expect(await count('mail_address_state')).toBeGreaterThan(0);
    expect(
      await rows(
        `select l.id from mail_log l join mail_address_state a on a.email = lower(l.recipient) and a.state = 'bounced'
         where l.created_at > a.at and l.delivery_status <> 'skipped'`,
      ),
    ).toEqual([]);
  });

  it('received no mail that they had opted out of', async () => {
    expect(
      await rows(
        `select l.id from mail_log l join member m on m.id = l.member_id join option_detail d on d.id = l.mail_type_id
         where l.delivery_status <> 'skipped' and ((not m.all_notification and d.code <> 'voucher-redeemed')
           or (not m.membership_notification and d.code in ('welcome', 'renewal', 'upgrade', 'expiry-reminder'))
           or (not m.birthday_notification and d.code = 'birthday'))`,
      ),
    ).toEqual([]);
  });
});

it('terms end on the same days as in the database', async () => {
  const firstDays = Array.from({ length: 1_500 }, (_, i) => dayOf(new Date('2027-01-01T00:00:00Z')) + i);
  const terms = firstDays.flatMap((first) => [1, 6, 12, 18].map((months) => ({ first, months })));
  const { rows: lastDays } = await db.pool.query<{ day: string }>(
    'select last_day_of_term(first, months)::text as day from unnest($1::date[], $2::integer[]) with ordinality t (first, months, n) order by n',
    [terms.map(({ first }) => formatDay(first)), terms.map(({ months }) => months)],
  );
  expect(lastDays.map(({ day }) => day)).toEqual(terms.map(({ first, months }) => formatDay(termEnd(first, months))));
});

describe('the loaded rows equal those that the triggers would have created', () => {
  // These tests add lines to sales, which are otherwise immutable.
  beforeAll(async () => {
    await rows('alter table transaction disable trigger keep_sale');
    await rows('alter table transaction_detail disable trigger assert_single_line');
  });
  // Each statement reinserts rows as a user would, and compares the triggers' rows with the loaded ones.
  it.each([
    [
      'transactions',
      `with again as (
         insert into transaction (transaction_type_id, hotel_id, transaction_date, reference_no)
         select transaction_type_id, hotel_id, transaction_date, id::text from transaction where id % 7 = 0 returning *
       )
       select a.currency, t.currency as loaded from again a join transaction t on t.id = a.reference_no::bigint
       where a.currency <> t.currency or (t.transaction_date > '2026-10-25' and a.usd_rate <> t.usd_rate)`,
    ],
    [
      'lines',
      `with again as (
         insert into transaction_detail (transaction_id, description, quantity, unit_price)
         select transaction_id, id::text, quantity, unit_price from transaction_detail where id % 7 = 0 returning *
       )
       select a.id from again a join transaction_detail d on d.id = a.description::bigint
       join transaction t on t.id = d.transaction_id
       join option_detail type on type.id = t.transaction_type_id
       where abs(a.sub_total_usd - d.sub_total_usd) > 0.02
         or (type.code in ('1', '2', '3', '6') and a.spend_type_id <> d.spend_type_id)`,
    ],
    [
      'cards',
      `with again as (
         insert into member_card (member_id, membership_id, hotel_id, start_date, end_date, is_active, transaction_id,
             upgraded_from_id)
         select member_id, membership_id, hotel_id, start_date, end_date, false, transaction_id, id from member_card
         where id % 7 = 0 returning *
       )
       select a.id from again a join member_card c on c.id = a.upgraded_from_id
       where (a.currency, a.benefits) is distinct from (c.currency, c.benefits)
         or (c.currency = 'IDR' and a.price <> c.price)
         or length(a.sbec_no) <> length(c.sbec_no)
         or right(c.sbec_no, 1) <> check_digit(left(c.sbec_no, -1), '0123456789')`,
    ],
    [
      'vouchers',
      `with again as (
         insert into member_voucher (member_card_id, voucher_id, restrict_hotel_id, redeem_date, valid_until_date)
         select distinct on (member_card_id, voucher_id) member_card_id, voucher_id, restrict_hotel_id, redeem_date,
           valid_until_date
         from member_voucher where id % 7 = 0 returning *
       )
       select a.id from again a join member_voucher v using (member_card_id, voucher_id)
       where (a.member_id, a.currency, a.terms_condition, a.terms_condition_id) <> (v.member_id, v.currency,
           v.terms_condition, v.terms_condition_id)
         or (v.currency = 'IDR' and a.nominal <> v.nominal) or length(a.voucher_no) <> length(v.voucher_no)`,
    ],
    [
      'visits',
      `with again as (
         insert into visit (hotel_id, member_id, reference_no, staff_name, total_fb, total_room, total_others)
         select hotel_id, member_id, id::text, staff_name, total_fb, total_room, total_others from visit
         where id % 7 = 0 returning *
       )
       select a.id from again a join visit v on v.id::text = a.reference_no
       where a.currency <> v.currency or a.grand_total <> v.grand_total
         or (v.visit_date > '2026-10-25' and a.grand_total_usd <> v.grand_total_usd)`,
    ],
  ])('loads %s as the triggers would create them', async (_, sql) => {
    expect(await rows(sql)).toEqual([]);
  });
});

it('every voucher of the demo has a small picture, named by its hash, described in both languages', async () => {
  const names = new Set<string>(Object.values(DEMO_PICTURES));
  for (const name of names) {
    const bytes = await readDemoPicture(name);
    expect(name).toBe(`${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.webp`);
    expect(bytes.length).toBeLessThan(15_000);
  }
  const vouchers = await rows<{ file_url: string; is_stored: boolean; is_same: boolean }>(
    `select file_url, file_url in (select name from stored_file) as is_stored,
            name = name_id or description = description_id or terms_condition = terms_condition_id as is_same
            from voucher`,
  );
  expect(vouchers.filter((v) => !names.has(v.file_url) || !v.is_stored || v.is_same)).toEqual([]);
});
