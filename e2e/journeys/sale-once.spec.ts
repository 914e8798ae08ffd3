import { expectAccessible } from '../src/accessibility.ts';
import { CLERK, SALE, chooseMembership, enterNewGuest, guestBox, membersWith, pay, soldTo } from '../src/sale-steps.ts';
import { expect, tag, test } from '../src/test.ts';

test.use({ account: CLERK });

test.describe('when the answer gets lost', () => {
  test.use({ expectedErrors: [/transaction\/wizard/] });

  test('the sale is sent again and exists once; a draft of it outlives the tab', async ({ page, context, client }) => {
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
    await expectAccessible(page);
    await context.unroute('**/api/transaction/wizard');

    const again = await context.newPage();
    await page.close();
    await again.goto(SALE);
    await expect(again.getByText(/was sent on .* without an answer/)).toBeVisible();
    await expectAccessible(again);
    await again.getByRole('button', { name: /^Continue: / }).click();
    await again.getByRole('button', { name: /^Sell for/ }).click();
    await expect(again.getByRole('heading', { name: /now holds Laksmira Gold/ })).toBeVisible();
    const [member] = await membersWith(client, email);
    expect((await soldTo(client, member?.id ?? 0)).transactions).toHaveLength(1);

    await again.getByRole('button', { name: 'Next guest' }).click();
    await expect(guestBox(again)).toBeFocused();
    await expect(again.getByRole('region', { name: 'Unfinished sales' })).toHaveCount(0);
  });

  test('what was sent first is what was sold, whatever was changed after it', async ({ page, client }) => {
    await page.goto(SALE);
    const email = await enterNewGuest(page, tag());
    await chooseMembership(page, 'Laksmira Gold');
    await pay(page);
    await page.route('**/api/transaction/wizard', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: /^Sell for/ }).click();
    await expect(page.getByText('It is not known whether the sale arrived.')).toBeVisible();
    await page.unroute('**/api/transaction/wizard');
    await page.getByRole('button', { name: 'Change: Payment' }).click();
    await page.getByRole('textbox', { name: 'Discount' }).fill('50000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: /^(Sell for|Send again)/ }).click();
    await expect(page.getByRole('heading', { name: /now holds Laksmira Gold/ })).toBeVisible();
    await expect(page.getByText('This was sold already as it was first sent')).toBeVisible();
    const [member] = await membersWith(client, email);
    expect((await soldTo(client, member?.id ?? 0)).transactions).toMatchObject([{ discount: '0.000' }]);
  });
});

test('two presses sell once', async ({ page, client }) => {
  await page.goto(SALE);
  const email = await enterNewGuest(page, tag());
  await chooseMembership(page, 'Laksmira Silver');
  await pay(page);
  await page.getByRole('button', { name: /^Sell for/ }).dblclick();
  await expect(page.getByRole('heading', { name: /now holds/ })).toBeVisible();
  const [member] = await membersWith(client, email);
  expect((await soldTo(client, member?.id ?? 0)).transactions).toHaveLength(1);
});

test('an unfinished sale is offered again, and can be thrown away', async ({ page, context }) => {
  await page.goto(SALE);
  const word = tag();
  await enterNewGuest(page, word);
  await chooseMembership(page, 'Laksmira Gold');
  const next = await context.newPage();
  await page.close();
  await next.goto(SALE);
  await next.getByRole('button', { name: `Continue: Tamu${word} Percobaan` }).click();
  await expect(next.getByRole('combobox', { name: 'Payment type' })).toBeVisible();
  await next.getByRole('button', { name: 'Change: Guest' }).click();
  await expect(next.getByRole('textbox', { name: 'First name' })).toHaveValue(`Tamu${word}`);
  await next.reload();
  await next.getByRole('button', { name: `Discard: Tamu${word} Percobaan` }).click();
  await next.reload();
  await expect(guestBox(next)).toBeVisible();
  await expect(next.getByRole('region', { name: 'Unfinished sales' })).toHaveCount(0);
});
