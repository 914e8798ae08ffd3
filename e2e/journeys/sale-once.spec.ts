import { CLERK, SALE, chooseMembership, enterNewGuest, guestBox, membersWith, pay, soldTo } from '../src/sale-steps.ts';
import { expect, tag, test } from '../src/test.ts';

test.use({ account: CLERK, expectedErrors: [/transaction\/wizard/] });

test('a sale whose answer was lost with its tab is sent again from another one, and exists once', async ({
  page,
  context,
  client,
}) => {
  await page.goto(SALE);
  const email = await enterNewGuest(page, tag());
  await chooseMembership(page, 'Laksmira Gold');
  await pay(page);
  await context.route('**/api/transaction/wizard', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: /^Sell for/ }).click();
  await expect(page.getByText('It is not known whether the sale arrived.')).toBeVisible();
  await context.unroute('**/api/transaction/wizard');

  const again = await context.newPage();
  await page.close();
  await again.goto(SALE);
  await expect(again.getByText(/was sent on .* without an answer/)).toBeVisible();
  await again.getByRole('button', { name: /^Continue: / }).click();
  // The sale that was sent first is the one that was made.
  await again.getByRole('button', { name: 'Change: Payment' }).click();
  await again.getByRole('textbox', { name: 'Discount' }).fill('50000');
  await again.getByRole('button', { name: 'Continue' }).click();
  await again.getByRole('button', { name: /^Sell for/ }).click();
  await expect(again.getByRole('heading', { name: /now holds Laksmira Gold/ })).toBeVisible();
  await expect(again.getByText('This was sold already as it was first sent')).toBeVisible();
  const [member] = await membersWith(client, email);
  expect((await soldTo(client, member?.id ?? 0)).transactions).toMatchObject([{ discount: '0.000' }]);

  await again.getByRole('button', { name: 'Next guest' }).click();
  await again.reload();
  await expect(guestBox(again)).toBeFocused();
  await expect(again.getByRole('region', { name: 'Unfinished sales' })).toHaveCount(0);
});
