// Core test: a sale is never changed.
import { type ImportCheck, type ResourceDefinition, bulkFields, isWritable, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Answered, writtenIn } from '../../testing/answers.ts';
import { type Reply, call } from '../../testing/call.ts';
import { csvFile, upload } from '../../engine/exchange/test-tables.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createHouse } from '../../testing/house.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { allowThousandths, createHotel, createWorld } from '../../testing/world.ts';

/** Records that stand as they were made, tried at every door through which a record is changed. */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
// Other values are refused because the sale stands, and not for their decimals.
await allowThousandths(db);
const { get, post, remove } = createProgramme(api, admin, inputs, house.h1);
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

const imported = (d: ResourceDefinition, id: number, name: string, value: unknown, dry_run: string) =>
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
const refusedIn = ({ body }: Reply<{ data: ImportCheck }>): string =>
  JSON.stringify(body.data?.errors?.map(({ errors }) => errors) ?? body);

/** Tries to give a record another value of a field at each door; none of them may let it in. */
async function expectSettled(d: ResourceDefinition, id: number, name: string, value: unknown): Promise<void> {
  const before = await get(d.key, id);
  /** A field that tells records apart is given to none of many. */
  const isShared = bulkFields(d).includes(name);
  const doors = [
    await post(`${d.key}/${id}`, { [name]: value }),
    await post(`${d.key}/${id}`, { _method: 'PATCH', [name]: value }),
    ...(isShared ? [await post(`${d.key}/updateBulk`, { ids: [id], set: { [name]: value } })] : []),
  ];
  for (const reply of doors) {
    const { errors } = expectError(reply, 409, 'settled');
    expect(Object.keys(errors ?? {}).filter((field) => field !== 'ids')).toEqual([name]);
  }
  const tried = await post(`${d.key}/updateBulk`, { ids: [id], set: { [name]: value }, dry_run: 1 });
  if (isShared) expect(tried.body, tried.text).toMatchObject({ data: { updated: 0, refused: [id] } });
  else expectInvalid(tried, name);
  const check = await imported(d, id, name, value, '1');
  expect(check.body.data, check.text).toMatchObject({ updated: 0, refused: 1 });
  expect(refusedIn(check)).toContain(String(doors[0]?.body.message));
  expect((await imported(d, id, name, value, '0')).status).toBeGreaterThanOrEqual(400);
  expect(await get(d.key, id)).toEqual(before);
}

const written = (d: ResourceDefinition): string[] =>
  Object.entries(d.fields).flatMap(([name, f]) => (isWritable(f) ? [name] : []));

test('a voucher that came with a card is neither exchanged nor handed on; one by hand is put right', async () => {
  const [mine, other] = [(await house.sell()).body.data, (await house.sell()).body.data];
  const others: Input = {
    member_card_id: other.member_card.id,
    voucher_id: house.x,
    transaction_id: other.transaction.id,
  };
  const [issued] = mine.member_vouchers;
  for (const [name, value] of Object.entries(others))
    await expectSettled(resources.member_voucher, issued?.id ?? 0, name, value);
  const same = {
    voucher_id: issued?.['voucher_id'],
    transaction_id: issued?.['transaction_id'],
    remark: 'Other notes',
  };
  expect((await post(`member_voucher/${issued?.id}`, same)).status).toBe(200);
  const made = await inputs.create(resources.member_voucher);
  const changed = await post(`member_voucher/${made.id}`, { voucher_id: house.x });
  expect(changed.status, changed.text).toBe(200);
});

test('a voucher that came with a card keeps its hotel and begins with its card; it may end early', async () => {
  const { member_card, member_vouchers } = (await house.sell()).body.data;
  const issued = (kind: number) => Number(member_vouchers.find(({ voucher_id }) => voucher_id === kind)?.id);
  await expectSettled(resources.member_voucher, issued(house.n), 'restrict_hotel_id', house.h2);
  const edit = (set: Input) => post(`member_voucher/${issued(house.d)}`, set);
  expectInvalid(await edit({ redeem_date: '2020-01-01' }), 'redeem_date');
  for (const set of [
    { restrict_hotel_id: house.h2 },
    { restrict_hotel_id: null },
    { valid_until_date: member_card.start_date },
    { redeem_date: '2020-01-01', valid_until_date: '2020-12-31' },
  ])
    expect((await edit(set)).status, JSON.stringify(set)).toBe(200);
});

