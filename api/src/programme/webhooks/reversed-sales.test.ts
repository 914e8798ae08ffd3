import { expect, test } from 'vitest';
import { startWebhooks } from './test-webhooks.ts';

const { api, house, hook, told, done } = await startWebhooks();
const salesOf = async (id: number) =>
  (await told(id)).flatMap(({ type, data }) => (type.startsWith('sale') ? [[type, data.id]] : []));

test('a refund, and its cancelling, name their sale, which is neither cancelled nor made again', async () => {
  const { id } = await hook();
  const { transaction } = (await house.sell()).body.data;
  const { data: refund } = await done('POST', `transaction/${transaction.id}/refund`, {
    amount: '500000',
    refund_reason_id: await house.detail('refund-reason', 'others'),
    type_payment_id: await house.detail('type-payment', 'cash'),
    ends_membership: 1,
  });
  await done('DELETE', `transaction/${refund.id}`, { reason: 'Too early' });
  expect(await salesOf(id)).toEqual([
    ['sale.made', transaction.id],
    ['sale.refunded', transaction.id],
    ['sale.refunded', transaction.id],
  ]);
});

test('a sale of a closed month is told as cancelled when it is reversed, and no second one as made', async () => {
  const { id } = await hook();
  api.setClock(new Date('2025-03-20T04:00:00Z'));
  const { transaction } = (await house.sell()).body.data;
  api.setClock(new Date('2025-05-20T04:00:00Z'));
  await done('POST', 'month_close', { country_id: house.country, month: '2025-03', remark: 'Looked at' });
  await done('POST', `transaction/${transaction.id}/reversal`, { reason: 'Sold twice' });
  const sales = (await told(id)).filter(({ type }) => type.startsWith('sale'));
  expect(sales.map(({ type, data }) => [type, data.id])).toEqual([
    ['sale.made', transaction.id],
    ['sale.cancelled', transaction.id],
  ]);
});
