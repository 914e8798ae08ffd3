import {
  RECONCILIATION_CHECKS,
  type ReconciliationCheckKey,
  type ReconciliationDifference,
  type ReconciliationSet,
} from '@innkeeper/contract';
import { reconcile, openDatabase, sealLog } from '@innkeeper/db';
import { type TestDatabase, createTestDatabase } from '@innkeeper/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LEDGER_TABLES } from './ledger-rows.ts';
import { seedDemo } from './seed-demo.ts';

/** The demonstration without the triggers and constraints that would reject or repair the changes. */
let demoDatabase: TestDatabase;
beforeAll(async () => {
  demoDatabase = await createTestDatabase();
  const db = openDatabase(demoDatabase);
  await seedDemo(db, { members: 200, passwordHash: 'hash', now: new Date('2026-11-21T03:00:00Z') });
  await sealLog(db);
  for (const table of ['member', 'region', 'audit_log', 'log_seal', ...LEDGER_TABLES])
    await db.pool.query(`alter table ${table} disable trigger user`);
  await db.pool.query(`alter table member_card drop constraint member_card_period_excl;
    drop index voucher_redeem_member_voucher_id_key; drop index visit_hotel_id_reference_no_key;
    grant update, delete on audit_log, log_seal to current_user`);
  // Copies know their size, as any database does after a minute.
  await db.pool.query('analyze');
  await db.close();
});
afterAll(() => demoDatabase.drop());

/**
 * The findings of the reconciliation after this statement has corrupted the demonstration. Runs the given sets, or all
 * by default.
 */
async function findDifferencesAfter(
  breakingSql: string,
  sets?: readonly ReconciliationSet[],
): Promise<readonly ReconciliationDifference[]> {
  const corruptedDatabase = await createTestDatabase({ from: demoDatabase });
  const db = openDatabase({ url: corruptedDatabase.url, connections: 2 });
  try {
    await db.pool.query(breakingSql);
    return (await reconcile(db, { ...(sets && { sets }) })).differences;
  } finally {
    await db.close();
    await corruptedDatabase.drop();
  }
}

/** Two receipts that are not protected from changes. */
const TWO_RECEIPTS = `insert into receipt (transaction_id, receipt_date)
  select id, '2026-11-20' from transaction where hotel_id = (select hotel_id from transaction where id = 1) order by id
  limit 2;
  alter table receipt disable trigger user;`;
/** A month of a country with visits, and the time and user of its close. */
const CLOSED_MONTH = `select h.country_id, to_char(v.visit_date, 'YYYY-MM'), now(), 1 from visit v
  join hotel h on h.id = v.hotel_id
  where v.deleted_at is null order by v.id limit 1`;

const REFUND_REASON_ID = `(select min(d.id) from option_detail d join option o on o.id = d.option_id
      where o.slug = 'refund-reason')`;

