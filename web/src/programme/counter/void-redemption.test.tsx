import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { CAKE, counterGuest, playCounter, playOneHotel } from '../../testing/counter.ts';
import { FRONT_DESK, type UserValues } from '../../testing/house.ts';
import { LOOKS } from '../../testing/looks.ts';
import { type Opening, openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer, keepRecords, recordsOf, refusal } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { justMade, row } from '../../testing/rows.ts';

const mayVoid: UserValues = { ...FRONT_DESK, roles: [...(FRONT_DESK.roles ?? []), 'DELETE_VOUCHER_REDEEM'] };
const words = {
  en: { booking: 'Booking number', undo: 'Undo', confirm: 'Void the redemption', reason: 'Void reason' },
  id: { booking: 'Nomor reservasi', undo: 'Urungkan', confirm: 'Batalkan penukaran', reason: 'Alasan pembatalan' },
};
const dialog = page.getByRole('alertdialog');

beforeEach(() => {
  playOneHotel();
  playCounter(counterGuest({}, { vouchers: [CAKE] }));
});

/** Until the voucher is redeemed. */
async function redeem({ language = 'en', ...opening }: Opening = {}): Promise<void> {
  await openConsole('/finance/voucher-redeem/wizard/7', { user: mayVoid, language, ...opening });
  await page.getByRole('textbox', { name: words[language].booking }).fill('B-1');
  await userEvent.keyboard('{Enter}');
  await sent('POST /api/voucher_redeem');
}

describe('a redemption is taken back', () => {
  for (const { language, theme, width, height } of LOOKS)
    test(`with a reason, and the guest has the voucher again: ${language}, ${theme}, ${width} px`, async () => {
      const { undo, confirm, reason, booking } = words[language];
      await page.viewport(width, height);
      await redeem({ language, theme });
      await page.getByRole('button', { name: undo }).click();
      await expect.element(dialog.getByRole('textbox', { name: reason })).toHaveFocus();
      await expectAccessible();
      await dialog.getByRole('textbox', { name: reason }).fill(' Wrong guest ');
      await dialog.getByRole('button', { name: confirm }).click();
      await expect.element(page.getByRole('radio')).toBeChecked();
      await expect.element(page.getByRole('textbox', { name: booking })).toHaveFocus();
      const { body, headers } = await sent('DELETE /api/voucher_redeem/4');
      expect(body).toEqual({ reason: 'Wrong guest' });
      expect(headers.get('If-Unmodified-Since-Version')).toBe('1');
      await expect.element(dialog).not.toBeInTheDocument();
    });

  test('not without a reason, and not when the question is dismissed', async () => {
    await redeem();
    await page.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByRole('button', { name: 'Void the redemption' }).click();
    await expect
      .element(dialog.getByRole('textbox', { name: 'Void reason' }))
      .toHaveAccessibleDescription('Please fill this in.');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Redeemed', exact: true })).toBeVisible();
    expect(await requests('DELETE /api/voucher_redeem/4')).toEqual([]);
  });

  test('at once by its author, without the right to delete, and the reason stands there', async () => {
    answer('POST /api/voucher_redeem', () => {
      const redemption = row('voucher_redeem', 4, { redeem_no: 'R4', ...justMade() });
      recordsOf('voucher_redeem').push(redemption);
      return HttpResponse.json({ data: redemption }, { status: 201 });
    });
    await redeem({ user: FRONT_DESK });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(dialog.getByRole('textbox', { name: 'Void reason' })).toHaveValue('Taken back at once');
    await dialog.getByRole('button', { name: 'Void the redemption' }).click();
    await expect.element(page.getByRole('radio')).toBeChecked();
    expect((await sent('DELETE /api/voucher_redeem/4')).body).toEqual({ reason: 'Taken back at once' });
  });

  test('later not by a user who may not delete redemptions', async () => {
    await redeem({ user: FRONT_DESK });
    await expect.element(page.getByRole('button', { name: 'Next guest' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  test('or it stays redeemed, and the server’s words say why', async () => {
    answer('DELETE /api/voucher_redeem/4', () => refusal(409, 'conflict'));
    await redeem();
    await page.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByRole('textbox', { name: 'Void reason' }).fill('Wrong guest');
    await dialog.getByRole('button', { name: 'Void the redemption' }).click();
    await expect.element(page.getByText('The server says conflict.')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Redeemed', exact: true })).toBeVisible();
  });

  test('from its record too, which asks for the same reason', async () => {
    keepRecords('voucher_redeem', [row('voucher_redeem', 1, { redeem_no: 'R1' })]);
    await openConsole('/finance/voucher-redeem/1', { user: mayVoid });
    await page.getByRole('button', { name: 'Delete R1' }).click();
    await expect.element(dialog).toHaveAccessibleName('Delete R1?');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    const reason = dialog.getByRole('textbox', { name: 'Void reason' });
    await expect.element(reason).toHaveAccessibleDescription('Please fill this in.');
    await reason.fill('Counted twice');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    expect((await sent('DELETE /api/voucher_redeem/1')).body).toEqual({ reason: 'Counted twice' });
    await expect.element(dialog).not.toBeInTheDocument();
  });
});
