import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { CAKE_VOUCHER, deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK, type UserValues } from '../../testing/fixtures.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { type ConsoleOptions, openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, setRecords, recordsOf, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { createdNowValues, row } from '../../testing/rows.ts';

const USER_WHO_VOIDS: UserValues = { ...FRONT_DESK, roles: [...(FRONT_DESK.roles ?? []), 'DELETE_VOUCHER_REDEEM'] };
const LABELS = {
  en: { booking: 'Booking number', undo: 'Undo', confirm: 'Void redemption', reason: 'Void reason' },
  id: { booking: 'Nomor reservasi', undo: 'Urungkan', confirm: 'Batalkan penukaran', reason: 'Alasan pembatalan' },
};
const dialog = page.getByRole('alertdialog');

beforeEach(() => {
  mockOneHotel();
  mockDesk(deskGuest({}, { vouchers: [CAKE_VOUCHER] }));
});

/** Redeems the guest's voucher, and waits for the request. */
async function redeemVoucher({ language = 'en', ...options }: ConsoleOptions = {}): Promise<void> {
  await openConsole('/finance/voucher-redeem/wizard/7', { user: USER_WHO_VOIDS, language, ...options });
  await page.getByRole('textbox', { name: LABELS[language].booking }).fill('B-1');
  await userEvent.keyboard('{Enter}');
  await waitForRequest('POST /api/voucher_redeem');
}

describe('voiding a redemption', () => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`requires a reason and returns the voucher: ${language}, ${theme}, ${width} px`, async () => {
      const { undo, confirm, reason, booking } = LABELS[language];
      await page.viewport(width, height);
      await redeemVoucher({ language, theme });
      await page.getByRole('button', { name: undo }).click();
      await expect.element(dialog.getByRole('textbox', { name: reason })).toHaveFocus();
      await expectAccessible();
      await dialog.getByRole('textbox', { name: reason }).fill(' Wrong guest ');
      await dialog.getByRole('button', { name: confirm }).click();
      await expect.element(page.getByRole('checkbox')).toBeChecked();
      await expect.element(page.getByRole('textbox', { name: booking })).toHaveFocus();
      const { body, headers } = await waitForRequest('DELETE /api/voucher_redeem/4');
      expect(body).toEqual({ reason: 'Wrong guest' });
      expect(headers.get('If-Unmodified-Since-Version')).toBe('1');
      await expect.element(dialog).not.toBeInTheDocument();
    });

  for (const [language, suggestion] of [
    ['en', 'Guest changed their mind'],
    ['id', 'Tamu berubah pikiran'],
  ] as const)
    test(`offers the usual reasons, which can still be edited: ${language}`, async () => {
      const { undo, confirm, reason } = LABELS[language];
      await redeemVoucher({ language });
      await page.getByRole('button', { name: undo }).click();
      await dialog.getByRole('button', { name: suggestion }).click();
      await expect.element(dialog.getByRole('textbox', { name: reason })).toHaveValue(suggestion);
      await expect.element(dialog.getByRole('button', { name: suggestion })).toHaveAttribute('aria-pressed', 'true');
      await dialog.getByRole('textbox', { name: reason }).fill(`${suggestion}, 21:00`);
      await dialog.getByRole('button', { name: confirm }).click();
      await expect.element(page.getByRole('checkbox')).toBeChecked();
      const { body } = await waitForRequest('DELETE /api/voucher_redeem/4');
      expect(body).toEqual({ reason: `${suggestion}, 21:00` });
    });

  test('is confirmed by the keys that the dialog names, also on a chosen suggestion', async () => {
    await redeemVoucher();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(dialog.getByText('confirms')).toMatchTextContent('CtrlEnterconfirms');
    await dialog.getByRole('button', { name: 'Wrong voucher' }).click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByRole('checkbox')).toBeChecked();
    expect((await waitForRequest('DELETE /api/voucher_redeem/4')).body).toEqual({ reason: 'Wrong voucher' });
  });

  test('requires a reason, and does nothing if the dialog is cancelled', async () => {
    await redeemVoucher();
    await page.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByRole('button', { name: 'Void redemption' }).click();
    await expect
      .element(dialog.getByRole('textbox', { name: 'Void reason' }))
      .toHaveAccessibleDescription('This field is required.');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Redeemed', exact: true })).toBeVisible();
    expect(await findRequests('DELETE /api/voucher_redeem/4')).toEqual([]);
  });

  test('is possible immediately for its author without the delete permission, with a preset reason', async () => {
    mockResponse('POST /api/voucher_redeem', () => {
      const redemption = row('voucher_redeem', 4, { redeem_no: 'R4', ...createdNowValues() });
      recordsOf('voucher_redeem').push(redemption);
      return HttpResponse.json({ data: redemption }, { status: 201 });
    });
    await redeemVoucher({ user: FRONT_DESK });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(dialog.getByRole('textbox', { name: 'Void reason' })).toHaveValue('Undone immediately');
    await dialog.getByRole('button', { name: 'Void redemption' }).click();
    await expect.element(page.getByRole('checkbox')).toBeChecked();
    expect((await waitForRequest('DELETE /api/voucher_redeem/4')).body).toEqual({ reason: 'Undone immediately' });
  });

  test('is not possible later without the permission to delete redemptions', async () => {
    await redeemVoucher({ user: FRONT_DESK });
    await expect.element(page.getByRole('button', { name: 'Next guest' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  test("shows the server's rejection and leaves the voucher redeemed", async () => {
    mockResponse('DELETE /api/voucher_redeem/4', () => rejection(409, 'conflict'));
    await redeemVoucher();
    await page.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByRole('textbox', { name: 'Void reason' }).fill('Wrong guest');
    await dialog.getByRole('button', { name: 'Void redemption' }).click();
    await expect.element(page.getByText('The server says conflict.')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Redeemed', exact: true })).toBeVisible();
  });

  test("requires the same reason on the record's page", async () => {
    setRecords('voucher_redeem', [row('voucher_redeem', 1, { redeem_no: 'R1' })]);
    await openConsole('/finance/voucher-redeem/1', { user: USER_WHO_VOIDS });
    await page.getByRole('button', { name: 'Delete R1' }).click();
    await expect.element(dialog).toHaveAccessibleName('Delete R1?');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    const reasonInput = dialog.getByRole('textbox', { name: 'Void reason' });
    await expect.element(reasonInput).toHaveAccessibleDescription('This field is required.');
    await reasonInput.fill('Counted twice');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    expect((await waitForRequest('DELETE /api/voucher_redeem/1')).body).toEqual({ reason: 'Counted twice' });
    await expect.element(dialog).not.toBeInTheDocument();
  });
});
