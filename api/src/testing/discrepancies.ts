import type { Offers } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Method, REASON, call } from './call.ts';
import type { TestApp } from './test-app.ts';
import { type TestUser, createUser } from './user.ts';

/**
 * Changes the demonstration so that two ways of counting differ: deleted and inactive members, reversed sales of a
 * closed month, a partial refund, a pending user and a pending approval.
 */
export async function createDiscrepancies(api: TestApp, now: Date): Promise<void> {
  const admin = await createUser(api.db, { level: 'group' });
  await deleteMembers(api, admin, now);
  await reverseSales(api, admin, now);
  await refundSale(api, admin);
  await createPendingRequests(api, admin);
}

async function requestData<Data>({ app }: TestApp, { token }: TestUser, method: Method, path: string, body?: object) {
  const reply = await call<{ data: Data }>(app, token, method, `/api/${path}`, { ...(body && { body }) });
  expect(reply.status, `${path}: ${reply.text}`).toBeLessThan(300);
  return reply.body.data;
}

/** Deletes two members who redeemed vouchers and one who did not; switches off one whose card ends soon. */
async function deleteMembers(api: TestApp, admin: TestUser, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number; has_redeemed: boolean; ends_soon: boolean; position: number }>`
    select m.id, w.has_redeemed, w.ends_soon,
      row_number() over (partition by w.has_redeemed, w.ends_soon order by m.id)::int as position
    from member m
    cross join lateral (
      select exists (select from voucher_redeem r where r.member_id = m.id and r.deleted_at is null) as has_redeemed,
             m.valid_until_date between ${now}::date + 2 and ${now}::date + 28 as ends_soon) w
    where m.deleted_at is null and m.is_active and m.valid_until_date is not null`.execute(api.db.kysely);
  for (const { id, has_redeemed, ends_soon, position } of rows) {
    if (!ends_soon && position <= (has_redeemed ? 2 : 1)) await requestData(api, admin, 'DELETE', `member/${id}`);
    if (ends_soon && position === 1) await requestData(api, admin, 'POST', `member/${id}`, { is_active: 0 });
  }
}

/**
 * Reverses some sales of one country and month, of more than one type if possible: nothing was redeemed from them, and
 * nothing depends on them.
 */
async function reverseSales(api: TestApp, admin: TestUser, now: Date): Promise<void> {
  const { rows } = await sql<{ country: number; month: string; sales: number[] }>`
    select h.country_id as country, to_char(t.transaction_date, 'YYYY-MM') as month,
      array_agg(t.id order by t.id) as sales
    from transaction t join hotel h on h.id = t.hotel_id join member_card c on c.transaction_id = t.id
    where t.deleted_at is null and c.deleted_at is null and extract(day from t.transaction_date) between 2 and 27
      and t.transaction_date between ${now}::timestamptz - interval '10 months' and date_trunc('month',
          ${now}::timestamptz) - interval '5 days'
      and not exists (select from member_card k where k.member_id = c.member_id and k.id <> c.id)
      and not exists (select from voucher_redeem r join member_voucher v on v.id = r.member_voucher_id
          where v.member_card_id = c.id)
    group by 1, 2 order by count(distinct t.transaction_type_id) desc, count(*) desc, 1, 2 limit 1`.execute(
    api.db.kysely,
  );
  const [row] = rows;
  if (!row) throw new Error('The demonstration has no sale that can be reversed');
  await requestData(api, admin, 'POST', 'month_close', { country_id: row.country, month: row.month, remark: 'A test' });
  for (const id of row.sales.slice(0, 4))
    await requestData(api, admin, 'POST', `transaction/${id}/reversal`, REASON.body);
}

/** Refunds the last sale of which a voucher was redeemed. */
async function refundSale(api: TestApp, admin: TestUser): Promise<void> {
  const { rows } = await sql<{ id: number; payment: number; reason: number }>`
    select t.id, t.type_payment_id as payment,
           (select min(d.id) from option_detail d join option o on o.id = d.option_id
               where o.slug = 'refund-reason') as reason
    from transaction t join member_card c on c.transaction_id = t.id and c.is_active and c.deleted_at is null
    where t.deleted_at is null and t.grand_total > 1 and t.type_payment_id is not null
      and exists (select from member_voucher v join voucher_redeem r on r.member_voucher_id = v.id
          and r.deleted_at is null where v.member_card_id = c.id)
      and not exists (select from member_card f where f.member_id = c.member_id and f.start_date > c.start_date)
      and not exists (select from transaction b where b.reverses_id = t.id)
    order by t.id desc limit 1`.execute(api.db.kysely);
  const [sale] = rows;
  if (!sale) throw new Error('The demonstration has no sale that can be refunded');
  await requestData(api, admin, 'POST', `transaction/${sale.id}/refund`, {
    amount: '1',
    refund_reason_id: sale.reason,
    type_payment_id: sale.payment,
    ends_membership: 1,
  });
}

/** Leaves a user who requested access, and a discount above the limit of one hotel's clerk. */
async function createPendingRequests(api: TestApp, admin: TestUser): Promise<void> {
  await sql`insert into users (name, username, email, password)
    values ('Stranger', 'stranger', 'stranger@guest.test', 'hash')`.execute(api.db.kysely);
  const { rows } = await sql<{ hotel: number; region: number; country: number; payment: number; gender: number }>`
    select h.id as hotel, c.region_id as region, c.id as country,
           (select min(d.id) from option_detail d join option o on o.id = d.option_id
               where o.slug = 'type-payment') as payment,
           (select min(d.id) from option_detail d join option o on o.id = d.option_id
               where o.slug = 'type-gender') as gender
    from hotel h join country c on c.id = h.country_id where h.deleted_at is null order by h.id limit 1`.execute(
    api.db.kysely,
  );
  const [row] = rows;
  if (!row) throw new Error('The demonstration has no hotel');
  const { offers } = await requestData<Offers>(api, admin, 'GET', `transaction/offers?hotel_id=${row.hotel}&type=1`);
  const offer = offers.find(({ price }) => Number(price) > 0);
  const clerk = await createUser(api.db, {
    level: 'property',
    assignments: [{ region_id: row.region, restrict_hotel_id: row.hotel }],
  });
  await requestData(api, clerk, 'POST', 'approval', {
    call: 'POST /api/transaction/wizard',
    path: {},
    reason: 'A regular guest',
    body: {
      type: 1,
      hotel_id: row.hotel,
      membership_id: offer?.membership.id,
      type_payment_id: row.payment,
      discount: String(Math.round(Number(offer?.price) / 2)),
      member: {
        first_name: 'Wati',
        last_name: 'Guest',
        email: 'wati@guest.test',
        phone_no: '+62 812 5000000',
        type_gender_id: row.gender,
        origin_country_id: row.country,
      },
    },
  });
}
