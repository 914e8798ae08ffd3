// Core test: a sale is never changed.
import { type ImportCheck, type ResourceDefinition, bulkFields, isWritable, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import { type Reply, call } from '../../testing/call.ts';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { allowThousandths, createHotel, createBaseRecords } from '../../testing/base-records.ts';

/** Tests immutable records at every entry point that changes records. */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
// Allows three decimals, so that values are rejected only because the sale is immutable.
await allowThousandths(db);
const { get, post, remove } = createProgramme(api, admin, inputs, fixtures.h1);
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

const importEdit = (d: ResourceDefinition, id: number, name: string, value: unknown, dry_run: string) =>
  upload<{ data: ImportCheck }>(
    app,
    admin.token,
    d.key,
    csvFile([
      ['id', name],
      [id, String(value)],
    ]),
    { dry_run },
  );
const rejectionOf = ({ body }: Reply<{ data: ImportCheck }>): string =>
  JSON.stringify(body.data?.errors?.map(({ errors }) => errors) ?? body);

/** Tries to change a field of a record at each entry point; all of them must reject it. */
async function expectImmutable(d: ResourceDefinition, id: number, name: string, value: unknown): Promise<void> {
  const before = await get(d.key, id);
  /** Unique fields cannot be changed in bulk. */
  const isShared = bulkFields(d).includes(name);
  const entryPoints = [
    await post(`${d.key}/${id}`, { [name]: value }),
    await post(`${d.key}/${id}`, { _method: 'PATCH', [name]: value }),
    ...(isShared ? [await post(`${d.key}/updateBulk`, { ids: [id], set: { [name]: value } })] : []),
  ];
  for (const reply of entryPoints) {
    const { errors } = expectError(reply, 409, 'settled');
    expect(Object.keys(errors ?? {}).filter((field) => field !== 'ids')).toEqual([name]);
  }
  const dryRunReply = await post(`${d.key}/updateBulk`, { ids: [id], set: { [name]: value }, dry_run: 1 });
  if (isShared) expect(dryRunReply.body, dryRunReply.text).toMatchObject({ data: { updated: 0, rejected: [id] } });
  else expectInvalid(dryRunReply, name);
  const check = await importEdit(d, id, name, value, '1');
  expect(check.body.data, check.text).toMatchObject({ updated: 0, rejected: 1 });
  expect(rejectionOf(check)).toContain(String(entryPoints[0]?.body.message));
  expect((await importEdit(d, id, name, value, '0')).status).toBeGreaterThanOrEqual(400);
  expect(await get(d.key, id)).toEqual(before);
}

const writableFieldsOf = (d: ResourceDefinition): string[] =>
  Object.entries(d.fields).flatMap(([name, f]) => (isWritable(f) ? [name] : []));

test('a voucher of a card cannot be replaced or reassigned, but a manual one can be corrected', async () => {
  const [ownSale, otherSale] = [(await fixtures.sell()).body.data, (await fixtures.sell()).body.data];
  const otherValues: Input = {
    member_card_id: otherSale.member_card.id,
    voucher_id: fixtures.hotelVoucher,
    transaction_id: otherSale.transaction.id,
  };
  const [issuedVoucher] = ownSale.member_vouchers;
  for (const [name, value] of Object.entries(otherValues))
    await expectImmutable(resources.member_voucher, issuedVoucher?.id ?? 0, name, value);
  const unchangedInput = {
    voucher_id: issuedVoucher?.['voucher_id'],
    transaction_id: issuedVoucher?.['transaction_id'],
    remark: 'Other notes',
  };
  expect((await post(`member_voucher/${issuedVoucher?.id}`, unchangedInput)).status).toBe(200);
  const memberVoucher = await inputs.create(resources.member_voucher);
  const changeReply = await post(`member_voucher/${memberVoucher.id}`, { voucher_id: fixtures.hotelVoucher });
  expect(changeReply.status, changeReply.text).toBe(200);
});

test('a card’s voucher keeps its hotel and start, but may end early', async () => {
  const { member_card, member_vouchers } = (await fixtures.sell()).body.data;
  const voucherOfKind = (kind: number) => Number(member_vouchers.find(({ voucher_id }) => voucher_id === kind)?.id);
  await expectImmutable(
    resources.member_voucher,
    voucherOfKind(fixtures.restrictedVoucher),
    'restrict_hotel_id',
    fixtures.h2,
  );
  const editVoucher = (set: Input) => post(`member_voucher/${voucherOfKind(fixtures.unrestrictedVoucher)}`, set);
  expectInvalid(await editVoucher({ redeem_date: '2020-01-01' }), 'redeem_date');
  for (const set of [
    { restrict_hotel_id: fixtures.h2 },
    { restrict_hotel_id: null },
    { valid_until_date: member_card.start_date },
    { redeem_date: '2020-01-01', valid_until_date: '2020-12-31' },
  ])
    expect((await editVoucher(set)).status, JSON.stringify(set)).toBe(200);
});

test.each(['Etc/GMT+12', 'Etc/GMT-14'])('a voucher ends by the date of its member’s hotel: in %s', async (zone) => {
  const hotel_id = await createHotel(db, fixtures.country, zone);
  const { member_card, member_vouchers } = (await fixtures.sell({ hotel_id })).body.data;
  const [voucher] = member_vouchers;
  await sql`update member_card set start_date = start_date + 30 where id = ${member_card.id}`.execute(db.kysely);
  const dayFromNow = (days: number) =>
    Temporal.Instant.fromEpochMilliseconds(api.clock().getTime()).toZonedDateTimeISO(zone).add({ days }).toPlainDate();
  const extendVoucher = (lastDay: Temporal.PlainDate) =>
    post(`member_voucher/${voucher?.id}`, { redeem_date: '2020-01-01', valid_until_date: lastDay.toString() });
  expectInvalid(await extendVoucher(dayFromNow(0)), 'redeem_date');
  expect((await extendVoucher(dayFromNow(-1))).status).toBe(200);
});

test('any redeemed voucher is locked until the redemption is voided', async () => {
  const { member_card, member_vouchers } = (await fixtures.sell()).body.data;
  const days = { redeem_date: member_card.start_date, valid_until_date: member_card.end_date };
  const input = { member_card_id: member_card.id, voucher_id: fixtures.unrestrictedVoucher, ...days };
  const manualTier = parseWritten(
    await post('member_voucher', await inputs.createRequired(resources.member_voucher, input)),
  );
  const issuedVoucher = member_vouchers.find(({ voucher_id }) => voucher_id === fixtures.unrestrictedVoucher);
  for (const { id } of [manualTier, { id: issuedVoucher?.id ?? 0 }]) {
    const redemption = await fixtures.redeem({ id });
    const otherValues = {
      restrict_hotel_id: fixtures.h2,
      redeem_date: await fixtures.dayFromNow(1),
      valid_until_date: await fixtures.dayFromNow(9),
    };
    for (const [name, value] of Object.entries(otherValues))
      await expectImmutable(resources.member_voucher, id, name, value);
    await remove('voucher_redeem', redemption);
    expect((await post(`member_voucher/${id}`, otherValues)).status).toBe(200);
  }
});

test('member, hotel and first day are locked on a sold or upgraded card, but not on a manual one', async () => {
  const { member, member_card } = (await fixtures.sell()).body.data;
  const upgradeReply = await post(`member/${member.id}/membership`, {
    membership_id: fixtures.platinum,
    remark: 'Promised',
  });
  expect(upgradeReply.status, upgradeReply.text).toBe(200);
  const { rows } = await sql<{ id: number }>`
    select id from member_card where upgraded_from_id = ${member_card.id}`.execute(db.kysely);
  const otherValues: Input = {
    member_id: (await fixtures.sell()).body.data.member.id,
    hotel_id: fixtures.h2,
    start_date: '2020-02-01',
  };
  for (const id of [member_card.id, rows[0]?.id ?? 0])
    for (const [name, value] of Object.entries(otherValues))
      await expectImmutable(resources.member_card, id, name, value);
  const { hotel_id, start_date } = member_card;
  expect((await post(`member_card/${member_card.id}`, { hotel_id, start_date, remark: 'Other notes' })).status).toBe(
    200,
  );
  const memberCard = await inputs.create(resources.member_card);
  const changeReply = await post(`member_card/${memberCard.id}`, { hotel_id: fixtures.h2 });
  expect(changeReply.status, changeReply.text).toBe(200);
});

describe('an immutable sale', () => {
  const sellMembership = async () => (await fixtures.sell()).body.data;
  const lineOf = async (sale: number): Promise<number> => {
    const { rows } = await sql<{
      id: number;
    }>`select id from transaction_detail where transaction_id = ${sale}`.execute(db.kysely);
    return rows[0]?.id ?? 0;
  };

  test('allows changes of receipt number, payment type, seller and notes only', async () => {
    const { transaction } = await sellMembership();
    const d = resources.transaction;
    const otherValues: Input = {
      transaction_type_id: await fixtures.findOptionDetail('transaction-type', '4'),
      hotel_id: fixtures.h2,
      member_id: (await sellMembership()).member.id,
      phone_no: '+62 812 1234567',
      transaction_date: yesterday,
      discount: '0.500',
    };
    const editableValues: Input = {
      reference_no: 'OR-2',
      type_payment_id: await fixtures.findOptionDetail('type-payment', 'credit-card'),
      marketing_name: 'Events',
      remark: 'Paid later',
      correction_reason: 'Wrong button',
    };
    expect([...Object.keys(otherValues), ...Object.keys(editableValues)].toSorted()).toEqual(
      writableFieldsOf(d).toSorted(),
    );
    for (const [name, value] of Object.entries(otherValues)) await expectImmutable(d, transaction.id, name, value);
    expect(parseWritten(await post(`transaction/${transaction.id}`, editableValues))).toMatchObject(editableValues);
    // Unchanged values may be sent again.
    const { hotel_id, discount } = transaction;
    expect((await post(`transaction/${transaction.id}`, { hotel_id, discount, remark: 'x' })).status).toBe(200);
  });

  test('rejects changing, deleting and adding lines', async () => {
    const { transaction, member } = await sellMembership();
    const d = resources.transaction_detail;
    const line = await lineOf(transaction.id);
    const bill = parseWritten(await post('transaction', { hotel_id: fixtures.h1, member_id: member.id }));
    const otherValues: Input = {
      transaction_id: bill.id,
      spend_type_id: await fixtures.findOptionDetail('spend-type', '3'),
      description: 'Something else',
      quantity: 2,
      unit_price: '0.500',
    };
    expect(Object.keys(otherValues).toSorted()).toEqual(writableFieldsOf(d).toSorted());
    for (const [name, value] of Object.entries(otherValues)) await expectImmutable(d, line, name, value);
    const foreignLine = parseWritten(await post('transaction_detail', { transaction_id: bill.id, unit_price: '0' }));
    for (const reply of [
      await remove('transaction_detail', line),
      await post('transaction_detail/destroyBulk', { ids: [line] }),
      await post('transaction_detail', { transaction_id: transaction.id, unit_price: '0' }),
      await post('transaction_detail', { transaction_id: transaction.id, unit_price: '5' }),
      await post(`transaction_detail/${foreignLine.id}`, { transaction_id: transaction.id }),
    ])
      expectError(reply, 409, 'settled');
    expect(await get('transaction', transaction.id)).toMatchObject({ sub_total: '1500000.000', version: 1 });
  });

  test('can still be cancelled and restored, and follows its member into a merge and back', async () => {
    const { transaction, member } = await sellMembership();
    const otherMember = (await sellMembership()).member;
    const amounts = await get('transaction', transaction.id);
    expect((await remove('transaction', transaction.id)).status).toBe(200);
    expect((await post(`transaction/${transaction.id}/restore`)).status).toBe(200);
    expect(await get('transaction', transaction.id)).toMatchObject({ grand_total: amounts.grand_total });
    const mergeReply = await post(`member/${otherMember.id}/merge`, { member_id: member.id, fields: {} });
    expect(mergeReply.status, mergeReply.text).toBe(200);
    expect(await get('transaction', transaction.id)).toMatchObject({ member_id: otherMember.id });
    const { rows } = await sql<{
      id: number;
    }>`select id from member_merge where retained_id = ${otherMember.id}`.execute(db.kysely);
    expect((await post(`member/${otherMember.id}/merge/${rows[0]?.id}/undo`)).status).toBe(200);
    expect(await get('transaction', transaction.id)).toMatchObject({ member_id: member.id });
  });

  test('is guarded by the database', async () => {
    const { transaction } = await sellMembership();
    const line = await lineOf(transaction.id);
    for (const statement of [
      sql`update transaction set discount = 5 where id = ${transaction.id}`,
      sql`update transaction set usd_rate = 1 where id = ${transaction.id}`,
      sql`update transaction_detail set quantity = 2 where id = ${line}`,
      sql`update transaction_detail set deleted_at = now() where id = ${line}`,
    ])
      await expect(statement.execute(db.kysely)).rejects.toThrow('is immutable');
  });
});

describe('an immutable redemption', () => {
  const createRedemption = async () => {
    const { member, member_vouchers } = (await fixtures.sell()).body.data;
    const [memberVoucher, otherVoucher] = member_vouchers.filter(
      ({ voucher_id }) => voucher_id === fixtures.unrestrictedVoucher,
    );
    return { id: await fixtures.redeem(memberVoucher), member, memberVoucher, otherVoucher };
  };

  test('allows changes of booking number, staff name and remark only, and a void with a reason', async () => {
    const { id, otherVoucher } = await createRedemption();
    const d = resources.voucher_redeem;
    const otherValues: Input = {
      member_voucher_id: otherVoucher?.id,
      redeem_hotel_id: fixtures.h2,
      redeem_date: yesterday,
      member_id: (await fixtures.sell()).body.data.member.id,
    };
    const editableValues: Input = { booking_no: 'B-9', staff_name: 'Budi', remark: 'Room 12' };
    expect([...Object.keys(otherValues), ...Object.keys(editableValues)].toSorted()).toEqual(
      writableFieldsOf(d).toSorted(),
    );
    for (const [name, value] of Object.entries(otherValues)) await expectImmutable(d, id, name, value);
    expect(parseWritten(await post(`voucher_redeem/${id}`, editableValues))).toMatchObject(editableValues);
    // Unchanged values may be sent again, and so may a null member, which is then taken from the voucher.
    const { member_voucher_id, redeem_hotel_id, redeem_date, member_id } = await get('voucher_redeem', id);
    const unchangedInput = { member_voucher_id, redeem_hotel_id, redeem_date, member_id };
    for (const input of [unchangedInput, { member_id: null }])
      expect((await post(`voucher_redeem/${id}`, { ...input, remark: 'x' })).status).toBe(200);
    expectInvalid(await call(app, admin.token, 'DELETE', `/api/voucher_redeem/${id}`), 'reason');
    expect((await remove('voucher_redeem', id)).status).toBe(200);
  });

  test('follows its member into a merge and back', async () => {
    const { id, member } = await createRedemption();
    const otherMember = (await fixtures.sell()).body.data.member;
    const mergeReply = await post(`member/${otherMember.id}/merge`, { member_id: member.id, fields: {} });
    expect(mergeReply.status, mergeReply.text).toBe(200);
    expect(await get('voucher_redeem', id)).toMatchObject({ member_id: otherMember.id });
    const { rows } = await sql<{
      id: number;
    }>`select id from member_merge where retained_id = ${otherMember.id}`.execute(db.kysely);
    expect((await post(`member/${otherMember.id}/merge/${rows[0]?.id}/undo`)).status).toBe(200);
    expect(await get('voucher_redeem', id)).toMatchObject({ member_id: member.id });
  });

  test('rejects moving a manual card with a redemption to another member', async () => {
    const member_card = await inputs.create(resources.member_card, { hotel_id: fixtures.h1, start_date: '2020-01-01' });
    const days = { redeem_date: member_card.start_date, valid_until_date: member_card.end_date };
    const memberVoucher = await inputs.create(resources.member_voucher, {
      member_card_id: member_card.id,
      restrict_hotel_id: null,
      transaction_id: null,
      ...days,
    });
    const member_id = (await inputs.create(resources.member)).id;
    const id = await fixtures.redeem(memberVoucher);
    expectError(await post(`member_card/${member_card.id}`, { member_id }), 409, 'settled');
    const dryRunReply = await post('member_card/updateBulk', { ids: [member_card.id], set: { member_id }, dry_run: 1 });
    expect(dryRunReply.body, dryRunReply.text).toMatchObject({ data: { updated: 0, rejected: [member_card.id] } });
    await remove('voucher_redeem', id);
    expect((await post(`member_card/${member_card.id}`, { member_id })).status).toBe(200);
  });

  test('is guarded by the database', async () => {
    const { id, member, memberVoucher, otherVoucher } = await createRedemption();
    for (const set of [
      sql`member_voucher_id = ${otherVoucher?.id}`,
      sql`redeem_hotel_id = ${fixtures.h2}`,
      sql`redeem_date = redeem_date - interval '1 day'`,
      sql`member_id = ${member.id}, member_voucher_id = ${otherVoucher?.id}`,
    ])
      await expect(
        db.kysely.transaction().execute(async (tx) => {
          await sql`select set_config('innkeeper.actor', ${String(admin.id)}, true)`.execute(tx);
          await sql`update voucher_redeem set ${set} where id = ${id}`.execute(tx);
        }),
      ).rejects.toThrow('is immutable');
    expect(await get('member_voucher', memberVoucher?.id ?? 0)).toMatchObject({ state: 'redeemed' });
  });
});

test('a bill can be corrected, except for its hotel and with future dates', async () => {
  const d = resources.transaction;
  const { id } = parseWritten(await post('transaction', { hotel_id: fixtures.h1 }));
  await expectImmutable(d, id, 'hotel_id', fixtures.h2);
  const futureInput = { transaction_date: new Date(Date.now() + 3_600_000).toISOString() };
  expectInvalid(await post('transaction', { hotel_id: fixtures.h1, ...futureInput }), 'transaction_date');
  expectInvalid(await post(`transaction/${id}`, futureInput), 'transaction_date');
  expectInvalid(await post('transaction/updateBulk', { ids: [id], set: futureInput }), 'transaction_date', 'ids');
  expect((await post(`transaction/${id}`, { transaction_date: yesterday, discount: '0' })).status).toBe(200);
});

test('a visit keeps its hotel, and changes its member only when it is moved', async () => {
  const d = resources.visit;
  const guests: ResponseRecord[] = [(await fixtures.sell()).body.data.member, (await fixtures.sell()).body.data.member];
  const [firstGuest, secondGuest] = guests.map(({ id }) => id);
  const bill = { hotel_id: fixtures.h1, member_id: firstGuest, reference_no: 'S1', total_fb: '5', staff_name: 'Ayu' };
  const { id } = parseWritten(await post('visit', bill));
  await expectImmutable(d, id, 'hotel_id', fixtures.h2);
  await expectImmutable(d, id, 'member_id', secondGuest);
  expect((await post(`visit/${id}/move`, { member_id: secondGuest, remark: 'Same name' })).status).toBe(200);
  expect(await get('visit', id)).toMatchObject({ member_id: secondGuest });
});

test('an imported redemption has the same receipt as one at the front desk', async () => {
  const { member_vouchers } = (await fixtures.sell()).body.data;
  const file = csvFile([
    ['member_voucher_id', 'redeem_hotel_id', 'redeem_date', 'booking_no', 'staff_name'],
    [String(member_vouchers[0]?.voucher_no), fixtures.h1, new Date().toISOString(), 'B1', 'Ayu'],
  ]);
  const countMailRequests = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from mail_request where voucher_redeem_id is not null`.execute(db.kysely);
    return rows[0]?.n;
  };
  const before = await countMailRequests();
  expect((await upload(app, admin.token, 'voucher_redeem', file, { dry_run: '1' })).status).toBe(200);
  expect(await countMailRequests()).toBe(before);
  const reply = await upload(app, admin.token, 'voucher_redeem', file);
  expect(reply.status, reply.text).toBe(201);
  expect(await countMailRequests()).toBe((before ?? 0) + 1);
});
