// Core test: a refund never pays back more than was paid, and does not touch what was used.
import { resources } from '@innkeeper/contract';
import type { Approval, FrontDesk, MemberOverview, RefundPreview } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import { readDatabaseState } from '../../testing/database-state.ts';
import { REASON, call, queryString } from '../../testing/call.ts';
import { createClosings } from '../../testing/closings.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { type Sold, createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createCountry, createHotel, createBaseRecords } from '../../testing/base-records.ts';

/** Gold is sold for 1,500,000 with three vouchers, one of them redeemed; the country has a rate. */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { get, post, remove } = createProgramme(api, admin, inputs, fixtures.h1);
const [cash, request] = [
  await fixtures.findOptionDetail('type-payment', 'cash'),
  await fixtures.findOptionDetail('refund-reason', 'guest-request'),
];
const assignments = [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }];
const clerk = await createUser(db, { level: 'property', assignments });

type Sale = Sold['body']['data'];
const sell = async (overrides?: Input): Promise<Sale> => {
  const reply = await fixtures.sell(overrides);
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
};
/** A sale with one redeemed voucher, and the id of that redemption. */
const sellRedeemed = async (overrides?: Input): Promise<Sale & { redemption: number }> => {
  const sale = await sell(overrides);
  return { ...sale, redemption: await fixtures.redeem(sale.member_vouchers[0]) };
};
const inputOf = (overrides: Input = {}): Input => ({
  amount: '500000',
  refund_reason_id: request,
  type_payment_id: cash,
  ends_membership: 1,
  ...overrides,
});
const refund = ({ id }: { readonly id: number }, overrides?: Input, user: TestUser = admin) =>
  post(`transaction/${id}/refund`, inputOf(overrides), user.token);
