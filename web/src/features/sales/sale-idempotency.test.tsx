// Core test: every sale.
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../shell/router.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, networkError, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { SELLER, SALE_RESPONSE, mockSales } from '../../testing/sale-offers.ts';
import { chooseMembership, openMemberships, payCash } from '../../testing/sale-steps.ts';

const SALE_CALL = 'POST /api/transaction/wizard';
const WIZARD_PATH = '/finance/transaction/wizard';
const draftList = page.getByRole('region', { name: 'Unfinished sales' });
const unknownResultText = page.getByText('We don’t know whether the sale went through.');
const searchBox = page.getByRole('combobox', { name: 'Name, card number' });
const issuedHeading = page.getByRole('heading', { name: /Laksmira Gold issued to/ });

/** Sends a Gold sale that gets no response. */
async function sendWithoutResponse(resolver = networkError): Promise<void> {
  mockSales();
  mockResponse(SALE_CALL, resolver);
  await openMemberships();
  await chooseMembership('Laksmira Gold');
  await payCash();
  await page.getByRole('button', { name: /^Sell for/ }).click();
  await expect.element(unknownResultText).toBeVisible();
}

/** Leaves the page and returns with the same storage, as a new tab would. */
async function reopenWizard(): Promise<void> {
  await router.navigate({ to: '/error-404' });
  await router.navigate({ to: WIZARD_PATH });
  await expect.element(searchBox).toHaveFocus();
}

describe('a sale without a response', () => {
  for (const [name, resolver] of [
    ['no answer', networkError],
    ['the answer of an unavailable server', () => rejection(503, 'unavailable')],
  ] as const)
    test(`is sent again with the same key if its result is unknown: ${name}`, async () => {
      await sendWithoutResponse(resolver);
      await expectAccessible();
      mockResponse(SALE_CALL, { data: SALE_RESPONSE });
      await page.getByRole('button', { name: 'Send again' }).click();
      await expect.element(issuedHeading).toHaveFocus();
      const [firstRequest, secondRequest, ...otherRequests] = await findRequests(SALE_CALL);
      expect(otherRequests).toEqual([]);
      expect(secondRequest?.headers.get('Idempotency-Key')).toBe(firstRequest?.headers.get('Idempotency-Key'));
      expect(secondRequest?.body).toEqual(firstRequest?.body);
    });

  test('is listed among the unfinished sales later, and can be sent again from there', async () => {
    await sendWithoutResponse();
    await reopenWizard();
    await expect
      .element(draftList.getByText(/We don’t know whether the sale to Bagus Santoso on .* went through/))
      .toBeVisible();
    await expectAccessible();
    mockResponse(SALE_CALL, { data: SALE_RESPONSE });
    await draftList.getByRole('button', { name: 'Continue: Bagus Santoso' }).click();
    await page.getByRole('button', { name: /^Sell for/ }).click();
    await expect.element(issuedHeading).toHaveFocus();
    const keys = (await findRequests(SALE_CALL)).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(1);
    await page.getByRole('button', { name: 'Next guest' }).click();
    await expect.element(searchBox).toHaveFocus();
    await expect.element(draftList).not.toBeInTheDocument();
  });

  test('is sold with its first values regardless of later changes, and shows this', async () => {
    await sendWithoutResponse();
    mockResponse(SALE_CALL, async ({ request }) => {
      const { discount } = Object(await request.clone().json()) as { discount?: string }; // the body of a sale
      return discount === undefined
        ? HttpResponse.json({ data: SALE_RESPONSE })
        : rejection(422, 'validation_failed', { errors: { 'Idempotency-Key': ['same_key_other_body'] } });
    });
    await page.getByRole('button', { name: 'Change: Payment' }).click();
    await page.getByRole('textbox', { name: 'Discount' }).fill('50000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: /^(Sell for|Send again)/ }).click();
    await expect.element(issuedHeading).toBeVisible();
    await expect.element(page.getByText('This sale had already gone through.')).toBeVisible();
    const [firstRequest, changedRequest, repeatedRequest] = await findRequests(SALE_CALL);
    expect(changedRequest?.body).toMatchObject({ discount: '50000' });
    expect(repeatedRequest?.body).toEqual(firstRequest?.body);
  });
});

describe('an unfinished sale', () => {
  test('is offered again at the same step with its input', async () => {
    mockSales();
    await openConsole(`${WIZARD_PATH}?q=Melati%20Putri`, { user: SELLER });
    await page.getByRole('textbox', { name: 'Email' }).fill('melati@example.test');
    await reopenWizard();
    await expect.element(draftList.getByText(/The sale to Melati Putri from .* is not finished/)).toBeVisible();
    await draftList.getByRole('button', { name: 'Continue: Melati Putri' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('melati@example.test');
    await expect.element(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Melati');
    await expect.element(draftList).not.toBeInTheDocument();
  });

  test('opens at the step it had reached', async () => {
    mockSales();
    await openMemberships();
    await chooseMembership('Laksmira Gold');
    await expect.element(page.getByRole('combobox', { name: 'Payment type' })).toHaveFocus();
    await reopenWizard();
    await draftList.getByRole('button', { name: 'Continue: Bagus Santoso' }).click();
    await expect.element(page.getByRole('combobox', { name: 'Payment type' })).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Summary' })).toMatchTextContent('Laksmira Gold');
  });

  test('can be discarded for good', async () => {
    mockSales();
    await openMemberships();
    await reopenWizard();
    await draftList.getByRole('button', { name: 'Discard: Bagus Santoso' }).click();
    await expect.element(draftList).not.toBeInTheDocument();
    await reopenWizard();
    await expect.element(draftList).not.toBeInTheDocument();
  });

  test('is not created by only selecting a guest', async () => {
    mockSales();
    await openConsole(`${WIZARD_PATH}?member_id=5`, { user: SELLER });
    await expect.element(page.getByRole('button', { name: 'Continue' })).toHaveFocus();
    await reopenWizard();
    await expect.element(draftList).not.toBeInTheDocument();
  });

  test('is not offered among sales if its membership is free', async () => {
    mockSales();
    await openMemberships();
    await router.navigate({ to: '/finance/transaction/free_membership' });
    await expect.element(page.getByRole('heading', { name: 'Complimentary membership', level: 1 })).toBeVisible();
    await expect.element(searchBox).toHaveFocus();
    await expect.element(draftList).not.toBeInTheDocument();
    await userEvent.keyboard('ba');
    await waitForRequest('GET /api/search');
  });
});
