// Core test: every sale.
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../shell/router.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer, broken, refusal } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { SELLER, SOLD, playSales } from '../../testing/sale-offers.ts';
import { chooseMembership, openMemberships, payCash } from '../../testing/sale-steps.ts';

const CALL = 'POST /api/transaction/wizard';
const WIZARD = '/finance/transaction/wizard';
const drafts = page.getByRole('region', { name: 'Unfinished sales' });
const unknown = page.getByText('It is not known whether the sale arrived.');
const box = page.getByRole('combobox', { name: 'Name, card number' });
const sold = page.getByRole('heading', { name: /now holds Laksmira Gold/ });

/** Sends a sale of Gold whose answer is lost. */
async function loseAnswer(lost = broken): Promise<void> {
  playSales();
  answer(CALL, lost);
  await openMemberships();
  await chooseMembership('Laksmira Gold');
  await payCash();
  await page.getByRole('button', { name: /^Sell for/ }).click();
  await expect.element(unknown).toBeVisible();
}

/** Leaves the page and begins anew, as another tab would: the storage stays. */
async function comeBack(): Promise<void> {
  await router.navigate({ to: '/error-404' });
  await router.navigate({ to: WIZARD });
  await expect.element(box).toHaveFocus();
}

describe('a sale whose answer is lost', () => {
  for (const [name, lost] of [
    ['no answer', broken],
    ['an answer of a server that is down', () => refusal(503, 'unavailable')],
  ] as const)
    test(`is unknown, and sent again with the same key and words: ${name}`, async () => {
      await loseAnswer(lost);
      await expectAccessible();
      answer(CALL, { data: SOLD });
      await page.getByRole('button', { name: 'Send again' }).click();
      await expect.element(sold).toHaveFocus();
      const [first, second, ...others] = await requests(CALL);
      expect(others).toEqual([]);
      expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
      expect(second?.body).toEqual(first?.body);
    });

  test('stands among the unfinished ones for who comes back, and is sent again from there', async () => {
    await loseAnswer();
    await comeBack();
    await expect.element(drafts.getByText(/A sale to Bagus Santoso was sent on .* without an answer/)).toBeVisible();
    await expectAccessible();
    answer(CALL, { data: SOLD });
    await drafts.getByRole('button', { name: 'Continue: Bagus Santoso' }).click();
    await page.getByRole('button', { name: /^Sell for/ }).click();
    await expect.element(sold).toHaveFocus();
    const keys = (await requests(CALL)).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(1);
    await page.getByRole('button', { name: 'Next guest' }).click();
    await expect.element(box).toHaveFocus();
    await expect.element(drafts).not.toBeInTheDocument();
  });

  test('was sold as it was first sent, whatever was changed after it, which is said', async () => {
    await loseAnswer();
    answer(CALL, async ({ request }) => {
      const { discount } = Object(await request.clone().json()) as { discount?: string }; // the body of a sale
      return discount === undefined
        ? HttpResponse.json({ data: SOLD })
        : refusal(422, 'validation_failed', { errors: { 'Idempotency-Key': ['same_key_other_body'] } });
    });
    await page.getByRole('button', { name: 'Change: Payment' }).click();
    await page.getByRole('textbox', { name: 'Discount' }).fill('50000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: /^(Sell for|Send again)/ }).click();
    await expect.element(sold).toBeVisible();
    await expect.element(page.getByText('This was sold already as it was first sent')).toBeVisible();
    const [first, changed, again] = await requests(CALL);
    expect(changed?.body).toMatchObject({ discount: '50000' });
    expect(again?.body).toEqual(first?.body);
  });
});

describe('an unfinished sale', () => {
  test('is offered again where it was left, with what was typed', async () => {
    playSales();
    await openConsole(`${WIZARD}?q=Melati%20Putri`, { user: SELLER });
    await page.getByRole('textbox', { name: 'Email' }).fill('melati@example.test');
    await comeBack();
    await expect.element(drafts.getByText(/A sale to Melati Putri from .* is not finished/)).toBeVisible();
    await drafts.getByRole('button', { name: 'Continue: Melati Putri' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('melati@example.test');
    await expect.element(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Melati');
    await expect.element(drafts).not.toBeInTheDocument();
  });

  test('opens at the step that it had come to', async () => {
    playSales();
    await openMemberships();
    await chooseMembership('Laksmira Gold');
    await expect.element(page.getByRole('combobox', { name: 'Payment type' })).toHaveFocus();
    await comeBack();
    await drafts.getByRole('button', { name: 'Continue: Bagus Santoso' }).click();
    await expect.element(page.getByRole('combobox', { name: 'Payment type' })).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Summary' })).toMatchTextContent('Laksmira Gold');
  });

  test('can be thrown away, and does not come back', async () => {
    playSales();
    await openMemberships();
    await comeBack();
    await drafts.getByRole('button', { name: 'Discard: Bagus Santoso' }).click();
    await expect.element(drafts).not.toBeInTheDocument();
    await comeBack();
    await expect.element(drafts).not.toBeInTheDocument();
  });

  test('is none where somebody was only looked up', async () => {
    playSales();
    await openConsole(`${WIZARD}?member_id=5`, { user: SELLER });
    await expect.element(page.getByRole('button', { name: 'Continue' })).toHaveFocus();
    await comeBack();
    await expect.element(drafts).not.toBeInTheDocument();
  });

  test('of a membership to give is not offered among sales', async () => {
    playSales();
    await openMemberships();
    await router.navigate({ to: '/finance/transaction/free_membership' });
    await expect.element(page.getByRole('heading', { name: 'Free membership', level: 1 })).toBeVisible();
    await expect.element(box).toHaveFocus();
    await expect.element(drafts).not.toBeInTheDocument();
    await userEvent.keyboard('ba');
    await sent('GET /api/search');
  });
});
