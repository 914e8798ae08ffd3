import {
  FRONT_DESK_USER,
  SALE,
  chooseMembership,
  enterNewGuest,
  guestSearchBox,
  membersWithEmail,
  enterPayment,
  soldTo,
} from '../src/sale-steps.ts';
import { expect, tag, test } from '../src/test.ts';

test.use({ account: FRONT_DESK_USER, expectedErrors: [/transaction\/wizard/] });

test('a sale whose response and tab were lost is sent again from another tab, without a duplicate', async ({
  page,
  context,
  client,
}) => {
  await page.goto(SALE);
  const email = await enterNewGuest(page, tag());
  await chooseMembership(page, 'Laksmira Gold');
  await enterPayment(page);
  await context.route('**/api/transaction/wizard', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: /^Sell for/ }).click();
  await expect(page.getByText('We don’t know whether the sale went through.')).toBeVisible();
  await context.unroute('**/api/transaction/wizard');

  const again = await context.newPage();
  await page.close();
  await again.goto(SALE);
  await expect(again.getByText(/We don’t know whether the sale to .* on .* went through/)).toBeVisible();
  await again.getByRole('button', { name: /^Continue: / }).click();
  // The first request created the sale, so the discount of the second one has no effect.
  await again.getByRole('button', { name: 'Change: Payment' }).click();
  await again.getByRole('textbox', { name: 'Discount' }).fill('50000');
  await again.getByRole('button', { name: 'Continue' }).click();
  await again.getByRole('button', { name: /^Sell for/ }).click();
  await expect(again.getByRole('heading', { name: /Laksmira Gold issued to/ })).toBeVisible();
  await expect(again.getByText('This sale had already gone through')).toBeVisible();
  const [member] = await membersWithEmail(client, email);
  expect((await soldTo(client, member?.id ?? 0)).transactions).toMatchObject([{ discount: '0.000' }]);

  await again.getByRole('button', { name: 'Next guest' }).click();
  await again.reload();
  await expect(guestSearchBox(again)).toBeFocused();
  await expect(again.getByRole('region', { name: 'Unfinished sales' })).toHaveCount(0);
});