const createRefund = async (sale: { readonly id: number }, overrides?: Input): Promise<ResponseRecord> => {
  const reply = await refund(sale, overrides);
  expect(reply.status, reply.text).toBe(201);
  return parseWritten(reply);
};
const previewRefund = async ({ id }: { readonly id: number }, user: TestUser = admin): Promise<RefundPreview> => {
  const reply = await call<{ data: RefundPreview }>(app, user.token, 'GET', `/api/transaction/${id}/refund`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};
const readStates = async ({ member_vouchers }: Sale) =>
  Promise.all(member_vouchers.map(async ({ id }) => (await get('member_voucher', id))['state']));

describe('a refund', () => {
  test('is a transaction of today with the negative amount, and references its unchanged sale', async () => {
    const { transaction } = await sellRedeemed();
    const before = await get('transaction', transaction.id);
    const refund = await createRefund(transaction, { remark: 'Moves abroad' });
    expect(refund).toMatchObject({
      reverses_id: transaction.id,
      refund_reason_id: request,
      type_payment_id: cash,
      transaction_type_id: transaction.transaction_type_id,
      hotel_id: transaction.hotel_id,
      member_id: transaction.member_id,
      membership_id: transaction.membership_id,
      sub_total: '-500000.000',
      discount: '0.000',
      grand_total: '-500000.000',
      usd_rate: transaction.usd_rate,
      remark: 'Moves abroad',
      locked_reason: null,
    });
    expect(Number(refund['grand_total_usd'])).toBeCloseTo(-500_000 / Number(transaction['usd_rate']), 2);
    const { locked_reason, payment_status } = await get('transaction', transaction.id);
    expect(await get('transaction', transaction.id)).toEqual({ ...before, locked_reason, payment_status });
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('ends the card, which cancels unused vouchers and leaves the redemption', async () => {
    const sale = await sellRedeemed();
    await createRefund(sale.transaction);
    expect(await get('member_card', sale.member_card.id)).toMatchObject({ is_active: 0, deleted_at: null });
    expect(await readStates(sale)).toEqual(['redeemed', 'cancelled', 'cancelled']);
    expect(await get('voucher_redeem', sale.redemption)).toMatchObject({ deleted_at: null });
    const member = await get('member', sale.member.id);
    expect(member).toMatchObject({ valid_until_date: null, standing: 'none' });
    expect((await fixtures.sell({ member_id: sale.member.id })).status).toBe(201);
  });

  test('shows its cancelled vouchers at the front desk with day, user and reason', async () => {
    const sale = await sellRedeemed();
    await createRefund(sale.transaction);
    await expect(fixtures.redeem(sale.member_vouchers[1])).rejects.toThrow('voucher_cancelled');
    await expect(fixtures.redeem(sale.member_vouchers[0])).rejects.toThrow('already_redeemed');
    const query = queryString({ member_id: String(sale.member.id), hotel_id: String(fixtures.h1) });
    const frontDesk = await call<{ data: FrontDesk }>(app, admin.token, 'GET', `/api/voucher_redeem/counter?${query}`);
    const reasons = frontDesk.body.data.guests[0]?.vouchers.map(({ reason }) => reason ?? '');
    expect(reasons?.some((reason) => reason.endsWith(': Guest request.'))).toBe(true);
  });

  test('leaves card and vouchers active if only the amount is refunded', async () => {
    const sale = await sellRedeemed();
    await createRefund(sale.transaction, { ends_membership: 0 });
    expect(await get('member_card', sale.member_card.id)).toMatchObject({ is_active: 1 });
    expect(await readStates(sale)).toEqual(['redeemed', 'available', 'available']);
  });

  test('returns the member to the tier before the sale, as cancelling does', async () => {
    const guest = await inputs.create(resources.member, { membership_id: fixtures.platinum, hotel_id: fixtures.h1 });
    const sale = await sell({ member_id: guest.id });
    expect(await get('member', guest.id)).toMatchObject({ membership_id: fixtures.gold });
    await createRefund(sale.transaction);
    expect(await get('member', sale.member.id)).toMatchObject({ membership_id: fixtures.platinum });
  });

  test('requires amount, reason and payment type, each validated at its field', async () => {
    const { transaction } = await sell();
    const fields = ['amount', 'refund_reason_id', 'type_payment_id', 'ends_membership'];
    const reply = await post(`transaction/${transaction.id}/refund`, {});
    expectInvalid(reply, ...fields);
    for (const amount of ['0', '-1', '1,5', 'all', '1500000.001', '1500001'])
      expectInvalid(await refund(transaction, { amount }), 'amount');
    for (const amount of ['0', '-5']) {
      const { body } = await refund(transaction, { amount });
      expect(body).toMatchObject({ errors: { amount: ['Must be more than 0.'] } });
    }
    const { body } = await refund(transaction, { amount: '1500001' });
    expect(body).toMatchObject({ errors: { amount: ['At most Rp. 1,500,000.'] } });
    expectInvalid(await refund(transaction, { refund_reason_id: cash }), 'refund_reason_id');
    expectInvalid(await refund(transaction, { type_payment_id: request }), 'type_payment_id');
    expectInvalid(await refund(transaction, { transaction_date: '2020-01-01' }), 'transaction_date');
  });

  test('has no more decimals than the currency, in any notation', async () => {
    const country = await createCountry(db, fixtures.r1);
    await sql`update country set currency = 'SGD', decimals = 2, usd_rate = 1.35 where id = ${country}`.execute(
      db.kysely,
    );
    const { transaction } = await sell({ hotel_id: await createHotel(db, country) });
    expectInvalid(await refund(transaction, { amount: '1.005' }), 'amount');
    expect(await createRefund(transaction, { amount: '1.05' })).toMatchObject({ grand_total: '-1.050' });
    for (const amount of ['1.005', '0.001']) expectInvalid(await refund(transaction, { amount }), 'amount');
  });
});

describe('refunds of a sale', () => {
  test('never exceed the amount paid when made one after the other', async () => {
    const { transaction } = await sellRedeemed();
    await createRefund(transaction, { amount: '1000000', ends_membership: 0 });
    expectInvalid(await refund(transaction, { amount: '500001' }), 'amount');
    await createRefund(transaction, { amount: '500000' });
    expectInvalid(await refund(transaction, { amount: '1' }), 'amount');
    expect(await previewRefund(transaction)).toMatchObject({ left: '0.000', may_keep: false });
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('never exceed the amount paid in concurrent requests', async () => {
    const { transaction } = await sell();
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => refund(transaction, { amount: '700000', ends_membership: 0 })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 422, 422]);
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('never exceed the amount paid when the membership ends with the first', async () => {
    const { transaction } = await sell();
    await createRefund(transaction, { amount: '1000000' });
    expectInvalid(await refund(transaction, { amount: '500001' }), 'amount');
  });

  test('block cancelling the sale, even together with them, until they are cancelled', async () => {
    const { transaction } = await sell();
    const refund = await createRefund(transaction);
    expect(await get('transaction', transaction.id)).toMatchObject({ locked_reason: 'refunded' });
    const before = await readDatabaseState(db);
    expectError(await remove('transaction', transaction.id), 409, 'settled');
    for (const ids of [[transaction.id], [transaction.id, refund.id]])
      expectError(await post('transaction/destroyBulk', { ids, ...REASON.body }), 409, 'settled');
    expectError(await post(`transaction/${transaction.id}`, { _method: 'DELETE', ...REASON.body }), 409, 'settled');
    expect(await readDatabaseState(db)).toEqual(before);
    expect((await remove('transaction', refund.id)).status).toBe(200);
    expect((await remove('transaction', transaction.id)).status).toBe(200);
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('apply only to sales and renewals, not to bills, free memberships, refunds or cancelled sales', async () => {
    const { transaction } = await sell();
    const createdRefund = await createRefund(transaction);
    const bill = parseWritten(
      await post('transaction', {
        hotel_id: fixtures.h1,
        transaction_type_id: await fixtures.findOptionDetail('transaction-type', '99'),
      }),
    );
    const freeMembership = (await fixtures.giveMembership()).body.data.transaction;
    for (const transaction of [createdRefund, bill, freeMembership])
      expectError(await refund(transaction, { amount: '1' }), 409, 'conflict');
    const cancelledSale = (await sell()).transaction;
    await remove('transaction', cancelledSale.id);
    expectError(await refund(cancelledSale), 409, 'conflict');
    expectError(await refund({ id: 999_999_999 }), 404, 'record_not_found');
  });

  test('cannot end a membership before its dependent renewal is refunded or cancelled', async () => {
    const sale = await sell();
    const { rows } = await sql<{
      day: string;
    }>`select (end_date - 30)::text as day from member_card where id = ${sale.member_card.id}`.execute(db.kysely);
    api.setClock(new Date(`${rows[0]?.day}T04:00:00Z`));
    const renewal = await sell({ type: 2, member_id: sale.member.id });
    expectError(await refund(sale.transaction), 409, 'conflict');
    expect(await previewRefund(sale.transaction)).toMatchObject({
      may_keep: true,
      rejection: expect.stringContaining('depends on'),
    });
    await createRefund(sale.transaction, { amount: '1', ends_membership: 0 });
    await createRefund(renewal.transaction, { amount: '1' });
    await createRefund(sale.transaction, { amount: '1' });
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('end only the upgrade if they refund one: the membership below it stays active', async () => {
    const sale = await sellRedeemed();
    const upgrade = await sell({ type: 6, member_id: sale.member.id, membership_id: fixtures.platinum });
    const earlyReply = await refund(sale.transaction);
    expectError(earlyReply, 409, 'conflict');
    const transaction_no = String(upgrade.transaction.transaction_no);
    expect(earlyReply.text).toContain(`Cancel ${transaction_no} first, or refund it and end its membership`);
    await createRefund(upgrade.transaction, { amount: '1' });
    expect(await get('member_card', upgrade.member_card.id)).toMatchObject({ is_active: 0 });
    expect(await get('member', sale.member.id)).toMatchObject({ membership_id: fixtures.gold, standing: 'active' });
    await createRefund(sale.transaction);
    expect(await get('member', sale.member.id)).toMatchObject({ standing: 'none' });
    expect(await checkIntegrity(db)).toEqual([]);
  });
});

test('refunds do not allow restoring a cancelled upgrade of a membership that they ended', async () => {
  const sale = await sell();
  const upgrade = await sell({ type: 6, member_id: sale.member.id, membership_id: fixtures.platinum });
  expect((await remove('transaction', upgrade.transaction.id)).status).toBe(200);
  const refund = await createRefund(sale.transaction);
  const restoreSale = () => post(`transaction/${upgrade.transaction.id}/restore`);
  const reply = await restoreSale();
  expectError(reply, 409, 'conflict');
  expect(reply.text).toContain(`Cancel ${String(refund['transaction_no'])} first`);
  expect((await remove('transaction', refund.id)).status).toBe(200);
  expect((await restoreSale()).status).toBe(200);
  expect(await checkIntegrity(db)).toEqual([]);
});

describe('cancelling a refund', () => {
  test('reactivates its card and vouchers, and the amount is refundable again', async () => {
    const sale = await sellRedeemed();
    const refund = await createRefund(sale.transaction, { amount: '1500000' });
    expect((await remove('transaction', refund.id)).status).toBe(200);
    expect(await get('member_card', sale.member_card.id)).toMatchObject({ is_active: 1 });
    expect(await readStates(sale)).toEqual(['redeemed', 'available', 'available']);
    expect(await get('member', sale.member.id)).toMatchObject({ membership_id: fixtures.gold, standing: 'active' });
    expect(await previewRefund(sale.transaction)).toMatchObject({ left: '1500000.000', refunds: [] });
    await createRefund(sale.transaction, { amount: '1500000' });
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('requires a reason, and cannot be undone: a new refund is needed', async () => {
    const sale = await sell();
    const refund = await createRefund(sale.transaction);
    expectInvalid(await call(app, admin.token, 'DELETE', `/api/transaction/${refund.id}`), 'reason');
    await remove('transaction', refund.id);
    expect(await get('transaction', refund.id)).toMatchObject({ locked_reason: 'refund_cancelled' });
    expectError(await post(`transaction/${refund.id}/restore`), 409, 'settled');
    expect(await post('transaction/restoreBulk', { ids: [refund.id], dry_run: 1 })).toMatchObject({
      body: { data: { restored: 0, rejected: [refund.id] } },
    });
    expectError(await post('transaction/restoreBulk', { ids: [refund.id] }), 409, 'settled');
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('is rejected if another card is active by now', async () => {
    const sale = await sell();
    const refund = await createRefund(sale.transaction);
    await sell({ member_id: sale.member.id });
    const before = await readDatabaseState(db);
    expectError(await remove('transaction', refund.id), 409, 'conflict');
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('is rejected while a refund has ended the upgraded membership, unless both are cancelled', async () => {
    const sale = await sellRedeemed();
    const upgrade = await sell({ type: 6, member_id: sale.member.id, membership_id: fixtures.platinum });
    const upgradeRefund = await createRefund(upgrade.transaction, { amount: '1' });
    const saleRefund = await createRefund(sale.transaction);
    const before = await readDatabaseState(db);
    const reply = await remove('transaction', upgradeRefund.id);
    expectError(reply, 409, 'conflict');
    expect(reply.text).toContain(`Cancel ${String(saleRefund['transaction_no'])} first`);
    expect(await readDatabaseState(db)).toEqual(before);
    const ids = [upgradeRefund.id, saleRefund.id];
    expect((await post('transaction/destroyBulk', { ids, ...REASON.body })).status).toBe(200);
    for (const { member_card } of [sale, upgrade])
      expect(await get('member_card', member_card.id)).toMatchObject({ is_active: 1 });
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('is rejected while the upgraded sale is cancelled', async () => {
    const sale = await sell();
    const upgrade = await sell({ type: 6, member_id: sale.member.id, membership_id: fixtures.platinum });
    const refund = await createRefund(upgrade.transaction, { amount: '1' });
    expect((await remove('transaction', sale.transaction.id)).status).toBe(200);
    const reply = await remove('transaction', refund.id);
    expectError(reply, 409, 'conflict');
    expect(reply.text).toContain(`Restore ${String(sale.transaction.transaction_no)} first`);
  });

  test('is rejected if another upgrade of the same card was sold since', async () => {
    const sale = await sell();
    const guest = { type: 6, member_id: sale.member.id, membership_id: fixtures.platinum };
    const refund = await createRefund((await sell(guest)).transaction, { amount: '1' });
    const otherSale = await sell(guest);
    const reply = await remove('transaction', refund.id);
    expectError(reply, 409, 'conflict');
    expect(reply.text).toContain(otherSale.transaction.transaction_no);
    await createRefund(otherSale.transaction, { amount: '1' });
    expect((await remove('transaction', refund.id)).status).toBe(200);
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('is the only way to reactivate its card', async () => {
    const sale = await sell();
    await createRefund(sale.transaction);
    expectError(await post(`member_card/${sale.member_card.id}`, { is_active: 1 }), 409, 'conflict');
    expectError(
      await post('member_card/updateBulk', { ids: [sale.member_card.id], set: { is_active: 1 } }),
      409,
      'conflict',
    );
  });
});

describe('a refund above the discount limit of the role group', () => {
  const REFUND_CALL = 'POST /api/transaction/{id}/refund';
  const requestApproval = (user: TestUser, { id }: { readonly id: number }, overrides: Input) =>
    call<{ data: Approval }>(app, user.token, 'POST', '/api/approval', {
      body: { call: REFUND_CALL, path: { id }, body: inputOf(overrides), reason: 'A regular guest' },
    });

  test('needs an approval, and so do small refunds that exceed it together', async () => {
    const { transaction } = await sellRedeemed();
    expect(await previewRefund(transaction, clerk)).toMatchObject({ limit: 25, within_limit: '375000.000' });
    expectError(await refund(transaction, { amount: '375001' }, clerk), 409, 'approval_needed');
    const first = await refund(transaction, { amount: '200000', ends_membership: 0 }, clerk);
    expect(first.status, first.text).toBe(201);
    expectError(await refund(transaction, { amount: '175001' }, clerk), 409, 'approval_needed');
    expect((await refund(transaction, { amount: '175000' }, clerk)).status).toBe(201);
  });

  test('is made once in the name of the requester, by a user whose limit covers it', async () => {
    const { transaction } = await sellRedeemed();
    const colleague = await createUser(db, { level: 'property', assignments });
    const reply = await requestApproval(clerk, transaction, { amount: '900000' });
    expect(reply.status, reply.text).toBe(201);
    const { id, facts } = reply.body.data;
    expect(facts).toMatchObject({ sub_total: '1500000.000', refunded: '900000.000', grand_total: '-900000.000' });
    expect((await previewRefund(transaction)).refunds).toEqual([]);
    expectError(await post(`approval/${id}/approve`, {}, colleague.token), 403, 'forbidden');
    const approved = await post(`approval/${id}/approve`, {}, admin.token);
    expect(approved.body, approved.text).toMatchObject({ data: { state: 'approved' } });
    const { refunds } = await previewRefund(transaction);
    expect(refunds).toMatchObject([{ amount: '900000.000', ended: true }]);
    const refund = await get('transaction', refunds[0]?.id ?? 0);
    expect(refund['created_by']).toMatchObject({ id: clerk.id });
    expectError(await post(`approval/${id}/approve`, {}, admin.token), 409, 'already_decided');
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('is rejected with the reason if the sale was refunded in the meantime', async () => {
    const { transaction } = await sellRedeemed();
    const { id } = (await requestApproval(clerk, transaction, { amount: '900000' })).body.data;
    await createRefund(transaction, { amount: '900000', ends_membership: 0 });
    const reply = await post(`approval/${id}/approve`, {}, admin.token);
    expect(reply.body, reply.text).toMatchObject({ data: { state: 'failed' } });
    expect((await previewRefund(transaction)).refunded).toBe('900000.000');
  });

  test('requires the permission to cancel, and access to the sale', async () => {
    const { transaction } = await sell();
    const seller = await createUser(db, {
      level: 'property',
      assignments,
      codes: ['VIEW_TRANSACTION', 'STORE_TRANSACTION'],
    });
    expectError(await refund(transaction, { amount: '1' }, seller), 403, 'forbidden');
    const otherUser = await createUser(db, {
      level: 'property',
      assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h2 }],
    });
    expectError(await refund(transaction, { amount: '1' }, otherUser), 404, 'record_not_found');
  });
});

describe('the payment status of a sale', () => {
  const DISPUTE = { reason: 'The bank asks for it back' };
  const readPaymentStatus = async ({ id }: { readonly id: number }) => (await get('transaction', id))['payment_status'];
  const listSales = async (member: number, status: string) => {
    const query = { member_id: String(member), 'filter[payment_status][includes]': status, deleted: '1' };
    const { body } = await call<{ data: ResponseRecord[] }>(
      app,
      admin.token,
      'GET',
      `/api/transaction?${queryString(query)}`,
    );
    return body.data.map(({ id }) => id);
  };
  const PAYMENT_STATUSES = ['paid', 'part_refunded', 'refunded', 'disputed'];
  /** Expects this status in the record, and expects the list to find it under this status only. */
  const expectStatus = async (sale: Sale, status: string) => {
    expect(await readPaymentStatus(sale.transaction)).toBe(status);
    for (const paymentStatus of PAYMENT_STATUSES)
      expect(await listSales(sale.member.id, paymentStatus), paymentStatus).toEqual(
        paymentStatus === status ? [sale.transaction.id] : [],
      );
  };

  test('follows from its refunds and disputes, and filters lists', async () => {
    const sale = await sellRedeemed();
    const path = `transaction/${sale.transaction.id}/dispute`;
    await expectStatus(sale, 'paid');
    await createRefund(sale.transaction);
    await expectStatus(sale, 'part_refunded');
    expect((await post(path, DISPUTE)).status).toBe(200);
    await expectStatus(sale, 'disputed');
    expectError(await refund(sale.transaction, { amount: '1' }), 409, 'conflict');
    expect((await post(`${path}/resolve`, { reason: 'The bank was wrong' })).status).toBe(200);
    await expectStatus(sale, 'part_refunded');
    const secondRefund = await createRefund(sale.transaction, { amount: '1000000' });
    await expectStatus(sale, 'refunded');
    expect(await readPaymentStatus(secondRefund)).toBeNull();
    await remove('transaction', secondRefund.id);
    await expectStatus(sale, 'part_refunded');
    expect((await previewRefund(sale.transaction)).disputes).toMatchObject([
      {
        reason: DISPUTE.reason,
        disputed_by: { id: admin.id },
        resolved_by: { id: admin.id },
        resolution: 'The bank was wrong',
      },
    ]);
  });

  test('does not exist for a free membership, bill or cancelled sale', async () => {
    const cancelledSale = await sell();
    await remove('transaction', cancelledSale.transaction.id);
    const freeMembership = (await fixtures.giveMembership()).body.data;
    const bill = parseWritten(
      await post('transaction', {
        hotel_id: fixtures.h1,
        transaction_type_id: await fixtures.findOptionDetail('transaction-type', '99'),
      }),
    );
    for (const transaction of [cancelledSale.transaction, freeMembership.transaction, bill])
      expect(await readPaymentStatus(transaction)).toBeNull();
    for (const transaction of [freeMembership.transaction, bill])
      expectError(await post(`transaction/${transaction.id}/dispute`, DISPUTE), 409, 'conflict');
  });

  test('is disputed and resolved once, each time with a stored reason', async () => {
    const { transaction } = await sell();
    const path = `transaction/${transaction.id}/dispute`;
    expectInvalid(await post(path, { reason: ' ' }), 'reason');
    expectError(await post(`${path}/resolve`, DISPUTE), 409, 'conflict');
    expect((await post(path, DISPUTE)).status).toBe(200);
    expectError(await post(path, DISPUTE), 409, 'conflict');
    expectInvalid(await post(`${path}/resolve`, {}), 'reason');
    expect((await post(`${path}/resolve`, DISPUTE)).status).toBe(200);
    await expect(sql`update sale_dispute set reason = 'Another'`.execute(db.kysely)).rejects.toThrow(
      'permission denied',
    );
    await expect(sql`delete from sale_dispute`.execute(db.kysely)).rejects.toThrow('permission denied');
  });

  test('is logged in the audit log when a dispute begins and ends', async () => {
    const { transaction } = await sell();
    const path = `transaction/${transaction.id}/dispute`;
    await post(path, DISPUTE);
    await post(`${path}/resolve`, { reason: 'The bank was wrong' });
    const query = queryString({ 'filter[resource][includes]': 'sale_dispute', per_page: '2' });
    const { body } = await call<{ data: ResponseRecord[] }>(app, admin.token, 'GET', `/api/audit_entry?${query}`);
    expect(body.data).toMatchObject([
      {
        action: 'update',
        created_by: { id: admin.id },
        changed: { fields: { resolution: [null, 'The bank was wrong'] } },
      },
      { action: 'create', created_by: { id: admin.id }, changed: { fields: { reason: [DISPUTE.reason] } } },
    ]);
    expect(await checkIntegrity(db)).toEqual([]);
  });
});

describe('the display of a refund', () => {
  test('previews the refundable amount, what the refund ends, and what the guest has used', async () => {
    const sale = await sellRedeemed();
    await createRefund(sale.transaction, { amount: '100000', ends_membership: 0 });
    expect(await previewRefund(sale.transaction)).toMatchObject({
      rejection: null,
      may_keep: true,
      currency: sale.transaction['currency'],
      grand_total: '1500000.000',
      refunded: '100000.000',
      left: '1400000.000',
      limit: 100,
      within_limit: '1400000.000',
      cards: [{ id: sale.member_card.id, membership: { name: 'Gold' } }],
      unused: { vouchers: 2, nominal: '500000.000' },
      used: [{ voucher_no: sale.member_vouchers[0]?.['voucher_no'], name: 'D', nominal: '250000.000' }],
      refunds: [{ amount: '100000.000', refund_reason: 'Guest request', ended: false }],
    });
  });

  test('shows the refund in the member’s timeline, with its reason, and its cancellation', async () => {
    const sale = await sell();
    const refund = await createRefund(sale.transaction, { remark: 'Moves abroad' });
    await remove('transaction', refund.id);
    const reply = await call<{ data: MemberOverview }>(
      app,
      admin.token,
      'GET',
      `/api/member/${sale.member.id}/overview`,
    );
    const refundEntries = reply.body.data.timeline.filter(({ kind }) => kind.startsWith('refund'));
    expect(refundEntries.map(({ kind }) => kind).sort()).toEqual(['refund_cancelled', 'refunded']);
    expect(refundEntries.find(({ kind }) => kind === 'refunded')).toMatchObject({
      number: sale.transaction.transaction_no,
      amount: '-500000.000',
      note: 'Guest request: Moves abroad',
    });
  });
});

test('a cancelled upgrade cannot be restored if the upgraded sale was reversed', async () => {
  const { close } = createClosings(api, admin, fixtures.country);
  api.setClock(new Date('2025-09-20T04:00:00Z'));
  const sale = await sell();
  api.setClock(new Date('2025-10-20T04:00:00Z'));
  const upgrade = await sell({ type: 6, member_id: sale.member.id, membership_id: fixtures.platinum });
  expect((await close('2025-09')).status).toBe(201);
  expect((await remove('transaction', upgrade.transaction.id)).status).toBe(200);
  expect((await post(`transaction/${sale.transaction.id}/reversal`, REASON.body)).status).toBe(201);
  const reply = await post(`transaction/${upgrade.transaction.id}/restore`);
  expectError(reply, 409, 'conflict');
  expect(reply.text).toContain('which is reversed');
});

test('a refund of a closed month’s sale counts in its own month, and prevents reversing that sale', async () => {
  const { close, compare } = createClosings(api, admin, fixtures.country);
  api.setClock(new Date('2025-03-20T04:00:00Z'));
  const sale = await sellRedeemed();
  api.setClock(new Date('2025-05-20T04:00:00Z'));
  const reply = await close('2025-03');
  expect(reply.status, reply.text).toBe(201);
  expect((await post(`transaction/${sale.transaction.id}/dispute`, { reason: 'The bank asks' })).status).toBe(200);
  expect((await post(`transaction/${sale.transaction.id}/dispute/resolve`, { reason: 'It was wrong' })).status).toBe(
    200,
  );
  const refund = await createRefund(sale.transaction);
  const comparison = await compare('2025-03');
  expect(comparison.rows).toEqual([]);
  expectError(await post(`transaction/${sale.transaction.id}/reversal`, REASON.body), 409, 'settled');
  const monthOf = async (month: string) => {
    const columns = ['overview.new_members', 'overview.sales_usd'];
    const query = { columns: columns.join(','), 'filter[overview.month][date_between]': `${month},${month}` };
    const { body } = await call<{ totals: Input }>(
      app,
      admin.token,
      'GET',
      `/api/report/run/overview-report?${queryString(query)}`,
    );
    return columns.map((column) => Number(body.totals[column]));
  };
  expect(await monthOf('2025-05')).toEqual([0, Number(refund['grand_total_usd'])]);
  const rows = await call<{ data: Input[] }>(
    app,
    admin.token,
    'GET',
    `/api/report/run/sales-report?${queryString({ 'filter[transaction.transaction_date][date_between]': '2025-05,2025-05', columns: 'transaction.grand_total,transaction.type_payment.name' })}`,
  );
  expect(rows.body.data).toMatchObject([
    { 'transaction.grand_total': '-500000.000', 'transaction.type_payment.name': 'Cash' },
  ]);
  expect(await checkIntegrity(db)).toEqual([]);
  expect((await remove('transaction', refund.id)).status).toBe(200);
  const secondRefund = await createRefund(sale.transaction);
  const reverseSale = () => post(`transaction/${secondRefund.id}/reversal`, REASON.body);
  expect((await reverseSale()).text).toContain('Delete it with a reason');
  api.setClock(new Date('2025-07-20T04:00:00Z'));
  expect((await close('2025-05')).status).toBe(201);
  expectError(await remove('transaction', secondRefund.id), 409, 'month_closed');
  const reversalReply = await reverseSale();
  expectError(reversalReply, 409, 'conflict');
  expect(reversalReply.text).toContain('refund in a closed month');
  expect(await checkIntegrity(db)).toEqual([]);
});
