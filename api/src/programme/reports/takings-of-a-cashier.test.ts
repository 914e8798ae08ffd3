import { getResource } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { REASON, call } from '../../testing/call.ts';
import { createHouse } from '../../testing/house.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';
import { createRunner } from './test-reports.ts';

/** What a cashier took today, by payment type. */

const api = await startTestApp();
const { app, db } = api;
const { run } = createRunner(app);
const manager = await createUser(db, { level: 'group' });
const world = await createWorld(db);
const house = await createHouse(api, manager, createInputs(api, manager, world));

test('the takings of a cashier count fees, bills, other transactions and refunds, but none voided', async () => {
  const cashier = await createUser(db, {
    level: 'property',
    assignments: [{ region_id: house.r1, restrict_hotel_id: house.h1 }],
  });
  const inputs = createInputs(api, cashier, world);
  const payment = {
    cash: await house.detail('type-payment', 'cash'),
    card: await house.detail('type-payment', 'credit-card'),
  };
  const take = async (type: string, pays: keyof typeof payment, unit_price: string): Promise<number> => {
    const { id } = await inputs.create(getResource('transaction'), {
      transaction_type_id: await house.detail('transaction-type', type),
      hotel_id: house.h1,
      member_id: null,
      type_payment_id: payment[pays],
      transaction_date: api.clock().toISOString(),
      discount: '0.000',
    });
    await inputs.create(getResource('transaction_detail'), {
      transaction_id: id,
      spend_type_id: await house.detail('spend-type', '99'),
      quantity: 1,
      unit_price,
    });
    return id;
  };
  await take('4', 'cash', '300000.000');
  await take('5', 'cash', '200000.000');
  const other = await take('99', 'card', '70000.000');
  const sale = (await house.sell({ type_payment_id: payment.cash }, { token: cashier.token })).body.data.transaction;

  const drawer = async () => {
    const { data } = await run(cashier, 'takings-report', {
      columns: 'takings.day,transaction.type_payment.name,transaction.staff.name,takings.records,takings.amount',
      'filter[transaction.staff.name][exact]': cashier.username,
      'filter[transaction.transaction_date][preset]': 'today',
      sort: 'transaction.type_payment.name',
    });
    const today = await house.day(0);
    expect(data.map((row) => row['takings.day'])).toEqual(data.map(() => today));
    return data.map((row) => [row['transaction.type_payment.name'], row['takings.records'], row['takings.amount']]);
  };
  expect(await drawer()).toEqual([
    ['Cash', 3, '2000000.000'],
    ['Credit card', 1, '70000.000'],
  ]);
  const voided = await call(app, manager.token, 'DELETE', `/api/transaction/${other}`, REASON);
  expect(voided.status, voided.text).toBe(200);
  expect(await drawer()).toEqual([['Cash', 3, '2000000.000']]);
  const refund = await call(app, cashier.token, 'POST', `/api/transaction/${sale.id}/refund`, {
    body: {
      amount: '100000',
      refund_reason_id: await house.detail('refund-reason', 'guest-request'),
      type_payment_id: payment.cash,
      ends_membership: 0,
    },
  });
  expect(refund.status, refund.text).toBe(201);
  expect(await drawer()).toEqual([['Cash', 4, '1900000.000']]);
});
