import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CAKE_VOUCHER, deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { HttpResponse, mockResponse, recordsOf, setRecords } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { SARI_RESULT, chooseOption, pressPaletteKeys, searchResponse } from '../../testing/palette.ts';
import { row } from '../../testing/rows.ts';

/** The palette opens a page for the next guest while it shows the result, or the guest, of the previous one. */

const SARI = deskGuest({ id: SARI_RESULT.id, name: SARI_RESULT.name }, { vouchers: [CAKE_VOUCHER] });
const billNumber = page.getByRole('textbox', { name: 'Bill number' });
const heading = (name: string) => page.getByRole('heading', { name });

async function choose(searchText: string, optionText: string): Promise<void> {
  mockResponse('GET /api/search', () => searchResponse([SARI_RESULT]));
  await pressPaletteKeys();
  await chooseOption(searchText, optionText);
}

test('the next guest redeems although the previous redemption is shown, twice in a row', async () => {
  mockOneHotel();
  mockDesk(deskGuest({}, { vouchers: [CAKE_VOUCHER] }), SARI);
  await openConsole('/finance/voucher-redeem/wizard/7', { user: FRONT_DESK });
  const booking = page.getByRole('textbox', { name: 'Booking number' });
  await expect.element(booking).toHaveFocus();
  for (const number of ['B-1', 'B-2']) {
    await userEvent.keyboard(`${number}{Enter}`);
    await expect.element(page.getByRole('heading', { name: 'Redeemed', exact: true })).toBeVisible();
    await choose('redeem sari', 'Redeem: Sari Wijaya');
    await expect.element(heading('Sari Wijaya')).toBeVisible();
    await expect.element(booking).toHaveFocus();
  }
  // The second time it is the same guest, with the booking of before.
  await expect.element(booking).toHaveValue('B-2');
});

test('a bill is for the guest chosen last, also for the same one twice', async () => {
  mockOneHotel();
  // The result of a guest of another hotel shows no progress, which would need a response.
  mockDesk(deskGuest(), { ...SARI, member: { ...SARI.member, is_elsewhere: true } });
  setRecords('visit', []);
  mockResponse('POST /api/visit', () => {
    const visit = row('visit', 41, { visit_no: 'V41', grand_total: '1000.000', currency: 'IDR', reference_no: 'B-1' });
    recordsOf('visit').unshift(visit);
    return HttpResponse.json({ data: visit }, { status: 201 });
  });
  await openConsole('/finance/visit/quick?member_id=7', { user: FRONT_DESK });
  await expect.element(heading('Ratna Kusuma')).toBeVisible();
  await choose('visit sari', 'Post a visit: Sari Wijaya');
  await expect.element(heading('Sari Wijaya')).toBeVisible();
  await expect.element(billNumber).toHaveFocus();
  await userEvent.keyboard('B-1{Tab}1000{Enter}');
  await expect.element(page.getByRole('status').filter({ hasText: 'posted for Sari Wijaya' })).toBeVisible();
  await choose('visit sari', 'Post a visit: Sari Wijaya');
  await expect.element(heading('Sari Wijaya')).toBeVisible();
  await expect.element(billNumber).toHaveFocus();
});
