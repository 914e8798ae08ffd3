import type { FrontDesk } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseWritten } from '../../testing/responses.ts';
import { readDatabaseState } from '../../testing/database-state.ts';
import { REASON, call, queryString } from '../../testing/call.ts';
import { createClosings } from '../../testing/closings.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { type Sold, createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { allowThousandths, createBaseRecords } from '../../testing/base-records.ts';

/** Two sales of a closed March; one has a redeemed voucher. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
await allowThousandths(db);
const { get, post, remove } = createProgramme(api, admin, inputs, fixtures.h1);
const { close, compare } = createClosings(api, admin, fixtures.country);
const MARCH = '2025-03';
/** The totals of the benefit report. */
const runBenefitReport = async () => {
  const names = ['issued', 'redeemed', 'cancelled'];
  const query = { columns: names.map((name) => `benefit.${name}`).join(',') };
  const reply = await call<{ totals: Input }>(
    app,
    admin.token,
    'GET',
    `/api/report/run/benefit-report?${queryString(query)}`,
  );
  return Object.fromEntries(names.map((name) => [name, Number(reply.body.totals[`benefit.${name}`])]));
};
const reverseSale = (id: number) => post(`transaction/${id}/reversal`, { reason: 'Sold twice' });

let sale: Sold['body']['data'];
let usedSale: Sold['body']['data'];
beforeAll(async () => {
  api.setClock(new Date('2025-03-20T04:00:00Z'));
  sale = (await fixtures.sell()).body.data;
  usedSale = (await fixtures.sell()).body.data;
  await fixtures.redeem(usedSale.member_vouchers[0]);
  api.setClock(new Date('2025-05-20T04:00:00Z'));
  const reply = await close(MARCH);
  expect(reply.status, reply.text).toBe(201);
});