test.each(['Etc/GMT+12', 'Etc/GMT-14'])('a voucher is over by the day of its member’s hotel: in %s', async (zone) => {
  const hotel_id = await createHotel(db, house.country, zone);
  const { member_card, member_vouchers } = (await house.sell({ hotel_id })).body.data;
  const [voucher] = member_vouchers;
  await sql`update member_card set start_date = start_date + 30 where id = ${member_card.id}`.execute(db.kysely);
  const endedBy = (days: number) =>
    Temporal.Instant.fromEpochMilliseconds(api.clock().getTime()).toZonedDateTimeISO(zone).add({ days }).toPlainDate();
  const edit = (until: Temporal.PlainDate) =>
    post(`member_voucher/${voucher?.id}`, { redeem_date: '2020-01-01', valid_until_date: until.toString() });
  expectInvalid(await edit(endedBy(0)), 'redeem_date');
  expect((await edit(endedBy(-1))).status).toBe(200);
});

test('a redeemed voucher stays as it is, however it was made, until the redemption is voided', async () => {
  const { member_card, member_vouchers } = (await house.sell()).body.data;
  const days = { redeem_date: member_card.start_date, valid_until_date: member_card.end_date };
  const wanted = { member_card_id: member_card.id, voucher_id: house.d, ...days };
  const byHand = writtenIn(await post('member_voucher', await inputs.required(resources.member_voucher, wanted)));
  const issued = member_vouchers.find(({ voucher_id }) => voucher_id === house.d);
  for (const { id } of [byHand, { id: issued?.id ?? 0 }]) {
    const redemption = await house.redeem({ id });
    const others = {
      restrict_hotel_id: house.h2,
      redeem_date: await house.day(1),
      valid_until_date: await house.day(9),
    };
    for (const [name, value] of Object.entries(others)) await expectSettled(resources.member_voucher, id, name, value);
    await remove('voucher_redeem', redemption);
    expect((await post(`member_voucher/${id}`, others)).status).toBe(200);
  }
});

test('a card that was sold or risen to keeps member, hotel and first day; one by hand may change', async () => {
  const { member, member_card } = (await house.sell()).body.data;
  const raised = await post(`member/${member.id}/membership`, { membership_id: house.platinum, remark: 'Promised' });
  expect(raised.status, raised.text).toBe(200);
  const { rows } = await sql<{ id: number }>`
    select id from member_card where upgraded_from_id = ${member_card.id}`.execute(db.kysely);
  const others: Input = {
    member_id: (await house.sell()).body.data.member.id,
    hotel_id: house.h2,
    start_date: '2020-02-01',
  };
  for (const id of [member_card.id, rows[0]?.id ?? 0])
    for (const [name, value] of Object.entries(others)) await expectSettled(resources.member_card, id, name, value);
  const { hotel_id, start_date } = member_card;
  expect((await post(`member_card/${member_card.id}`, { hotel_id, start_date, remark: 'Other notes' })).status).toBe(
    200,
  );
  const made = await inputs.create(resources.member_card);
  const changed = await post(`member_card/${made.id}`, { hotel_id: house.h2 });
  expect(changed.status, changed.text).toBe(200);
});

