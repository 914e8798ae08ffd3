import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CAKE, counterGuest, playCounter, playOneHotel } from '../../testing/counter.ts';
import { FRONT_DESK, HOTELS } from '../../testing/house.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer } from '../../testing/played-server.ts';
import { row } from '../../testing/rows.ts';
import { SOLD, playSales } from '../../testing/sale-offers.ts';
import { chooseMembership, openMemberships, payCash } from '../../testing/sale-steps.ts';
import { requests, sent } from '../../testing/requests.ts';

const [JAKARTA] = HOTELS;
const print = page.getByRole('button', { name: 'Print receipt' });
const paper = () => document.querySelector('.receipt')?.textContent ?? '';

/** Presses it, and answers the text for the printer. */
async function printed(): Promise<string> {
  const asked = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  onTestFinished(() => asked.mockRestore());
  await print.click();
  expect(asked).toHaveBeenCalledOnce();
  return paper();
}

describe('a receipt', () => {
  test('of a sale is printed from its end under the next number, in the guest’s language', async () => {
    playSales();
    answer('POST /api/transaction/wizard', () => HttpResponse.json({ data: SOLD }, { status: 201 }));
    const call = `POST /api/transaction/${SOLD.transaction.id}/receipt` as const;
    const printedOnce = { id: 1, receipt_no: 'JKM/2026/000012', receipt_date: '2026-05-22', copies: 0, is_copy: false };
    answer(call, { data: { ...printedOnce, file_url: '/storage/receipt-1-0.pdf' } });
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
      .element(dialog.getByRole('link', { name: 'Open the PDF' }))
      .toHaveAttribute('href', '/storage/receipt-1-0.pdf');
    expect((await sent(call)).body).toEqual({ language: 'id' });
  });

  test('ends a redemption, whose mail can be sent once more', async () => {
    playOneHotel();
    playCounter(counterGuest({}, { vouchers: [CAKE] }));
    answer('POST /api/voucher_redeem/4/mail', { data: { recipient: null, delivery_status: 'queued' } });
    await openConsole('/finance/voucher-redeem/wizard/7', { user: FRONT_DESK });
    await page.getByRole('textbox', { name: 'Booking number' }).fill('B-1');
    await userEvent.keyboard('{Enter}');
    const text = await printed();
    for (const part of ['Birthday cake', CAKE.voucher_no, 'Ratna Kusuma', 'B-1', 'Rp. 250,000'])
      expect(text).toContain(part);
    // The worker writes the mail after the redemption is answered.
    await expect.poll(() => requests('GET /api/voucher_redeem/4/mail')).not.toEqual([]);
    answer('GET /api/voucher_redeem/4/mail', { data: { recipient: null, delivery_status: 'queued' } });
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.element(page.getByText('The mail to the guest is on its way again.')).toBeVisible();
    expect(await requests('POST /api/voucher_redeem/4/mail')).toHaveLength(1);
    await page.getByRole('button', { name: 'Next guest' }).click();
    expect(paper()).toBe('');
  });

  test('ends a visit: the bill and its parts', async () => {
    playOneHotel();
    playCounter(counterGuest({ is_elsewhere: true }));
    answer('POST /api/visit', () =>
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
    const text = await printed();
    for (const part of ['V41', 'BILL-9', 'Ratna Kusuma', 'Food and beverages', 'Rp. 1,500,000'])
      expect(text).toContain(part);
    expect(text).not.toContain('Rooms');
  });
});
