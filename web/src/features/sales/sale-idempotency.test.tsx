// Core test: every sale.
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../shell/router.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, broken, rejection } from '../../testing/mock-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { SELLER, SOLD, mockSales } from '../../testing/sale-offers.ts';
import { chooseMembership, openMemberships, payCash } from '../../testing/sale-steps.ts';

const CALL = 'POST /api/transaction/wizard';
const WIZARD = '/finance/transaction/wizard';
const drafts = page.getByRole('region', { name: 'Unfinished sales' });
const unknown = page.getByText('We don’t know whether the sale went through.');
const box = page.getByRole('combobox', { name: 'Name, card number' });
const sold = page.getByRole('heading', { name: /Laksmira Gold issued to/ });

/** Sends a Gold sale whose response is lost. */
async function loseResponse(failure = broken): Promise<void> {
  mockSales();
  mockResponse(CALL, failure);
  await openMemberships();
  await chooseMembership('Laksmira Gold');
  await payCash();
  await page.getByRole('button', { name: /^Sell for/ }).click();
  await expect.element(unknown).toBeVisible();
}

/** Leaves the page and returns with the same storage, as a new tab would. */
async function reopen(): Promise<void> {
  await router.navigate({ to: '/error-404' });
  await router.navigate({ to: WIZARD });
  await expect.element(box).toHaveFocus();
}

describe('a sale whose response is lost', () => {
  for (const [name, failure] of [
    ['no answer', broken],
    ['the answer of an unavailable server', () => rejection(503, 'unavailable')],
  ] as const)
    test(`is sent again with the same key if its result is unknown: ${name}`, async () => {
      await loseResponse(failure);
      await expectAccessible();
      mockResponse(CALL, { data: SOLD });
      await page.getByRole('button', { name: 'Send again' }).click();
      await expect.element(sold).toHaveFocus();
      const [first, second, ...others] = await requests(CALL);
      expect(others).toEqual([]);
      expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
      expect(second?.body).toEqual(first?.body);
    });

  test('is listed among the unfinished sales later, and can be sent again from there', async () => {
    await loseResponse();
    await reopen();
    await expect
      .element(drafts.getByText(/We don’t know whether the sale to Bagus Santoso on .* went through/))
      .toBeVisible();
    await expectAccessible();
    mockResponse(CALL, { data: SOLD });
    await drafts.getByRole('button', { name: 'Continue: Bagus Santoso' }).click();
    await page.getByRole('button', { name: /^Sell for/ }).click();
    await expect.element(sold).toHaveFocus();
    const keys = (await requests(CALL)).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(1);
    await page.getByRole('button', { name: 'Next guest' }).click();
    await expect.element(box).toHaveFocus();
    await expect.element(drafts).not.toBeInTheDocument();
  });

  test('is sold as first sent regardless of later changes, and shows this', async () => {
    await loseResponse();
    mockResponse(CALL, async ({ request }) => {
      const { discount } = Object(await request.clone().json()) as { discount?: string }; // the body of a sale
      return discount === undefined
        ? HttpResponse.json({ data: SOLD })
        : rejection(422, 'validation_failed', { errors: { 'Idempotency-Key': ['same_key_other_body'] } });
    });
    await page.getByRole('button', { name: 'Change: Payment' }).click();
    await page.getByRole('textbox', { name: 'Discount' }).fill('50000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: /^(Sell for|Send again)/ }).click();
    await expect.element(sold).toBeVisible();
    await expect.element(page.getByText('This sale had already gone through.')).toBeVisible();
    const [first, changed, again] = await requests(CALL);
    expect(changed?.body).toMatchObject({ discount: '50000' });
    expect(again?.body).toEqual(first?.body);
  });
});

describe('an unfinished sale', () => {
  test('is offered again at the same step with its input', async () => {
    mockSales();
    await openConsole(`${WIZARD}?q=Melati%20Putri`, { user: SELLER });
    await page.getByRole('textbox', { name: 'Email' }).fill('melati@example.test');
    await reopen();
    await expect.element(drafts.getByText(/The sale to Melati Putri from .* is not finished/)).toBeVisible();
    await drafts.getByRole('button', { name: 'Continue: Melati Putri' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('melati@example.test');
    await expect.element(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Melati');
    await expect.element(drafts).not.toBeInTheDocument();
  });

  test('opens at the step it had reached', async () => {
    mockSales();
    await openMemberships();
    await chooseMembership('Laksmira Gold');
    await expect.element(page.getByRole('combobox', { name: 'Payment type' })).toHaveFocus();
    await reopen();
    await drafts.getByRole('button', { name: 'Continue: Bagus Santoso' }).click();
    await expect.element(page.getByRole('combobox', { name: 'Payment type' })).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Summary' })).toMatchTextContent('Laksmira Gold');
  });

  test('can be discarded for good', async () => {
    mockSales();
    await openMemberships();
    await reopen();
    await drafts.getByRole('button', { name: 'Discard: Bagus Santoso' }).click();
    await expect.element(drafts).not.toBeInTheDocument();
    await reopen();
    await expect.element(drafts).not.toBeInTheDocument();
  });

  test('is not created by a guest look-up alone', async () => {
    mockSales();
    await openConsole(`${WIZARD}?member_id=5`, { user: SELLER });
    await expect.element(page.getByRole('button', { name: 'Continue' })).toHaveFocus();
    await reopen();
    await expect.element(drafts).not.toBeInTheDocument();
  });

  test('is not offered among sales if its membership is free', async () => {
    mockSales();
    await openMemberships();
    await router.navigate({ to: '/finance/transaction/free_membership' });
    await expect.element(page.getByRole('heading', { name: 'Complimentary membership', level: 1 })).toBeVisible();
    await expect.element(box).toHaveFocus();
    await expect.element(drafts).not.toBeInTheDocument();
    await userEvent.keyboard('ba');
    await sent('GET /api/search');
  });
});
