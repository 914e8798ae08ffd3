// Core test: every sale.
import type { SaleInput } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { requestedDiscount, mockApprovals } from '../../testing/month-close.ts';
import { getOptionDetailId } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, deferResponse, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import {
  FREE_OFFER,
  GOLD_OFFER,
  OFFERS,
  SELLER,
  SILVER_OFFER,
  SALE_RESPONSE,
  mockSales,
} from '../../testing/sale-offers.ts';
import { chooseMembership, openMemberships, payCash } from '../../testing/sale-steps.ts';

const SALE_CALL = 'POST /api/transaction/wizard';
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;
const textbox = (name: string) => page.getByRole('textbox', { name });
const sellButton = page.getByRole('button', { name: /^Sell for/ });

/** Opens the last step of a Gold sale to the mocked member. */
async function openConfirmStep(discount?: string): Promise<void> {
  await openMemberships();
  await chooseMembership('Laksmira Gold');
  await payCash(discount);
  await expect.element(sellButton).toHaveFocus();
}

describe('a sale that is sent', () => {
  test('contains the complete input of a new guest and its idempotency key', async () => {
    mockSales();
    await openConsole('/finance/transaction/wizard?q=Melati%20Putri', { user: SELLER });
    await textbox('Email').fill('melati@example.test');
    await textbox('Phone').fill('+62 811 5550 0099');
    await page.getByRole('combobox', { name: 'Gender' }).click();
    await page.getByRole('option', { name: 'Female' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await chooseMembership('Laksmira Gold');
    await textbox('Official Receipt').fill('KW-77');
    await payCash('250000');
    await expect.element(page.getByText('Melati Putri joins the programme as a new member.')).toBeVisible();
    await expect.element(page.getByText('Official receipt: KW-77.')).toBeVisible();
    await sellButton.click();
    const { body, headers } = await waitForRequest(SALE_CALL);
    expect(body).toEqual({
      type: 1,
      hotel_id: 1,
      membership_id: GOLD_OFFER.membership.id,
      member: expect.objectContaining({
        first_name: 'Melati',
        last_name: 'Putri',
        email: 'melati@example.test',
        phone_no: '+62 811 5550 0099',
        type_gender_id: expect.any(Number),
        origin_country_id: 1,
      }),
      type_payment_id: getOptionDetailId('type-payment', 'cash'),
      reference_no: 'KW-77',
      discount: '250000',
    });
    expect(headers.get('Idempotency-Key')).toMatch(UUID);
    await expect.element(page.getByRole('heading', { name: /issued to/ })).toHaveFocus();
  });

  test('requests an approval with a reason above the limit, and leaves no draft', async () => {
    mockSales();
    mockApprovals([requestedDiscount]);
    mockResponse(SALE_CALL, () => rejection(409, 'approval_needed'));
    mockResponse('POST /api/approval', { data: requestedDiscount });
    await openConfirmStep('1250000');
    await sellButton.click();
    await textbox('Reason').fill('A regular guest');
    await page.getByRole('button', { name: 'Request approval' }).click();
    await expect.poll(() => location.pathname).toBe('/others/approval');
    const { body } = await waitForRequest('POST /api/approval');
    expect(body).toMatchObject({ call: SALE_CALL, reason: 'A regular guest', body: { discount: '1250000' } });
    await expect.poll(() => JSON.stringify(localStorage)).not.toContain('1250000');
  });

  test('can be completed by keyboard alone: each step focuses its first control', async () => {
    mockSales();
    await openMemberships();
    await expect.element(page.getByRole('radio', { name: 'Laksmira Silver' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    const paymentType = page.getByRole('combobox', { name: 'Payment type' });
    await expect.element(paymentType).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    const cashOption = page.getByRole('option', { name: 'Cash' });
    await expect.element(cashOption).toBeVisible();
    await userEvent.keyboard('Cash');
    await expect.element(cashOption).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(paymentType).toHaveFocus();
    await expect.element(paymentType).toMatchTextContent('Cash');
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(sellButton).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: /Laksmira Gold issued to/ })).toHaveFocus();
    expect((await waitForRequest(SALE_CALL)).body).toMatchObject({
      member_id: 5,
      membership_id: GOLD_OFFER.membership.id,
    });
  });

  test('is summarised first in sentences: guest, card, vouchers, money and mail', async () => {
    mockSales();
    await openConfirmStep('250000');
    const summary = page.getByRole('group', { name: 'Review and sell' });
    for (const sentence of [
      'Bagus Santoso is already a member and gets a new card.',
      'A Laksmira Gold card will be issued at Laksmira Jakarta Menteng, valid from 22 May 2026 to 21 May 2027.',
      '3 vouchers will be issued, valid until 21 May 2027.',
      'The guest pays Rp. 3,200,000 by Cash. Rp. 3,450,000 less a discount of Rp. 250,000.',
      'Booked as USD 196.32 (rate 16,300.00).',
      'A welcome email will be sent to bagus@example.test.',
    ])
      await expect.element(summary).toMatchTextContent(sentence);
    await expect.element(sellButton).toMatchTextContent('Sell for Rp. 3,200,000');
    await expectAccessible();
  });

  test('shows card, number, dates and vouchers, and the next guest starts at the search', async () => {
    mockSales();
    await openConfirmStep();
    await sellButton.click();
    await expect.element(page.getByRole('heading', { name: 'Laksmira Gold issued to Bagus Santoso' })).toHaveFocus();
    expect((await waitForRequest(SALE_CALL)).body).toEqual({
      type: 1,
      hotel_id: 1,
      membership_id: 2,
      member_id: 5,
      type_payment_id: getOptionDetailId('type-payment', 'cash'),
    } satisfies SaleInput);
    await expect.element(page.getByRole('img', { name: 'Card 3600 0000 0007' })).toBeVisible();
    await expect.element(page.getByText('Transaction TRX-JKM-2605-0011 · card 3600 0000 0007')).toBeVisible();
    await expect.element(page.getByText('V-0001, V-0002')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Print card' }))
      .toHaveAttribute('href', expect.stringContaining('member-card-7-0a1b2c3d4e5f.pdf'));
    await expect.element(page.getByRole('link', { name: 'Open member' })).toHaveAttribute('href', '/company/member/5');
    await expectAccessible();
    await page.getByRole('button', { name: 'Next guest' }).click();
    await expect.element(page.getByRole('combobox', { name: 'Name, card number' })).toHaveFocus();
    await expect.element(page.getByRole('region', { name: 'Unfinished sales' })).not.toBeInTheDocument();
    expect(location.pathname + location.search).not.toContain('member_id');
  });

  test('shows its queued mail, and can resend it without permission for the mail log', async () => {
    mockSales();
    const mail = { data: { recipient: 'bagus@example.test', delivery_status: 'queued' } };
    mockResponse('GET /api/transaction/11/mail', mail);
    mockResponse('POST /api/transaction/11/mail', mail);
    await openConfirmStep();
    await sellButton.click();
    await expect.element(page.getByText('Email is being sent to bagus@example.test.')).toBeVisible();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.element(page.getByText('Email to bagus@example.test is being sent again.')).toBeVisible();
    expect((await waitForRequest('POST /api/transaction/11/mail')).headers.get('idempotency-key')).toMatch(
      /^[\da-f-]{36}$/,
    );
  });

  test('is sent once when the button is clicked twice', async () => {
    mockSales();
    const { resolver, release } = deferResponse(() => HttpResponse.json({ data: SALE_RESPONSE }));
    mockResponse(SALE_CALL, resolver);
    await openConfirmStep();
    await sellButton.dblClick();
    await waitForRequest(SALE_CALL);
    await userEvent.keyboard('{Enter}');
    release();
    await expect.element(page.getByRole('heading', { name: /issued to/ })).toHaveFocus();
    expect(await findRequests(SALE_CALL)).toHaveLength(1);
  });

  test('is not sent by a key still pressed from the previous step', async () => {
    mockSales();
    await openMemberships();
    await chooseMembership('Laksmira Gold');
    await payCash();
    await expect.element(sellButton).toHaveFocus();
    const repeatedKey = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true });
    sellButton.element().dispatchEvent(repeatedKey);
    expect(repeatedKey.defaultPrevented).toBe(true);
    expect(await findRequests(SALE_CALL)).toEqual([]);
  });

  test('shows no payment, before or after, if its membership is free', async () => {
    mockSales({ ...OFFERS, offers: [FREE_OFFER] });
    mockResponse('POST /api/transaction/free_membership', { data: SALE_RESPONSE });
    await openMemberships({}, '/finance/transaction/free_membership?member_id=5');
    await chooseMembership('Laksmira Sahabat');
    await expect.element(page.getByText('Free of charge')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Payment', exact: true })).not.toBeInTheDocument();
    await expect.element(page.getByText('The guest pays')).not.toBeInTheDocument();
    await expectAccessible();
    const issueButton = page.getByRole('button', { name: 'Issue membership' });
    await expect.element(issueButton).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: /issued to/ })).toHaveFocus();
    const { body, headers } = await waitForRequest('POST /api/transaction/free_membership');
    expect(body).toEqual({
      type: 3,
      hotel_id: 1,
      membership_id: FREE_OFFER.membership.id,
      member_id: 5,
    } satisfies SaleInput);
    expect(headers.get('Idempotency-Key')).toMatch(UUID);
  });
});

