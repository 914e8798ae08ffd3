import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CAKE_VOUCHER, deskGuest, mockDesk, mockOneHotel } from '../testing/desk.ts';
import { FRONT_DESK, HOTELS } from '../testing/fixtures.ts';
import { openConsole } from '../testing/open-console.tsx';
import { HttpResponse, mockResponse } from '../testing/mock-server.ts';
import { row } from '../testing/rows.ts';
import { SALE_RESPONSE, mockSales } from '../testing/sale-offers.ts';
import { chooseMembership, openMemberships, payCash } from '../testing/sale-steps.ts';
import { findRequests, waitForRequest } from '../testing/requests.ts';

const [JAKARTA] = HOTELS;
const printButton = page.getByRole('button', { name: 'Print receipt' });
const receiptText = () => document.querySelector('.receipt')?.textContent ?? '';

/** Clicks the print button and returns the text sent to the printer. */
async function printReceipt(): Promise<string> {
  const printSpy = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  onTestFinished(() => printSpy.mockRestore());
  await printButton.click();
  expect(printSpy).toHaveBeenCalledOnce();
  return receiptText();
}

describe('a receipt', () => {
  test('is printed for a sale with the next number, in the guest’s language', async () => {
    mockSales();
    mockResponse('POST /api/transaction/wizard', () => HttpResponse.json({ data: SALE_RESPONSE }, { status: 201 }));
    const receiptCall = `POST /api/transaction/${SALE_RESPONSE.transaction.id}/receipt` as const;
    const firstPrint = { id: 1, receipt_no: 'JKM/2026/000012', receipt_date: '2026-05-22', copies: 0, is_copy: false };
    mockResponse(receiptCall, { data: { ...firstPrint, file_url: '/storage/receipt-1-0.pdf' } });
    await openMemberships();
    await chooseMembership('Laksmira Gold');
    await payCash('250000');
    await page.getByRole('button', { name: /^Sell for/ }).click();
    await page.getByRole('button', { name: 'Receipt…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Bahasa Indonesia' }).click();
    await dialog.getByRole('button', { name: 'Print' }).click();
    await expect.element(dialog.getByText('JKM/2026/000012')).toBeVisible();
    await expect
      .element(dialog.getByRole('link', { name: 'Open PDF' }))
      .toHaveAttribute('href', '/storage/receipt-1-0.pdf');
    expect((await waitForRequest(receiptCall)).body).toEqual({ language: 'id' });
  });

  test('is offered at the end of a redemption, and its mail can be resent', async () => {
    mockOneHotel();
    mockDesk(deskGuest({}, { vouchers: [CAKE_VOUCHER] }));
    mockResponse('POST /api/voucher_redeem/4/mail', { data: { recipient: null, delivery_status: 'queued' } });
    await openConsole('/finance/voucher-redeem/wizard/7', { user: FRONT_DESK });
    await page.getByRole('textbox', { name: 'Booking number' }).fill('B-1');
    await userEvent.keyboard('{Enter}');
    const text = await printReceipt();
    for (const expectedText of ['Birthday cake', CAKE_VOUCHER.voucher_no, 'Ratna Kusuma', 'B-1', 'Rp. 250,000'])
      expect(text).toContain(expectedText);
    // The worker creates the mail after the response to the redemption.
    await expect.poll(() => findRequests('GET /api/voucher_redeem/4/mail')).not.toEqual([]);
    mockResponse('GET /api/voucher_redeem/4/mail', { data: { recipient: null, delivery_status: 'queued' } });
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.element(page.getByText('Email to the guest is being sent again.')).toBeVisible();
    expect(await findRequests('POST /api/voucher_redeem/4/mail')).toHaveLength(1);
    await page.getByRole('button', { name: 'Next guest' }).click();
    expect(receiptText()).toBe('');
  });

  test('shows the bill of a visit and its parts', async () => {
    mockOneHotel();
    mockDesk(deskGuest({ is_elsewhere: true }));
    mockResponse('POST /api/visit', () =>
      HttpResponse.json(
        {
          data: row('visit', 41, {
            visit_no: 'V41',
            grand_total: '1500000.000',
            total_fb: '1500000.000',
            total_room: '0.000',
            currency: 'IDR',
            reference_no: 'BILL-9',
            hotel: JAKARTA,
          }),
        },
        { status: 201 },
      ),
    );
    await openConsole('/finance/visit/quick?member_id=7', { user: FRONT_DESK });
    await page.getByRole('textbox', { name: 'Bill number' }).fill('BILL-9');
    await page.getByRole('textbox', { name: 'Food and beverages' }).fill('1500000');
    await userEvent.keyboard('{Enter}');
    const text = await printReceipt();
    for (const expectedText of ['V41', 'BILL-9', 'Ratna Kusuma', 'Food and beverages', 'Rp. 1,500,000'])
      expect(text).toContain(expectedText);
    expect(text).not.toContain('Rooms');
  });
});
