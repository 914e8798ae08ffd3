import { expect, test } from 'vitest';
import { startWebhooks } from './test-webhooks.ts';

const { api, house, hook, told, done } = await startWebhooks();

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