describe('a sale stands as it was made', () => {
  const sold = async () => (await house.sell()).body.data;
  const lineOf = async (sale: number): Promise<number> => {
    const { rows } = await sql<{
      id: number;
    }>`select id from transaction_detail where transaction_id = ${sale}`.execute(db.kysely);
    return rows[0]?.id ?? 0;
  };

  test('of all fields only receipt number, payment type, seller and notes change', async () => {
    const { transaction } = await sold();
    const d = resources.transaction;
    const others: Input = {
      transaction_type_id: await house.detail('transaction-type', '4'),
      hotel_id: house.h2,
      member_id: (await sold()).member.id,
      phone_no: '+62 812 1234567',
      transaction_date: yesterday,
      discount: '0.500',
    };
    const free: Input = {
      reference_no: 'OR-2',
      type_payment_id: await house.detail('type-payment', 'credit-card'),
      marketing_name: 'Events',
      remark: 'Paid later',
      correction_reason: 'Wrong button',
    };
    expect([...Object.keys(others), ...Object.keys(free)].toSorted()).toEqual(written(d).toSorted());
    for (const [name, value] of Object.entries(others)) await expectSettled(d, transaction.id, name, value);
    expect(writtenIn(await post(`transaction/${transaction.id}`, free))).toMatchObject(free);
    // The values that stand may be sent again.
    const { hotel_id, discount } = transaction;
    expect((await post(`transaction/${transaction.id}`, { hotel_id, discount, remark: 'x' })).status).toBe(200);
  });

  test('its line neither changes nor goes, and gets no others', async () => {
    const { transaction, member } = await sold();
    const d = resources.transaction_detail;
    const line = await lineOf(transaction.id);
    const bill = writtenIn(await post('transaction', { hotel_id: house.h1, member_id: member.id }));
    const others: Input = {
      transaction_id: bill.id,
      spend_type_id: await house.detail('spend-type', '3'),
      description: 'Something else',
      quantity: 2,
      unit_price: '0.500',
    };
    expect(Object.keys(others).toSorted()).toEqual(written(d).toSorted());
    for (const [name, value] of Object.entries(others)) await expectSettled(d, line, name, value);
    const foreign = writtenIn(await post('transaction_detail', { transaction_id: bill.id, unit_price: '0' }));
    for (const reply of [
      await remove('transaction_detail', line),
      await post('transaction_detail/destroyBulk', { ids: [line] }),
      await post('transaction_detail', { transaction_id: transaction.id, unit_price: '0' }),
      await post('transaction_detail', { transaction_id: transaction.id, unit_price: '5' }),
      await post(`transaction_detail/${foreign.id}`, { transaction_id: transaction.id }),
    ])
      expectError(reply, 409, 'settled');
    expect(await get('transaction', transaction.id)).toMatchObject({ sub_total: '1500000.000', version: 1 });
  });

  test('it is still cancelled and restored, and follows its member into a merge and back', async () => {
    const { transaction, member } = await sold();
    const other = (await sold()).member;
    const amounts = await get('transaction', transaction.id);
    expect((await remove('transaction', transaction.id)).status).toBe(200);
    expect((await post(`transaction/${transaction.id}/restore`)).status).toBe(200);
    expect(await get('transaction', transaction.id)).toMatchObject({ grand_total: amounts.grand_total });
    const merged = await post(`member/${other.id}/merge`, { member_id: member.id, fields: {} });
    expect(merged.status, merged.text).toBe(200);
    expect(await get('transaction', transaction.id)).toMatchObject({ member_id: other.id });
    const { rows } = await sql<{ id: number }>`select id from member_merge where kept_id = ${other.id}`.execute(
      db.kysely,
    );
    expect((await post(`member/${other.id}/merge/${rows[0]?.id}/undo`)).status).toBe(200);
    expect(await get('transaction', transaction.id)).toMatchObject({ member_id: member.id });
  });

  test('the database itself refuses it', async () => {
    const { transaction } = await sold();
    const line = await lineOf(transaction.id);
    for (const statement of [
      sql`update transaction set discount = 5 where id = ${transaction.id}`,
      sql`update transaction set usd_rate = 1 where id = ${transaction.id}`,
      sql`update transaction_detail set quantity = 2 where id = ${line}`,
      sql`update transaction_detail set deleted_at = now() where id = ${line}`,
    ])
      await expect(statement.execute(db.kysely)).rejects.toThrow('stands as it was made');
  });
});

