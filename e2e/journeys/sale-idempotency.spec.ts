import {
  FRONT_DESK_USER,
  SALE_PATH,
  chooseMembership,
  enterNewGuest,
  guestSearchBox,
  findMembersByEmail,
  enterPayment,
  loadSales,
} from '../src/sale-steps.ts';
import { expect, createTag, test } from '../src/test.ts';

test.use({ account: FRONT_DESK_USER, expectedErrors: [/transaction\/wizard/] });

test('a sale whose response and tab were lost is sent again from another tab, without a duplicate', async ({
  page,
  context,
  client,
}) => {
  await page.goto(SALE_PATH);
  const email = await enterNewGuest(page, createTag());
  await chooseMembership(page, 'Laksmira Gold');
  await enterPayment(page);
  await context.route('**/api/transaction/wizard', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: /^Sell for/ }).click();
  await expect(page.getByText('We don’t know whether the sale went through.')).toBeVisible();
  await context.unroute('**/api/transaction/wizard');

  const secondPage = await context.newPage();
  await page.close();
  await secondPage.goto(SALE_PATH);
  await expect(secondPage.getByText(/We don’t know whether the sale to .* on .* went through/)).toBeVisible();
  await secondPage.getByRole('button', { name: /^Continue: / }).click();
  // The first request created the sale, so the second one's discount has no effect.
  await secondPage.getByRole('button', { name: 'Change: Payment' }).click();
  await secondPage.getByRole('textbox', { name: 'Discount' }).fill('50000');
  await secondPage.getByRole('button', { name: 'Continue' }).click();
  await secondPage.getByRole('button', { name: /^Sell for/ }).click();
  await expect(secondPage.getByRole('heading', { name: /Laksmira Gold issued to/ })).toBeVisible();
  await expect(secondPage.getByText('This sale had already gone through')).toBeVisible();
  const [member] = await findMembersByEmail(client, email);
  expect((await loadSales(client, member?.id ?? 0)).transactions).toMatchObject([{ discount: '0.000' }]);

  await secondPage.getByRole('button', { name: 'Next guest' }).click();
  await secondPage.reload();
  await expect(guestSearchBox(secondPage)).toBeFocused();
  await expect(secondPage.getByRole('region', { name: 'Unfinished sales' })).toHaveCount(0);
});
