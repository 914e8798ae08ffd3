import { getResource } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { REASON, call } from '../../testing/call.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { createRunner } from './report-helpers.ts';

/** The takings of a cashier today, by payment type. */

const api = await startTestApp();
const { app, db } = api;
const { run } = createRunner(app);
const manager = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const fixtures = await createFixtures(api, manager, createInputs(api, manager, baseRecords));

test('a cashier’s takings include fees, bills, other transactions and refunds, but no voided ones', async () => {
  const cashier = await createUser(db, {
    level: 'property',
    assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
  });
  const inputs = createInputs(api, cashier, baseRecords);
  const payment = {
    cash: await fixtures.findOptionDetail('type-payment', 'cash'),
    card: await fixtures.findOptionDetail('type-payment', 'credit-card'),
  };
  const createPayment = async (
    type: string,
    paymentType: keyof typeof payment,
    unit_price: string,
  ): Promise<number> => {
    const { id } = await inputs.create(getResource('transaction'), {
      transaction_type_id: await fixtures.findOptionDetail('transaction-type', type),
      hotel_id: fixtures.h1,
      member_id: null,
      type_payment_id: payment[paymentType],
      transaction_date: api.clock().toISOString(),
      discount: '0.000',
    });
    await inputs.create(getResource('transaction_detail'), {
      transaction_id: id,
      spend_type_id: await fixtures.findOptionDetail('spend-type', '99'),
      quantity: 1,
      unit_price,
    });
    return id;
  };
  await createPayment('4', 'cash', '300000.000');
  await createPayment('5', 'cash', '200000.000');
  const otherPayment = await createPayment('99', 'card', '70000.000');
  const sale = (await fixtures.sell({ type_payment_id: payment.cash }, { token: cashier.token })).body.data.transaction;

  const runDrawerReport = async () => {
    const { data } = await run(cashier, 'takings-report', {
      columns: 'takings.day,transaction.type_payment.name,transaction.staff.name,takings.records,takings.amount',
      'filter[transaction.staff.name][exact]': cashier.username,
      'filter[transaction.transaction_date][preset]': 'today',
      sort: 'transaction.type_payment.name',
    });
    const today = await fixtures.dayFromNow(0);
    expect(data.map((row) => row['takings.day'])).toEqual(data.map(() => today));
    return data.map((row) => [row['transaction.type_payment.name'], row['takings.records'], row['takings.amount']]);
  };
  expect(await runDrawerReport()).toEqual([
    ['Cash', 3, '2000000.000'],
    ['Credit card', 1, '70000.000'],
  ]);
  const cancelReply = await call(app, manager.token, 'DELETE', `/api/transaction/${otherPayment}`, REASON);
  expect(cancelReply.status, cancelReply.text).toBe(200);
  expect(await runDrawerReport()).toEqual([['Cash', 3, '2000000.000']]);
  const refund = await call(app, cashier.token, 'POST', `/api/transaction/${sale.id}/refund`, {
    body: {
      amount: '100000',
      refund_reason_id: await fixtures.findOptionDetail('refund-reason', 'guest-request'),
      type_payment_id: payment.cash,
      ends_membership: 0,
    },
  });
  expect(refund.status, refund.text).toBe(201);
  expect(await runDrawerReport()).toEqual([['Cash', 4, '1900000.000']]);
});
