import { APPROVAL_DAYS, resources } from '@innkeeper/contract';
import type { Approval } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readDatabaseState } from '../../testing/database-state.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** A call that exceeds a limit waits for another user's approval and is then executed once, exactly as requested. */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { get, post } = createProgramme(api, admin, inputs, fixtures.h1);
const assignments = [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }];
const clerk = await createUser(db, { level: 'property', assignments });
const colleague = await createUser(db, { level: 'property', assignments });
const otherUser = await createUser(db, {
  level: 'property',
  assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h2 }],
});
const manager = await createUser(db, { level: 'region', assignments: [{ region_id: fixtures.r1 }] });
// Half of the price is within the approver's own limit.
await sql`update role_group set discount_limit = 50 where id = ${manager.roleGroupId}`.execute(db.kysely);
await sql`update role_group set discount_limit = 60 where id = ${colleague.roleGroupId}`.execute(db.kysely);
const viewer = await createUser(db, { level: 'group', codes: ['VIEW_TRANSACTION'] });

const send = (user: TestUser, method: 'GET' | 'POST', path: string, body?: Input) =>
  call<{ data: Approval }>(app, user.token, method, `/api/${path}`, { ...(body && { body }) });
const SALE_CALL = 'POST /api/transaction/wizard';
const requestApproval = (user: TestUser, name: string, body: Input, path: Input = {}) =>
  send(user, 'POST', 'approval', { call: name, path, body, reason: 'A regular guest' });
const expectApproval = (reply: Reply<{ data: Approval }>): Approval => {
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
};
const decide = (user: TestUser, { id }: Approval, decisionKind: 'approve' | 'reject' | 'withdraw', body: Input = {}) =>
  send(user, 'POST', `approval/${id}/${decisionKind}`, body);