describe('the reversal of a sale', () => {
  test('has negative amounts, cancels the card and explains the difference', async () => {
    const { transaction, member_card, member_vouchers } = sale;
    const reply = await reverseSale(transaction.id);
    expect(reply.status, reply.text).toBe(201);
    expect(parseWritten(reply)).toMatchObject({
      reverses_id: transaction.id,
      sub_total: '-1500000.000',
      grand_total: '-1500000.000',
      transaction_type_id: transaction.transaction_type_id,
      usd_rate: transaction.usd_rate,
      grand_total_usd: `-${String(transaction.grand_total_usd)}`,
    });
    const { id: reversal, transaction_no } = parseWritten(reply);
    const showReply = await call<{ data: Input }>(
      app,
      admin.token,
      'GET',
      `/api/transaction/${transaction.id}/cancellation`,
    );
    expect(showReply.body.data).toMatchObject({ closed_month: MARCH, reversal: { id: reversal, transaction_no } });
    expect(await get('transaction', transaction.id)).toMatchObject({ deleted_at: null, grand_total: '1500000.000' });
    expect((await get('member_card', member_card.id)).deleted_at).not.toBeNull();
    for (const { id } of member_vouchers)
      expect(await get('member_voucher', id)).toMatchObject({ deleted_at: null, state: 'cancelled' });
    const { amounts, rows } = await compare(MARCH);
    const sales = amounts.find(({ part }) => part === '1');
    expect(sales).toMatchObject({
      closed: { number: 2, amount: '3000000.000' },
      today: { number: 1, amount: '1500000.000' },
    });
    expect(rows).toEqual([
      expect.objectContaining({
        why: 'reversed',
        id: transaction.id,
        difference: '-1500000.000',
        by: expect.objectContaining({ id: admin.id }),
      }),
    ]);
  });

  test('cancels the vouchers but counts them as issued; the front desk shows when, why and by whom', async () => {
    const { member, member_vouchers } = sale;
    expect(await runBenefitReport()).toEqual({ issued: 6, redeemed: 1, cancelled: member_vouchers.length });
    const frontDesk = await call<{ data: FrontDesk }>(
      app,
      admin.token,
      'GET',
      `/api/voucher_redeem/counter?member_id=${member.id}&hotel_id=${fixtures.h1}`,
    );
    const { rows } = await sql<{ name: string }>`select name from users where id = ${admin.id}`.execute(db.kysely);
    const userName = rows[0]?.name ?? '';
    const [guest] = frontDesk.body.data.guests;
    expect(guest?.vouchers.map(({ rejection }) => rejection)).toEqual(member_vouchers.map(() => 'voucher_cancelled'));
    expect(guest?.vouchers[0]?.reason).toBe(`This voucher was cancelled on 20 May 2025 by ${userName}: Sold twice.`);
    await expect(fixtures.redeem(member_vouchers[0])).rejects.toThrow('voucher_cancelled');
  });

  test('happens only once, cannot be changed and is possible only in closed months', async () => {
    const { rows } = await sql<{ id: number; reverses_id: number }>`
      select id, reverses_id from transaction where reverses_id is not null`.execute(db.kysely);
    const [reversal] = rows;
    expectError(await reverseSale(reversal?.reverses_id ?? 0), 409, 'conflict');
    expectError(await reverseSale(reversal?.id ?? 0), 409, 'conflict');
    expectError(await remove('transaction', reversal?.id ?? 0), 409, 'settled');
    expectError(await post(`transaction/${reversal?.id}`, { phone_no: '+62 812 1234567' }), 409, 'settled');
    expectError(await post('transaction_detail', { transaction_id: reversal?.id, unit_price: '1' }), 409, 'settled');
    expectError(await reverseSale((await fixtures.sell()).body.data.transaction.id), 409, 'conflict');
    expectError(await reverseSale(usedSale.transaction.id), 409, 'conflict');
    expectInvalid(await post(`transaction/${usedSale.transaction.id}/reversal`, {}), 'reason');
  });

  test('keeps the reversed sale when its month is reopened, and both refer to each other', async () => {
    const { rows } = await sql<{ id: number; reverses_id: number }>`
      select id, reverses_id from transaction where reverses_id is not null`.execute(db.kysely);
    const { id: reversal, reverses_id: sale } = rows[0] ?? { id: 0, reverses_id: 0 };
    expect(await get('transaction', reversal)).toMatchObject({ locked_reason: 'reversal' });
    expect(await get('transaction', sale)).toMatchObject({ locked_reason: 'month_closed' });
    const second = await createUser(db, { level: 'group' });
    await sql`update month_close set reopened_at = now(), reopened_by_id = ${admin.id}, approved_by_id = ${second.id},
      reopen_reason = 'A bill is missing' where month = ${MARCH}`.execute(db.kysely);
    expect(await get('transaction', sale)).toMatchObject({ locked_reason: 'reversed' });
    const before = await readDatabaseState(db);
    for (const attempt of [
      () => remove('transaction', sale),
      () => post('transaction/destroyBulk', { ids: [sale], ...REASON.body }),
    ])
      expect(expectError(await attempt(), 409, 'settled').message).toContain('already reversed');
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('keeps its card cancelled: the card cannot be restored on its own', async () => {
    const before = await readDatabaseState(db);
    expectError(await post(`member_card/${sale.member_card.id}/restore`), 409, 'settled');
    expect(await readDatabaseState(db)).toEqual(before);
  });

  test('locks a reversed bill with its discount, lines and day as well', async () => {
    api.setClock(new Date('2025-03-20T04:00:00Z'));
    const fees = parseWritten(await post('transaction', { hotel_id: fixtures.h1 }));
    const line = parseWritten(await post('transaction_detail', { transaction_id: fees.id, unit_price: '10.005' }));
    api.setClock(new Date('2025-05-20T04:00:00Z'));
    expect((await close(MARCH)).status).toBe(201);
    expect((await reverseSale(fees.id)).status).toBe(201);
    const second = await createUser(db, { level: 'group' });
    await sql`update month_close set reopened_at = now(), reopened_by_id = ${admin.id}, approved_by_id = ${second.id},
      reopen_reason = 'A bill is missing' where month = ${MARCH} and reopened_at is null`.execute(db.kysely);
    const before = await readDatabaseState(db);
    const bulk = { ids: [fees.id], set: { transaction_date: '2025-03-21 04:00:00' } };
    for (const attempt of [
      () => post(`transaction/${fees.id}`, { discount: '1' }),
      () => post(`transaction/${fees.id}`, { transaction_date: '2025-03-21 04:00:00' }),
      () => post('transaction/updateBulk', bulk),
      () => post('transaction_detail', { transaction_id: fees.id, unit_price: '1' }),
      () => post(`transaction_detail/${line.id}`, { quantity: 2 }),
      () => remove('transaction_detail', line.id),
    ])
      expectError(await attempt(), 409, 'settled');
    const preview = await call<{ data: Input }>(app, admin.token, 'POST', '/api/transaction/updateBulk', {
      body: { ...bulk, dry_run: 1 },
    });
    expect(preview.body.data).toMatchObject({ matched: 1, updated: 0, rejected: [fees.id] });
    expect(await get('transaction_detail', line.id)).toMatchObject({ locked_reason: 'settled' });
    expect(await readDatabaseState(db)).toEqual(before);
    expect((await post(`transaction/${fees.id}`, { remark: 'Looked at again' })).status).toBe(200);
  });
});
