import { message } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openConsole } from '../testing/open-console.tsx';
import { mockResponse, setRecords, rejection } from '../testing/mock-server.ts';
import { waitForRequest } from '../testing/requests.ts';
import { row } from '../testing/rows.ts';
import { findUntranslatedTexts } from '../testing/untranslated.ts';

async function chooseLanguage(language: string): Promise<void> {
  await page.getByRole('button', { name: /^(Language|Bahasa)$/ }).click();
  await page.getByRole('menuitemradio', { name: language }).click();
}

describe('language switch', () => {
  it('translates the whole page immediately and keeps unsaved form values', async () => {
    const manualCardValues = { transaction_id: null, upgraded_from_id: null };
    setRecords('member_card', [
      row('member_card', 1, { ...manualCardValues, start_date: '1990-05-22', end_date: '2027-01-31' }),
    ]);
    await openConsole('/company/member-card/1');
    const cardNumberInput = page.getByRole('textbox', { name: /^(SBEC No|No. SBEC)/ });
    await cardNumberInput.fill('SH-2');
    await page.getByRole('textbox', { name: 'End date' }).fill('31 Feb 2027');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(page.getByText('Invalid Date Format!')).toBeVisible();
    const inputBefore = cardNumberInput.element();

    await chooseLanguage('Bahasa Indonesia');
    await expect.element(page.getByText('Format tanggal tidak valid!')).toBeVisible();
    await expect.element(page.getByText('2 perubahan belum disimpan')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Tanggal mulai' })).toHaveValue('22 Mei 1990');
    await expect.element(cardNumberInput).toHaveValue('SH-2');
    expect(cardNumberInput.element(), 'the field itself').toBe(inputBefore);
    expect(document.documentElement.lang).toBe('id');
    expect(findUntranslatedTexts()).toEqual([]);

    await chooseLanguage('English');
    await expect.element(page.getByText('Invalid Date Format!')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Start date' })).toHaveValue('22 May 1990');
    expect(document.documentElement.lang).toBe('en');
  });

  it('is stored with the user', async () => {
    await openConsole('/system/region');
    await chooseLanguage('Bahasa Indonesia');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Wilayah' })).toBeVisible();
    const { body } = await waitForRequest('POST /api/user/settings');
    expect(body).toMatchObject({ settings: expect.stringContaining('"language":"id"') as unknown });
    expect(localStorage.getItem('innkeeper.language')).toBe('id');
  });

  it("uses the signed-in user's language instead of the device's last one", async () => {
    await openConsole('/system/region', { language: 'id' });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Wilayah' })).toBeVisible();
    expect(document.documentElement.lang).toBe('id');
  });

  it.each([
    ['en', 'Already in use.'],
    ['id', 'Sudah dipakai.'],
  ] as const)('applies to the server’s rejections: %s', async (language, errorText) => {
    mockResponse('POST /api/region/1', () =>
      rejection(422, 'validation_failed', { errors: { code: [message('taken')] } }),
    );
    await openConsole('/system/region/1', { language });
    const codeInput = page.getByRole('textbox', { name: /^(Code|Kode)/ });
    await codeInput.fill('BALI');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(codeInput).toHaveAccessibleDescription(errorText);
    await expect.element(codeInput).toHaveFocus();
    expect((await waitForRequest('POST /api/region/1')).headers.get('accept-language')).toBe(language);
  });
});