describe('a rejected sale', () => {
  test('returns to the rejected field, and can be sent again once corrected', async () => {
    mockSales();
    mockResponse(SALE_CALL, () => rejection(422, 'validation_failed', { errors: { 'member.email': ['taken'] } }));
    await openConsole('/finance/transaction/wizard?q=Melati', { user: SELLER });
    await textbox('Email').fill('bagus@example.test');
    await textbox('Phone').fill('+62 811 5550 0099');
    await page.getByRole('combobox', { name: 'Gender' }).click();
    await page.getByRole('option', { name: 'Female' }).click();
    const continueButton = page.getByRole('button', { name: 'Continue' });
    await continueButton.click();
    await chooseMembership('Laksmira Silver');
    await payCash();
    await sellButton.click();
    await expect.element(textbox('Email')).toHaveFocus();
    await expect.element(textbox('Email')).toHaveAccessibleDescription('Already in use.');
    await expectAccessible();
    mockResponse(SALE_CALL, { data: SALE_RESPONSE });
    await textbox('Email').fill('melati@example.test');
    for (let step = 0; step < 3; step += 1) await continueButton.click();
    await sellButton.click();
    await expect.element(page.getByRole('heading', { name: /issued to/ })).toBeVisible();
    const [firstRequest, secondRequest] = await findRequests(SALE_CALL);
    expect(secondRequest?.body).toMatchObject({ member: { first_name: 'Melati', email: 'melati@example.test' } });
    expect(firstRequest?.body).toMatchObject({ member: { email: 'bagus@example.test' } });
  });

  test('returns to a reused receipt number, or is sold after confirmation', async () => {
    mockSales();
    const message = 'Receipt number OR-7 is already on TR-19 of 24 Nov 2026 at this hotel.';
    mockResponse(SALE_CALL, ({ request }) =>
      request.headers.has('prefer')
        ? rejection(409, 'confirmation_needed', { message, errors: { reference_no: ['unusual'] } })
        : HttpResponse.json({ data: SALE_RESPONSE }),
    );
    await openConfirmStep();
    await sellButton.click();
    const saleDialog = page.getByRole('alertdialog', { name: 'Is this right?' });
    await expect.element(saleDialog.getByText(message)).toBeVisible();
    await saleDialog.getByRole('button', { name: 'Cancel' }).click();
    const receiptInput = page.getByRole('textbox', { name: /receipt/i });
    await expect.element(receiptInput).toHaveAccessibleDescription(/Please check this value/);
    await expect.element(receiptInput).toHaveFocus();
    await page.getByRole('button', { name: 'Continue' }).click();
    await sellButton.click();
    await saleDialog.getByRole('button', { name: 'Yes, save it' }).click();
    await expect.element(page.getByRole('heading', { name: /issued to/ })).toBeVisible();
    const keys = (await findRequests(SALE_CALL)).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  test('returns to the memberships and shows why its membership was rejected', async () => {
    mockSales();
    mockResponse(SALE_CALL, () =>
      rejection(422, 'validation_failed', { errors: { membership_id: ['not_offered_here'] } }),
    );
    await openConfirmStep();
    await sellButton.click();
    const membershipGroup = page.getByRole('group', { name: 'Membership' });
    await expect
      .element(membershipGroup.getByRole('alert'))
      .toMatchTextContent('This membership isn’t sold at this hotel.');
    await expect.element(page.getByRole('radio', { name: 'Laksmira Gold' })).toHaveFocus();
    await page.getByRole('radio', { name: 'Laksmira Silver' }).click();
    await expect.element(membershipGroup.getByRole('alert')).not.toBeInTheDocument();
    mockResponse(SALE_CALL, { data: SALE_RESPONSE });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await sellButton.click();
    await expect.element(page.getByRole('heading', { name: /issued to/ })).toBeVisible();
    expect((await waitForRequest(SALE_CALL)).body).toMatchObject({ membership_id: SILVER_OFFER.membership.id });
  });

  test('shows the server’s message beside the button if it is rejected as a whole', async () => {
    mockSales();
    mockResponse(SALE_CALL, () =>
      rejection(409, 'conflict', { message: 'Ratna sold this guest a card a minute ago.' }),
    );
    await openConfirmStep();
    await sellButton.click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('Ratna sold this guest a card a minute ago.');
    await expect.element(sellButton).toBeEnabled();
    await expectAccessible();
  });
});