/** Each statement violates the named rule, and possibly others. */
const BREAKING_STATEMENTS: readonly (readonly [ReconciliationCheckKey, string])[] = [
  ['log-state', `update region set name = 'Elsewhere' where id = (select max(id) from region)`],
  [
    'log-complete',
    `delete from audit_log where id = (select max(id) from audit_log where resource = 'member' and action = 'update')`,
  ],
  [
    'log-chain',
    `update audit_log set before = '{"first_name": "Nobody"}', after = '{"first_name": "Nobody"}'
     where id = (select max(id) from audit_log where resource = 'member' and action = 'update')`,
  ],
  [
    'log-lines',
    `update audit_log set actor_id = 2 where id = (select max(id) from audit_log where resource = 'visit')`,
  ],
  [
    'log-lines',
    `insert into audit_log (resource, record_id, action, after) select 'region', id, 'update', '{}' from region
      limit 1`,
  ],
  ['log-seals', `delete from audit_log where id = (select max(last_id) from log_seal)`],
  ['log-seals', `update log_seal set at = at - interval '1 day'`],
  [
    'log-heads',
    `insert into month_close (country_id, month, closed_at, closed_by_id, seal_id, seal_hash)
     select c.*, s.id, sha256(s.hash) from (${CLOSED_MONTH}) c, log_seal s order by s.id desc limit 1`,
  ],
  [
    'log-of-decisions',
    `insert into member_merge (at, actor_id, retained_id, absorbed_id, moved, counts, fields)
     values (now(), 1, 1, 2, '{}', '{}', '{}');
     alter table member_merge disable trigger user;
     grant update on member_merge to current_user;
     update member_merge set retained_id = 3`,
  ],
  [
    'standing',
    `update member_standing set visits = visits + 1 where member_id = (select max(member_id) from member_standing)`,
  ],
  [
    'upgrade-has-its-visits',
    `update member_card set min_visit_to_upgrade = 100 where id = (select max(upgraded_from_id) from member_card)`,
  ],
  [
    'stored-rollups',
    `update only visit_rollup set grand_total = grand_total + 0.001
      where ctid = (select min(ctid) from only visit_rollup)`,
  ],
  [
    'open-vouchers',
    `delete from voucher_state where member_voucher_id = (select min(member_voucher_id) from voucher_state)`,
  ],
  [
    'voucher-liability',
    `update liability_rollup set nominal = nominal + 0.001
      where ctid = (select min(ctid) from liability_rollup where span = 'day')`,
  ],
  [
    'liability-of-months',
    `update liability_rollup set number = number + 1
      where ctid = (select min(ctid) from liability_rollup where span = 'year')`,
  ],
  [
    'fees-by-month',
    `update only service_fee_rollup set amount = amount + 0.001
      where ctid = (select min(ctid) from only service_fee_rollup)`,
  ],
  [
    'sum-of-lines',
    `update transaction set sub_total = sub_total + 1 where id = (select min(id) from transaction where sub_total > 0)`,
  ],
  [
    'lines-in-dollars',
    `update transaction_detail set sub_total_usd = sub_total_usd + 0.01
      where id = (select max(id) from transaction_detail)`,
  ],
  [
    'free-of-charge',
    `update transaction t set type_payment_id = transaction_type_id
      where id = (select min(t.id) from transaction t join option_detail d on d.id = t.transaction_type_id
          and d.code = '3')`,
  ],
  [
    'refunds-within-sale',
    `insert into transaction (transaction_type_id, hotel_id, member_id, membership_id, currency, usd_rate,
         type_payment_id, sub_total, reverses_id, refund_reason_id)
     select t.transaction_type_id, t.hotel_id, t.member_id, t.membership_id, t.currency, t.usd_rate, t.type_payment_id,
       -t.grand_total - 1, t.id, ${REFUND_REASON_ID}
     from transaction t where t.deleted_at is null and t.type_payment_id is not null and t.grand_total > 0 order by t.id
     limit 1`,
  ],
  [
    'refunded-card-is-off',
    `update member_card set is_active = false, refunded_with_id = transaction_id
     where id = (select min(id) from member_card where transaction_id is not null and deleted_at is null)`,
  ],
  [
    'card-of-its-sale',
    `update transaction set deleted_at = now()
      where id = (select max(transaction_id) from member_card where deleted_at is null)`,
  ],
  [
    'cards-do-not-overlap',
    `update member_card c set start_date = '2017-01-01' where id = (
       select max(id) from member_card c where is_active and deleted_at is null and upgraded_from_id is null
         and exists (select from member_card o where o.member_id = c.member_id and o.end_date < c.start_date
             and o.is_active and o.deleted_at is null and o.upgraded_from_id is null))`,
  ],
  [
    'free-term-ended',
    `update member_card f set ended_with_id = t.id, ended_from = f.end_date
     from transaction t where t.deleted_at is not null and t.member_id = f.member_id
       and f.id = (select min(c.id) from member_card c join transaction d on d.member_id = c.member_id
           and d.deleted_at is not null)`,
  ],
  [
    'valid-until-last-card',
    `update member set valid_until_date = valid_until_date + 1
      where id = (select max(id) from member where valid_until_date is not null)`,
  ],
  [
    'upgrade-leads-up',
    `update member_card set end_date = end_date + 1 where id = (select max(upgraded_from_id) from member_card)`,
  ],
  [
    'voucher-of-its-card',
    `update member_voucher v
     set voucher_id = (select id from voucher w
         where w.membership_id <> (select membership_id from voucher where id = v.voucher_id) limit 1)
     where id = (select max(id) from member_voucher)`,
  ],
  [
    'voucher-within-card',
    `update member_voucher set valid_until_date = valid_until_date + 1 where id = (select min(id) from member_voucher)`,
  ],
  [
    'voucher-digit',
    `update member_voucher set voucher_no = left(voucher_no, 11) || case right(voucher_no, 1) when '7' then '8'
        else '7' end where id = (select min(id) from member_voucher)`,
  ],
  [
    'redeemed-once',
    `update voucher_redeem set member_voucher_id = o.member_voucher_id, member_id = o.member_id,
       redeem_date = o.redeem_date, redeem_hotel_id = o.redeem_hotel_id
     from (select * from voucher_redeem where deleted_at is null order by id limit 1) o
     where voucher_redeem.id = (select max(id) from voucher_redeem where deleted_at is null)`,
  ],
  [
    'redeemed-still-there',
    `update member_voucher set deleted_at = now()
      where id = (select max(member_voucher_id) from voucher_redeem where deleted_at is null)`,
  ],
  [
    'redeemed-in-its-days',
    `update voucher_redeem set redeem_date = redeem_date + interval '3 years'
      where id = (select min(id) from voucher_redeem)`,
  ],
  [
    'redeemed-where-good',
    `update voucher_redeem r set redeem_hotel_id = (select max(id) from hotel h where h.id <> r.redeem_hotel_id)
     where id = (select min(r.id) from voucher_redeem r join member_voucher v on v.id = r.member_voucher_id
         and v.restrict_hotel_id is not null)`,
  ],
  [
    'bill-once',
    `update visit v set reference_no = o.reference_no from visit o
     where v.id = (select max(id) from visit where hotel_id = 1 and deleted_at is null)
       and o.id = (select min(id) from visit where hotel_id = 1 and deleted_at is null)`,
  ],
  ['late-visit-says-why', `update visit set remark = null where created_at > visit_date + interval '2 days'`],
  ['stored-counts', `insert into row_count values ('visit', 0, 2, 0)`],
  [
    'visit-in-dollars',
    `alter table visit alter grand_total_usd drop expression;
     update visit set grand_total_usd = grand_total_usd + 0.01
     where id = (select max(id) from visit where grand_total_usd is not null)`,
  ],
  [
    'worth-in-dollars',
    `alter table transaction alter grand_total_usd drop expression;
     update transaction set grand_total_usd = 0 where id = (select max(id) from transaction where grand_total_usd > 0)`,
  ],
  [
    'money-of-its-hotel',
    `update transaction t set hotel_id = (select h.id from hotel h join country n on n.id = h.country_id
         where n.currency <> t.currency limit 1)
     where id = (select max(id) from transaction)`,
  ],
  [
    'visit-money-of-its-hotel',
    `update visit set currency = case currency when 'IDR' then 'SGD' else 'IDR' end
      where id = (select max(id) from visit)`,
  ],
  [
    'sale-with-lines',
    `update transaction_detail set deleted_at = now()
      where transaction_id = (select max(t.id) from transaction t where is_sale(t.transaction_type_id)
          and t.deleted_at is null)`,
  ],
  [
    'settled-sale',
    `insert into audit_log (request_id, resource, record_id, action, before, after)
     select 'later', 'transaction', max(id), 'update', '{"discount": 0.000}', '{"discount": 1.000}' from transaction
     where is_sale(transaction_type_id)`,
  ],
  [
    'one-card-of-a-sale',
    `update member_card set transaction_id = (select min(transaction_id) from member_card where deleted_at is null)
     where id = (select max(id) from member_card where deleted_at is null and transaction_id is not null)`,
  ],
  [
    'card-promise',
    `insert into audit_log (resource, record_id, action, before, after)
     select 'member_card', max(id), 'update', '{"price": 1.000}', '{"price": 2.000}' from member_card`,
  ],
  [
    'voucher-promise',
    `insert into audit_log (resource, record_id, action, before, after)
     select 'member_voucher', max(id), 'update', '{"nominal": 1.000}', '{"nominal": 2.000}' from member_voucher`,
  ],
  [
    'voucher-money',
    `update member_voucher set currency = case currency when 'IDR' then 'SGD' else 'IDR' end
      where id = (select max(id) from member_voucher)`,
  ],
  [
    'voucher-in-one-state',
    `update voucher_state set state = 'open'
     where member_voucher_id = (select min(member_voucher_id) from voucher_redeem where deleted_at is null)`,
  ],
  [
    'issued-once',
    `drop index member_voucher_issued_as_key; update member_voucher set issued_as = 'twice'
      where id in (select id from member_voucher order by id limit 2)`,
  ],
  [
    'redeemed-by-owner',
    `alter table voucher_redeem drop constraint voucher_redeem_owner_fkey;
     update voucher_redeem r set member_id = (select max(id) from member m where m.id <> r.member_id)
     where id = (select max(id) from voucher_redeem)`,
  ],
  [
    'void-with-reason',
    `update voucher_redeem set void_reason = 'By mistake'
      where id = (select max(id) from voucher_redeem where deleted_at is null)`,
  ],
  [
    'standing-of-everybody',
    `delete from member_standing where member_id = (select max(member_id) from member_standing)`,
  ],
  [
    'one-tier',
    `update member m set membership_id = l.id from membership l
     where m.id = (select max(member_id) from member_standing where standing = 'active' and is_live)
       and l.id = (select max(o.id) from membership o where o.id <> m.membership_id)`,
  ],
  [
    'stored-names',
    `update member_name set word = 'nobody'
      where (word, member_id) = (select word, member_id from member_name order by member_id, word limit 1)`,
  ],
  [
    'number-once',
    `alter table visit drop constraint if exists visit_visit_no_key; drop index if exists visit_visit_no_key;
     update visit set visit_no = (select min(visit_no) from visit) where id = (select max(id) from visit)`,
  ],
  [
    'number-was-given',
    `update voucher_redeem set redeem_no = 'R99999999' where id = (select max(id) from voucher_redeem)`,
  ],
  [
    'log-of-rights',
    `insert into audit_log (resource, record_id, action, before, after)
     select 'role_group', role_group_id, 'update', '{"rolesId": []}', '{"rolesId": []}' from role_group_role limit 1`,
  ],
  [
    'log-in-sequence',
    `insert into audit_log (id, resource, record_id, action, after) overriding system value
      select 999999999, 'region', min(id), 'create', '{}' from region`,
  ],
  [
    'log-of-records',
    `insert into audit_log (resource, record_id, action, after) values ('hotel', 999999, 'create', '{}')`,
  ],
  ['receipts-without-gaps', `${TWO_RECEIPTS} update receipt set number = 7 where id = (select max(id) from receipt)`],
  [
    'receipt-of-its-sale',
    `${TWO_RECEIPTS} drop index receipt_transaction_id_key; update receipt set transaction_id = (select min(transaction_id) from receipt)`,
  ],
  [
    'given-up-number',
    `insert into manual_change (kind, member_card_id, value_before, value_after)
     select 'card_replaced', id, sbec_no, 'ANOTHER' from member_card where deleted_at is null order by id limit 1`,
  ],
  ['closed-as-it-stood', `insert into month_close (country_id, month, closed_at, closed_by_id) ${CLOSED_MONTH}`],
  [
    'reversal-mirrors',
    `update transaction set reverses_id = (select min(id) from transaction)
      where id = (select max(id) from transaction)`,
  ],
  [
    'reopened-as-approved',
    `insert into month_close (country_id, month, closed_at, closed_by_id, reopened_at, reopened_by_id, approved_by_id,
         reopen_reason)
     select m.*, now(), 1, 2, 'A bill is missing' from (${CLOSED_MONTH}) m`,
  ],
  [
    'done-as-requested',
    `insert into approval (kind, requested_at, requested_by_id, expires_at, reason, needs, hotel_id, call, path, body,
         time_zone, facts, outcome, decided_at, decided_by_id, request_id)
     values ('discount', now(), 1, now() + interval '7 days', 'A regular guest', 'STORE_TRANSACTION', 1,
             'POST /api/transaction/wizard', '{}', '{}', 'UTC',
             '{"sub_total": "1.000", "discount": "0.500", "currency": "IDR"}', 'approved', now(), 2, 'never made')`,
  ],
  [
    'extended-once',
    `update member_voucher set extended_from = valid_until_date - 1 where id = (select min(id) from member_voucher)`,
  ],
  [
    'created-manually',
    `update member_voucher set issued_as = null, created_by_id = 1, created_at = now()
      where id = (select min(id) from member_voucher)`,
  ],
  [
    'voucher-within-card',
    `update member_voucher set issued_as = null, valid_until_date = valid_until_date + 900
      where id = (select min(id) from member_voucher)`,
  ],
  [
    'card-extended-once',
    `update member_card set extended_from = end_date - 1 where id = (select min(id) from member_card)`,
  ],
  [
    'decided-at-term-end',
    `alter table term_end disable trigger user;
     delete from term_end where member_card_id = (select max(member_card_id) from member_standing
         where standing = 'not_maintained' and is_live)`,
  ],
  [
    'applied-at-renewal',
    `alter table term_end disable trigger user;
     update term_end e
     set transaction_id = (select max(t.id) from transaction t join member_card c on c.id = e.member_card_id
         where t.member_id <> c.member_id)
     where id = (select min(id) from term_end)`,
  ],
  [
    'message-has-its-text',
    `insert into webhook (name, url, is_active, secret) values ('Accounts', 'https://accounts.test', false, 'secret');
     insert into webhook_delivery (webhook_id, event, about, message_id) select id, 'visit.posted', 'visit 1', 'message'
     from webhook`,
  ],
  ['events-of-records', `insert into webhook_event (event, record_id, at) values ('visit.posted', 999999999, now())`],
];

it('the reconciliation finds nothing in consistent data', async () => {
  expect(await findDifferencesAfter('select')).toEqual([]);
});

it.each(BREAKING_STATEMENTS)('the reconciliation reports a violation of $0', async (check, breakingSql) => {
  const difference = (await findDifferencesAfter(breakingSql, [RECONCILIATION_CHECKS[check].set])).find(
    (candidate) => candidate.check === check,
  );
  expect(difference?.count).toBeGreaterThan(0);
  expect(difference?.rows[0]).toEqual({
    resource: RECONCILIATION_CHECKS[check].resource ?? expect.any(String),
    id: expect.any(Number),
    note: difference?.rows[0]?.note ?? null,
  });
});

it('every check has a test of a violation', () => {
  expect(
    Object.keys(RECONCILIATION_CHECKS).filter(
      (check) => !BREAKING_STATEMENTS.some(([testedCheck]) => testedCheck === check),
    ),
  ).toEqual([]);
});
