import { expect, test } from 'vitest';
import { startWebhooks } from './webhook-helpers.ts';

const { api, fixtures, createWebhook, readMessages, requestOk } = await startWebhooks();
const readSaleEvents = async (id: number) =>
  (await readMessages(id)).flatMap(({ type, data }) => (type.startsWith('sale') ? [[type, data.id]] : []));

test('a refund and its cancellation name their sale, which is neither cancelled nor created again', async () => {
  const { id } = await createWebhook();
  const { transaction } = (await fixtures.sell()).body.data;
  const { data: refund } = await requestOk('POST', `transaction/${transaction.id}/refund`, {
    amount: '500000',
    refund_reason_id: await fixtures.findOptionDetail('refund-reason', 'others'),
    type_payment_id: await fixtures.findOptionDetail('type-payment', 'cash'),
    ends_membership: 1,
  });
  await requestOk('DELETE', `transaction/${refund.id}`, { reason: 'Too early' });
  expect(await readSaleEvents(id)).toEqual([
    ['sale.made', transaction.id],
    ['sale.refunded', transaction.id],
    ['sale.refunded', transaction.id],
  ]);
});

test('reversing a sale of a closed month sends it as cancelled, and no second sale as created', async () => {
  const { id } = await createWebhook();
  api.setClock(new Date('2025-03-20T04:00:00Z'));
  const { transaction } = (await fixtures.sell()).body.data;
  api.setClock(new Date('2025-05-20T04:00:00Z'));
  await requestOk('POST', 'month_close', { country_id: fixtures.country, month: '2025-03', remark: 'Looked at' });
  await requestOk('POST', `transaction/${transaction.id}/reversal`, { reason: 'Sold twice' });
  const sales = (await readMessages(id)).filter(({ type }) => type.startsWith('sale'));
  expect(sales.map(({ type, data }) => [type, data.id])).toEqual([
    ['sale.made', transaction.id],
    ['sale.cancelled', transaction.id],
  ]);
});