/** Half of the price exceeds the front desk's discount limit. */
const createHalfPriceOrder = () => fixtures.createSaleInput({ discount: '750000' });
const listPendingFor = async (user: TestUser): Promise<readonly number[]> => {
  const reply = await call<{ data: Approval[] }>(app, user.token, 'GET', '/api/approval');
  return reply.body.data.filter(({ may_decide }) => may_decide).map(({ id }) => id);
};
const countSales = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from transaction`.execute(db.kysely)).rows[0]?.n ?? 0;

describe('a discount above the limit of the role group', () => {
  test('is rejected, while one within the limit needs no approval', async () => {
    expectError(await send(clerk, 'POST', 'transaction/wizard', await createHalfPriceOrder()), 409, 'approval_needed');
    expect(
      (await send(clerk, 'POST', 'transaction/wizard', await fixtures.createSaleInput({ discount: '375000' }))).status,
    ).toBe(201);
    expectError(
      await requestApproval(clerk, SALE_CALL, await fixtures.createSaleInput({ discount: '375000' })),
      409,
      'conflict',
    );
    expect((await send(colleague, 'POST', 'transaction/wizard', await createHalfPriceOrder())).status).toBe(201);
    expect((await send(admin, 'POST', 'transaction/wizard', await createHalfPriceOrder())).status).toBe(201);
  });

  test("writes nothing while it waits, and is sold once in the requester's name", async () => {
    const before = await countSales();
    const approval = expectApproval(await requestApproval(clerk, SALE_CALL, await createHalfPriceOrder()));
    expect(approval).toMatchObject({
      kind: 'discount',
      state: 'waiting',
      is_own: true,
      may_decide: false,
      facts: { membership: 'Gold', sub_total: '1500000.000', discount: '750000.000', grand_total: '750000.000' },
    });
    expect(await countSales()).toBe(before);
    const replies = await Promise.all([
      decide(colleague, approval, 'approve'),
      decide(manager, approval, 'approve'),
      decide(admin, approval, 'approve'),
    ]);
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectError(reply, 409, 'already_decided');
    expect(replies.find(({ status }) => status === 200)?.body.data).toMatchObject({ state: 'approved', failure: null });
    const { rows } = await sql<{ created_by_id: number; discount: string }>`
      select created_by_id, discount from transaction order by id desc limit 1`.execute(db.kysely);
    expect(await countSales()).toBe(before + 1);
    expect(rows[0]).toEqual({ created_by_id: clerk.id, discount: '750000.000' });
  });

  test('waits for another user who has the right, at least the same level, and sees the hotel', async () => {
    const approval = expectApproval(await requestApproval(clerk, SALE_CALL, await createHalfPriceOrder()));
    for (const user of [colleague, manager, admin]) expect(await listPendingFor(user)).toContain(approval.id);
    for (const user of [clerk, otherUser, viewer]) expect(await listPendingFor(user)).not.toContain(approval.id);
    expectError(await decide(clerk, approval, 'approve'), 403, 'forbidden');
    expectError(await decide(otherUser, approval, 'approve'), 404, 'record_not_found');
    expectError(await decide(viewer, approval, 'approve'), 403, 'forbidden');
    const regionalUser = await createUser(db, { level: 'region', assignments: [{ region_id: fixtures.r1 }] });
    const regionalApproval = expectApproval(
      await requestApproval(regionalUser, SALE_CALL, await createHalfPriceOrder()),
    );
    expect(await listPendingFor(colleague)).not.toContain(regionalApproval.id);
    expectError(await decide(colleague, regionalApproval, 'approve'), 404, 'record_not_found');
    expect((await decide(admin, regionalApproval, 'reject', { decision: 'Too much' })).body.data).toMatchObject({
      state: 'rejected',
      decision: 'Too much',
      requested_by: { id: regionalUser.id, username: regionalUser.username },
      decided_by: { id: admin.id, username: admin.username },
    });
    expectInvalid(await decide(admin, approval, 'reject'), 'decision');
    expect((await decide(clerk, approval, 'withdraw')).body.data.state).toBe('withdrawn');
    expectError(await decide(admin, approval, 'approve'), 409, 'already_decided');
  });

  test('can be requested thirty times in a row and then after a wait, per user', async () => {
    const requester = await createUser(db, { level: 'property', assignments });
    const order = await createHalfPriceOrder();
    for (let n = 0; n < 30; n += 1) expectApproval(await requestApproval(requester, SALE_CALL, order));
    const lateApproval = await requestApproval(requester, SALE_CALL, order);
    expect(expectError(lateApproval, 429, 'too_many_requests').message).toContain('in 2 minutes');
    expect(Number(lateApproval.headers['retry-after'])).toBeGreaterThan(0);
    expectApproval(await requestApproval(clerk, SALE_CALL, order));
  });

  test('notifies its deciders, and the requester of the decision', async () => {
    const readMails = async (mailKind: string) =>
      (
        await sql<{
          user_id: number;
        }>`select user_id from mail_cause where account_mail = ${mailKind} order by mail_log_id`.execute(db.kysely)
      ).rows.map(({ user_id }) => user_id);
    const mailsBefore = (await readMails('approval_requested')).length;
    const approval = expectApproval(await requestApproval(clerk, SALE_CALL, await createHalfPriceOrder()));
    const newMails = (await readMails('approval_requested')).slice(mailsBefore);
    expect(newMails).toEqual(expect.arrayContaining([colleague.id, manager.id, admin.id]));
    expect(newMails).not.toContain(clerk.id);
    await decide(admin, approval, 'approve');
    expect((await readMails('approval_decided')).at(-1)).toBe(clerk.id);
  });

  test('is not sold at another price or after the requester lost the right, and says why', async () => {
    const approval = expectApproval(await requestApproval(clerk, SALE_CALL, await createHalfPriceOrder()));
    const before = await countSales();
    expect((await post(`membership/${fixtures.gold}`, { price: '1600000' })).status).toBe(200);
    const reply = await decide(admin, approval, 'approve');
    expect(reply.body.data, reply.text).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('750000.000'),
    });
    expect((await post(`membership/${fixtures.gold}`, { price: '1500000' })).status).toBe(200);
    const leavingUser = await createUser(db, { level: 'property', assignments });
    const otherApproval = expectApproval(await requestApproval(leavingUser, SALE_CALL, await createHalfPriceOrder()));
    await sql`
      delete from role_group_role where role_group_id = ${leavingUser.roleGroupId}
        and roles_id in (select id from roles where name = 'STORE_TRANSACTION')`.execute(db.kysely);
    expect((await decide(admin, otherApproval, 'approve')).body.data.state).toBe('failed');
    expect(await countSales()).toBe(before);
  });

  test(`cannot be decided after ${APPROVAL_DAYS} days`, async () => {
    const requester = await createUser(db, { level: 'property', assignments });
    api.setClock(new Date(Date.now() - (APPROVAL_DAYS * 24 + 1) * 3_600_000));
    const approval = expectApproval(await requestApproval(requester, SALE_CALL, await createHalfPriceOrder()));
    api.setClock(new Date());
    expectError(await decide(admin, approval, 'approve'), 409, 'already_decided');
    expect(await listPendingFor(admin)).not.toContain(approval.id);
    const allReply = await call<{ data: Approval[] }>(app, requester.token, 'GET', '/api/approval?state=all');
    expect(allReply.body.data.find(({ id }) => id === approval.id)).toMatchObject({ state: 'expired' });
  });
});

describe('an approval', () => {
  test('is needed for a free membership above the number of its hotel and month', async () => {
    const freeMembership = await inputs.create(resources.membership, {
      is_free: 1,
      price: '0.000',
      restrict_region_id: null,
      rank: 0,
    });
    await sql`update option_detail set value = '1' where code = 'per-month'`.execute(db.kysely);
    const createFreeMembershipInput = async () => ({
      hotel_id: fixtures.h1,
      membership_id: freeMembership.id,
      member: await fixtures.createGuestInput(),
    });
    expect((await send(clerk, 'POST', 'transaction/free_membership', await createFreeMembershipInput())).status).toBe(
      201,
    );
    expectError(
      await send(clerk, 'POST', 'transaction/free_membership', await createFreeMembershipInput()),
      409,
      'approval_needed',
    );
    const approval = expectApproval(
      await requestApproval(clerk, 'POST /api/transaction/free_membership', await createFreeMembershipInput()),
    );
    expect((await decide(colleague, approval, 'approve')).body.data).toMatchObject({ state: 'approved' });
  });

  test('is needed for a manual tier of a member who has not paid for it', async () => {
    const freeMembership = await inputs.create(resources.membership, {
      is_free: 1,
      price: '0.000',
      restrict_region_id: null,
      rank: 5,
    });
    const reply = await send(admin, 'POST', 'transaction/free_membership', {
      hotel_id: fixtures.h2,
      membership_id: freeMembership.id,
      member: await fixtures.createGuestInput(),
    });
    const member = (reply.body.data as unknown as { member: { id: number } }).member.id;
    const level = { membership_id: fixtures.gold, remark: 'Knows the owner' };
    expectError(await send(otherUser, 'POST', `member/${member}/membership`, level), 409, 'approval_needed');
    const approval = expectApproval(
      await requestApproval(otherUser, 'POST /api/member/{id}/membership', level, { id: member }),
    );
    expect(approval).toMatchObject({ kind: 'tier', facts: { membership: 'Gold' } });
    expectError(await decide(manager, approval, 'approve'), 403, 'forbidden');
    expect((await decide(admin, approval, 'approve')).body.data).toMatchObject({ state: 'approved' });
    expect(await get('member', member)).toMatchObject({ membership_id: fixtures.gold });
  });

  test('is needed to extend a voucher beyond the limit, once and until the requested day', async () => {
    const sale = await fixtures.sell();
    const [voucher, otherVoucher] = sale.body.data.member_vouchers;
    const extend = 'POST /api/member_voucher/{id}/extend';
    const path = { id: voucher?.id };
    const voucherPath = `member_voucher/${voucher?.id}`;
    const lateEdit = { valid_until_date: await fixtures.dayFromNow(600), remark: 'In hospital' };
    expectError(await send(clerk, 'POST', `${voucherPath}/extend`, lateEdit), 409, 'approval_needed');
    expectInvalid(await send(clerk, 'POST', voucherPath, lateEdit), 'valid_until_date');
    expectInvalid(await send(clerk, 'POST', `${voucherPath}/extend`, { ...lateEdit, remark: ' ' }), 'remark');
    const earlyReply = await send(clerk, 'POST', `${voucherPath}/extend`, {
      ...lateEdit,
      valid_until_date: await fixtures.dayFromNow(10),
    });
    expectInvalid(earlyReply, 'valid_until_date');
    expectError(
      await requestApproval(clerk, extend, { ...lateEdit, valid_until_date: await fixtures.dayFromNow(400) }, path),
      409,
      'conflict',
    );
    const approval = expectApproval(await requestApproval(clerk, extend, lateEdit, path));
    const facts = { voucher: voucher?.voucher_no, until: lateEdit.valid_until_date, membership: 'Gold' };
    expect(approval).toMatchObject({ kind: 'extension', facts });
    expect(await get('member_voucher', voucher?.id ?? 0)).toMatchObject({ extended_from: null });
    expectError(await decide(clerk, approval, 'approve'), 403, 'forbidden');
    expect((await decide(manager, approval, 'approve')).body.data).toMatchObject({ state: 'approved', failure: null });
    expect(await get('member_voucher', voucher?.id ?? 0)).toMatchObject({
      ...lateEdit,
      extended_from: voucher?.valid_until_date,
      updated_by: { id: clerk.id },
    });
    expectError(
      await send(clerk, 'POST', `${voucherPath}/extend`, { ...lateEdit, remark: 'Again' }),
      422,
      'validation_failed',
    );
    const secondEdit = { valid_until_date: await fixtures.dayFromNow(700), remark: 'Again' };
    expectError(await send(clerk, 'POST', `${voucherPath}/extend`, secondEdit), 409, 'settled');
    const permittedEdit = { valid_until_date: await fixtures.dayFromNow(400), remark: 'Illness' };
    expect((await send(clerk, 'POST', `member_voucher/${otherVoucher?.id}/extend`, permittedEdit)).status).toBe(200);
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('is needed to reopen a month, from a second person and with a reason', async () => {
    const closeReply = await call<{ data: { id: number } }>(app, admin.token, 'POST', '/api/month_close', {
      body: { country_id: fixtures.country, month: '2024-02', remark: 'Approvals wait' },
    });
    const { id } = closeReply.body.data;
    const reopen = 'POST /api/month_close/{id}/reopen';
    expectError(
      await send(admin, 'POST', `month_close/${id}/reopen`, { reason: 'A bill is missing' }),
      409,
      'approval_needed',
    );
    const approval = expectApproval(await requestApproval(admin, reopen, { reason: 'A bill is missing' }, { id }));
    expectError(await decide(admin, approval, 'approve'), 403, 'forbidden');
    expectError(await decide(manager, approval, 'approve'), 404, 'record_not_found');
    const second = await createUser(db, { level: 'group' });
    expect((await decide(second, approval, 'approve')).body.data).toMatchObject({ state: 'approved', failure: null });
    const list = await call<{ data: Input[] }>(app, admin.token, 'GET', '/api/month_close');
    expect(list.body.data[0]).toMatchObject({
      closed_by: { username: expect.any(String) },
      reopened_by: { id: admin.id, username: admin.username },
      approved_by: { id: second.id, username: second.username },
      reopen_reason: 'A bill is missing',
    });
    expectError(await requestApproval(admin, reopen, { reason: 'Again' }, { id }), 409, 'conflict');
  });

  test('cannot be requested for other calls, nor without the permission', async () => {
    const before = await readDatabaseState(db);
    expectInvalid(await requestApproval(clerk, 'POST /api/visit/{id}/move', {}), 'call');
    expectError(await requestApproval(viewer, SALE_CALL, await createHalfPriceOrder()), 403, 'forbidden');
    expectInvalid(
      await requestApproval(clerk, SALE_CALL, await fixtures.createSaleInput({ membership_id: 0, discount: '750000' })),
      'membership_id',
    );
    expect((await readDatabaseState(db)).versions).toBe(before.versions);
  });
});
