import { getResource } from '@innkeeper/contract';
import type { MergeEntry } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Reply, call } from '../../testing/call.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Returns the entry of a successful merge or undo. */
export const readMergeEntry = (reply: Reply<{ data: MergeEntry }>): MergeEntry => {
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};

/**
 * Helpers that create members with every kind of record, and merge them or undo it through the API. `now` is the clock.
 */
export async function createMergeHelpers(api: TestApp, now: Date) {
  const { app, db } = api;
  api.setClock(now);
  const admin = await createUser(db, { level: 'group' });
  const baseRecords = await createBaseRecords(db);
  const inputs = createInputs(api, admin, baseRecords);
  const { card, voucher, redeem, get, post, remove, ...programme } = createProgramme(
    api,
    admin,
    inputs,
    baseRecords.hotel,
  );
  const voucherKind = await inputs.create(getResource('voucher'), {
    membership_id: baseRecords.membership,
    hotel_id: null,
    is_restricted: 0,
  });
  /** The test clock differs from the database clock, for which these visits are late. */
  const visit = (overrides: Input) => programme.visit({ remark: 'Entered late', ...overrides });
  const createMember = (overrides: Input = {}) =>
    inputs.create(getResource('member'), {
      hotel_id: baseRecords.hotel,
      register_hotel_id: baseRecords.hotel,
      ...overrides,
    });
  const merge = (retained: number, absorbed: number, body: Input = {}, token = admin.token) =>
    call<{ data: MergeEntry }>(app, token, 'POST', `/api/member/${retained}/merge`, {
      body: { member_id: absorbed, ...body },
    });
  const undo = (retained: number, id: number | null, token = admin.token) =>
    call<{ data: MergeEntry }>(app, token, 'POST', `/api/member/${retained}/merge/${id}/undo`);
  const mergeNow = async (retained: number, absorbed: number, body: Input = {}): Promise<number> =>
    readMergeEntry(await merge(retained, absorbed, body)).id ?? 0;

  /** Creates a member with a card, an open and a redeemed voucher, a sale, a visit and a mail. */
  async function createFullMember(overrides: Input = {}) {
    const { id } = await createMember(overrides);
    const ownCard = await card({ member_id: id });
    const open = await voucher({ member_card_id: ownCard.id, voucher_id: voucherKind.id });
    const used = await voucher({ member_card_id: ownCard.id, voucher_id: voucherKind.id });
    const redemption = await redeem(used, { redeem_date: now.toISOString().slice(0, 19).replace('T', ' ') });
    expect(redemption.status, redemption.text).toBe(201);
    const bill = await visit({ member_id: id });
    expect(bill.status, bill.text).toBe(201);
    const sale = await inputs.create(getResource('transaction'), { member_id: id, hotel_id: baseRecords.hotel });
    await sql`insert into mail_log (recipient, subject, member_id)
      values ('guest@innkeeper.test', 'Welcome', ${id})`.execute(db.kysely);
    await inputs.create(getResource('member_call'), { member_id: id });
    return { id, card: ownCard, open, sale };
  }

  /** The tables that still reference a member, over all foreign keys to it. */
  async function findReferences(memberId: number): Promise<string[]> {
    const { rows } = await sql<{ table: string; column: string }>`
      select distinct k.conrelid::regclass::text as table, a.attname as column
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
        and a.attname <> 'id'
      where k.contype = 'f' and k.confrelid = 'member'::regclass order by 1, 2`.execute(db.kysely);
    const references = await Promise.all(
      rows.map(async ({ table, column }) => {
        const result =
          await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${memberId} limit 1`.execute(db.kysely);
        return result.rows.length > 0 ? [`${table}.${column}`] : [];
      }),
    );
    return references.flat();
  }

  /** All data of the members, with the owner of each record. */
  async function readMemberData(...ids: readonly number[]): Promise<unknown> {
    const { rows } = await sql`
      select m.id, m.first_name, m.email, m.home_address, m.member_date, m.valid_until_date, m.membership_id,
        m.deleted_at is null as is_live, m.merged_into_id, m.merged_from_id,
        (select json_agg(c.id order by c.id) from member_card c where c.member_id = m.id
            and c.merged_from_id is null) as cards,
        (select json_agg(v.id order by v.id) from member_voucher v where v.member_id = m.id) as vouchers,
        (select json_agg(r.id order by r.id) from voucher_redeem r where r.member_id = m.id) as redemptions,
        (select json_agg(t.id order by t.id) from transaction t where t.member_id = m.id) as sales,
        (select json_agg(json_build_array(v.id, v.membership_id) order by v.id) from visit v
            where v.member_id = m.id) as visits,
        (select json_agg(l.id order by l.id) from mail_log l where l.member_id = m.id) as mails,
        (select json_build_array(s.standing, s.visits, s.member_card_id) from member_standing s
            where s.member_id = m.id) as standing
      from member m where m.id = any(${ids}::bigint[]) order by m.id`.execute(db.kysely);
    return rows;
  }

  return {
    admin,
    baseRecords,
    inputs,
    card,
    readMemberData,
    createFullMember,
    get,
    findReferences,
    merge,
    mergeNow,
    createMember,
    post,
    redeem,
    remove,
    undo,
    visit,
  };
}