describe('a redemption stands as it was made', () => {
  const redeemed = async () => {
    const { member, member_vouchers } = (await house.sell()).body.data;
    const [mine, other] = member_vouchers.filter(({ voucher_id }) => voucher_id === house.d);
    return { id: await house.redeem(mine), member, mine, other };
  };

  test('of all fields only booking number, staff name and remark change; a void has a reason', async () => {
    const { id, other } = await redeemed();
    const d = resources.voucher_redeem;
    const others: Input = {
      member_voucher_id: other?.id,
      redeem_hotel_id: house.h2,
      redeem_date: yesterday,
      member_id: (await house.sell()).body.data.member.id,
    };
    const free: Input = { booking_no: 'B-9', staff_name: 'Budi', remark: 'Room 12' };
    expect([...Object.keys(others), ...Object.keys(free)].toSorted()).toEqual(written(d).toSorted());
    for (const [name, value] of Object.entries(others)) await expectSettled(d, id, name, value);
    expect(writtenIn(await post(`voucher_redeem/${id}`, free))).toMatchObject(free);
    // The values that stand may be sent again, and so may a member who is left to the voucher.
    const { member_voucher_id, redeem_hotel_id, redeem_date, member_id } = await get('voucher_redeem', id);
    const same = { member_voucher_id, redeem_hotel_id, redeem_date, member_id };
    for (const sent of [same, { member_id: null }])
      expect((await post(`voucher_redeem/${id}`, { ...sent, remark: 'x' })).status).toBe(200);
    expectInvalid(await call(app, admin.token, 'DELETE', `/api/voucher_redeem/${id}`), 'reason');
    expect((await remove('voucher_redeem', id)).status).toBe(200);
  });

  test('it follows its member into a merge and back', async () => {
    const { id, member } = await redeemed();
    const other = (await house.sell()).body.data.member;
    const merged = await post(`member/${other.id}/merge`, { member_id: member.id, fields: {} });
    expect(merged.status, merged.text).toBe(200);
    expect(await get('voucher_redeem', id)).toMatchObject({ member_id: other.id });
    const { rows } = await sql<{ id: number }>`select id from member_merge where kept_id = ${other.id}`.execute(
      db.kysely,
    );
    expect((await post(`member/${other.id}/merge/${rows[0]?.id}/undo`)).status).toBe(200);
    expect(await get('voucher_redeem', id)).toMatchObject({ member_id: member.id });
  });

  test('a card that was made manually stays with its member while a redemption of it stands', async () => {
    const member_card = await inputs.create(resources.member_card, { hotel_id: house.h1, start_date: '2020-01-01' });
    const days = { redeem_date: member_card.start_date, valid_until_date: member_card.end_date };
    const made = await inputs.create(resources.member_voucher, {
      member_card_id: member_card.id,
      restrict_hotel_id: null,
      transaction_id: null,
      ...days,
    });
    const member_id = (await inputs.create(resources.member)).id;
    const id = await house.redeem(made);
    expectError(await post(`member_card/${member_card.id}`, { member_id }), 409, 'settled');
    const tried = await post('member_card/updateBulk', { ids: [member_card.id], set: { member_id }, dry_run: 1 });
    expect(tried.body, tried.text).toMatchObject({ data: { updated: 0, refused: [member_card.id] } });
    await remove('voucher_redeem', id);
    expect((await post(`member_card/${member_card.id}`, { member_id })).status).toBe(200);
  });

  test('the database itself refuses it', async () => {
    const { id, member, mine, other } = await redeemed();
    for (const set of [
      sql`member_voucher_id = ${other?.id}`,
      sql`redeem_hotel_id = ${house.h2}`,
      sql`redeem_date = redeem_date - interval '1 day'`,
      sql`member_id = ${member.id}, member_voucher_id = ${other?.id}`,
    ])
      await expect(
        db.kysely.transaction().execute(async (tx) => {
          await sql`select set_config('innkeeper.actor', ${String(admin.id)}, true)`.execute(tx);
          await sql`update voucher_redeem set ${set} where id = ${id}`.execute(tx);
        }),
      ).rejects.toThrow('stands as it was made');
    expect(await get('member_voucher', mine?.id ?? 0)).toMatchObject({ state: 'redeemed' });
  });
});

test('a bill may be corrected, but for its hotel and to days to come', async () => {
  const d = resources.transaction;
  const { id } = writtenIn(await post('transaction', { hotel_id: house.h1 }));
  await expectSettled(d, id, 'hotel_id', house.h2);
  const late = { transaction_date: new Date(Date.now() + 3_600_000).toISOString() };
  expectInvalid(await post('transaction', { hotel_id: house.h1, ...late }), 'transaction_date');
  expectInvalid(await post(`transaction/${id}`, late), 'transaction_date');
  expectInvalid(await post('transaction/updateBulk', { ids: [id], set: late }), 'transaction_date', 'ids');
  expect((await post(`transaction/${id}`, { transaction_date: yesterday, discount: '0' })).status).toBe(200);
});

test('a visit stays at its hotel, and goes to another member by moving it alone', async () => {
  const d = resources.visit;
  const guests: Answered[] = [(await house.sell()).body.data.member, (await house.sell()).body.data.member];
  const [one, other] = guests.map(({ id }) => id);
  const bill = { hotel_id: house.h1, member_id: one, reference_no: 'S1', total_fb: '5', staff_name: 'Ayu' };
  const { id } = writtenIn(await post('visit', bill));
  await expectSettled(d, id, 'hotel_id', house.h2);
  await expectSettled(d, id, 'member_id', other);
  expect((await post(`visit/${id}/move`, { member_id: other, remark: 'Same name' })).status).toBe(200);
  expect(await get('visit', id)).toMatchObject({ member_id: other });
});

test('a redemption that was imported has its receipt like one at the counter', async () => {
  const { member_vouchers } = (await house.sell()).body.data;
  const file = csvFile([
    ['member_voucher_id', 'redeem_hotel_id', 'redeem_date', 'booking_no', 'staff_name'],
    [String(member_vouchers[0]?.voucher_no), house.h1, new Date().toISOString(), 'B1', 'Ayu'],
  ]);
  const receipts = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from mail_order where voucher_redeem_id is not null`.execute(db.kysely);
    return rows[0]?.n;
  };
  const before = await receipts();
  expect((await upload(app, admin.token, 'voucher_redeem', file, { dry_run: '1' })).status).toBe(200);
  expect(await receipts()).toBe(before);
  const reply = await upload(app, admin.token, 'voucher_redeem', file);
  expect(reply.status, reply.text).toBe(201);
  expect(await receipts()).toBe((before ?? 0) + 1);
});
