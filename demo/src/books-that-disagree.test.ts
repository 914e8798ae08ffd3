import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, openDatabase } from '@innkeeper/db';
import { BOOKS } from './books.ts';
import { seedDemo } from './seed-demo.ts';
import { checkBooks, createTestDatabase } from '@innkeeper/db/testing';

let db: Db;
let close: () => Promise<void>;
beforeAll(async () => {
  const { url, drop } = await createTestDatabase();
  db = openDatabase({ url });
  close = () => db.close().then(drop);
  await seedDemo(db, { members: 300, passwordHash: 'hash', now: new Date('2026-11-21T03:00:00Z') });
  // What the database itself would refuse, or mend.
  for (const table of ['member', ...BOOKS]) await db.pool.query(`alter table ${table} disable trigger user`);
  await db.pool.query(`alter table member_card drop constraint member_card_period_excl;
    drop index voucher_redeem_member_voucher_id_key; drop index visit_hotel_id_reference_no_key`);
});
afterAll(() => close());

// Each breaks one rule, and only then is it told; those before stay broken.
it.each([
  // First: what follows is written past the triggers that keep them.
  [
    'where a member stands is kept as it is',
    `update member_standing set visits = visits + 1 where member_id = (select max(member_id) from member_standing)`,
  ],
  [
    'a level that visits led to has its visits',
    `update member_card set min_visit_to_upgrade = 100 where id = (select max(upgraded_from_id) from member_card)`,
  ],
  [
    'the kept figures are those of the records',
    `update figure set amount = amount + 0.001 where ctid = (select min(ctid) from figure where kind = 'visit')`,
  ],
  [
    'the vouchers kept as open are those that may still be redeemed',
    `delete from voucher_open where member_voucher_id = (select min(member_voucher_id) from voucher_open)`,
  ],
  [
    'a transaction is the sum of its lines',
    `update transaction set sub_total = sub_total + 1 where id = (select min(id) from transaction where sub_total > 0)`,
  ],
  [
    'what stands in dollars is the local sum at the rate of its record, rounded once',
    `update transaction_detail set sub_total_usd = sub_total_usd + 0.01 where id = (select max(id) from transaction_detail)`,
  ],
  [
    'a free membership is given without payment',
    `update transaction t set type_payment_id = transaction_type_id where id = (select min(t.id) from transaction t join option_detail d on d.id = t.transaction_type_id and d.code = '3')`,
  ],
  [
    'a card belongs to the member to whom it was sold, and goes with its sale',
    `update transaction set deleted_at = now() where id = (select max(transaction_id) from member_card where deleted_at is null)`,
  ],
  [
    'active cards of one member overlap only through an upgrade or a merge',
    `update member_card c set start_date = '2017-01-01' where id = (
       select max(id) from member_card c where is_active and deleted_at is null and upgraded_from_id is null
         and exists (select from member_card o where o.member_id = c.member_id and o.end_date < c.start_date and o.is_active and o.deleted_at is null and o.upgraded_from_id is null))`,
  ],
  [
    'a member is valid until the last day of the active cards',
    `update member set valid_until_date = valid_until_date + 1 where id = (select max(id) from member where valid_until_date is not null)`,
  ],
  [
    'an upgrade leads up the ladder, unless staff set the level, within the period of the card before',
    `update member_card set end_date = end_date + 1 where id = (select max(upgraded_from_id) from member_card)`,
  ],
  [
    'a member voucher is of the card’s membership, sale and hotel',
    `update member_voucher v set voucher_id = (select id from voucher w where w.membership_id <> (select membership_id from voucher where id = v.voucher_id) limit 1)
     where id = (select max(id) from member_voucher)`,
  ],
  [
    'a member voucher is good within the period of its card',
    `update member_voucher set valid_until_date = valid_until_date + 1 where id = (select min(id) from member_voucher)`,
  ],
  [
    'a voucher’s number ends with its check digit',
    `update member_voucher set voucher_no = left(voucher_no, 11) || case right(voucher_no, 1) when '7' then '8' else '7' end where id = (select min(id) from member_voucher)`,
  ],
  [
    'a voucher is redeemed at most once',
    `update voucher_redeem set member_voucher_id = o.member_voucher_id, member_id = o.member_id, redeem_date = o.redeem_date, redeem_hotel_id = o.redeem_hotel_id
     from (select * from voucher_redeem where deleted_at is null order by id limit 1) o
     where voucher_redeem.id = (select max(id) from voucher_redeem where deleted_at is null)`,
  ],
  [
    'what was redeemed was not cancelled, and is still there',
    `update member_voucher set deleted_at = now() where id = (select max(member_voucher_id) from voucher_redeem where deleted_at is null)`,
  ],
  [
    'a redemption lies in the days of its voucher, where it was redeemed',
    `update voucher_redeem set redeem_date = redeem_date + interval '3 years' where id = (select min(id) from voucher_redeem)`,
  ],
  [
    'a restricted voucher is redeemed at its hotel, one of a regional membership in its region',
    `update voucher_redeem r set redeem_hotel_id = (select max(id) from hotel h where h.id <> r.redeem_hotel_id)
     where id = (select min(r.id) from voucher_redeem r join member_voucher v on v.id = r.member_voucher_id and v.restrict_hotel_id is not null)`,
  ],
  [
    'a bill is a visit once in its hotel',
    `update visit v set reference_no = o.reference_no from visit o
     where v.id = (select max(id) from visit where hotel_id = 1 and deleted_at is null) and o.id = (select min(id) from visit where hotel_id = 1 and deleted_at is null)`,
  ],
  [
    'a visit that was entered days later says why',
    `update visit set remark = null where created_at > visit_date + interval '2 days'`,
  ],
  ['the kept counts of visit are those of its table', `insert into row_count values ('visit', 0, 2, 0)`],
])('tells where it is not so that $0', async (rule, breaking) => {
  const told = async () => (await checkBooks(db)).map((violation) => violation.rule);
  expect(await told()).not.toContain(rule);
  await db.pool.query(breaking);
  expect(await told()).toContain(rule);
});
