import { beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/accessibility.ts';
import { openConsole } from '../testing/open-console.tsx';
import { mockResponse, setRecords, rejection } from '../testing/mock-server.ts';
import { findRequests } from '../testing/requests.ts';
import { row } from '../testing/rows.ts';
import { writeSession } from './stored-session.ts';
import { PAGE_VARIANTS } from '../testing/variants.ts';

// Preloaded, so that the tests do not wait for the module.
beforeAll(() => import('./confirm-unusual-value.ts'));

const SAVE_CALL = 'POST /api/country/1';
const MESSAGE = 'Set 17,051 per US dollar? The current rate is 15,500, a difference of more than 10 %.';
const LABELS = {
  en: {
    rate: /^USD rate/,
    title: 'Is this right?',
    confirmLabel: 'Yes, save it',
    cancelLabel: 'Cancel',
    checkText: 'Please check this value.',
  },
  id: {
    rate: /^Kurs USD/,
    title: 'Apakah ini benar?',
    confirmLabel: 'Ya, simpan',
    cancelLabel: 'Batal',
    checkText: 'Mohon periksa nilai ini.',
  },
} as const;
const sentPreferences = async () => (await findRequests(SAVE_CALL)).map(({ headers }) => headers.get('prefer'));

describe('a write that needs a confirmation', () => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`is sent again once the user confirms it: ${language}, ${theme}, ${width} px`, async () => {
      const { rate, title, confirmLabel, cancelLabel, checkText } = LABELS[language];
      await page.viewport(width, height);
      setRecords('country', [row('country', 1, { usd_rate: '15500.000000' })]);
      mockResponse(SAVE_CALL, ({ request }) =>
        request.headers.get('prefer') === 'handling=strict'
          ? rejection(409, 'confirmation_needed', {
              message: MESSAGE,
              errors: { usd_rate: ['unusual'] },
            })
          : undefined,
      );
      await openConsole('/system/country/1', { language, theme });
      const field = page.getByRole('textbox', { name: rate });
      await field.fill('17051');
      await userEvent.keyboard('{Control>}s{/Control}');
      const confirmation = page.getByRole('alertdialog', { name: title });
      await expect.element(confirmation.getByText(MESSAGE)).toBeVisible();
      await expectAccessible();
      await confirmation.getByRole('button', { name: cancelLabel }).click();
      await expect.element(confirmation).not.toBeInTheDocument();
      await expect.element(field).toHaveAccessibleDescription(new RegExp(checkText));
      await expect.element(field).toHaveFocus();
      await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
      expect(await sentPreferences()).toEqual(['handling=strict']);
      await userEvent.keyboard('{Control>}s{/Control}');
      await confirmation.getByRole('button', { name: confirmLabel }).click();
      await expect.poll(sentPreferences).toEqual(['handling=strict', 'handling=strict', null]);
    });

  test('is sent again with a new session if the old one expired before the confirmation', async () => {
    setRecords('country', [row('country', 1, { usd_rate: '15500.000000' })]);
    mockResponse(SAVE_CALL, ({ request }) =>
      request.headers.has('prefer') ? rejection(409, 'confirmation_needed', { message: MESSAGE }) : undefined,
    );
    await openConsole('/system/country/1');
    await page.getByRole('textbox', { name: LABELS.en.rate }).fill('17051');
    await userEvent.keyboard('{Control>}s{/Control}');
    const confirmButton = page.getByRole('alertdialog').getByRole('button', { name: LABELS.en.confirmLabel });
    await expect.element(confirmButton).toBeVisible();
    // The session expires while the prompt is open.
    writeSession({ access_token: 'a', refresh_token: 'r', expired_at: Date.now() - 1000, remember_me: true });
    mockResponse('POST /oauth/token', {
      token_type: 'Bearer',
      access_token: 'renewed',
      refresh_token: 's',
      expires_in: 900,
    });
    await confirmButton.click();
    await expect.poll(sentPreferences).toEqual(['handling=strict', null]);
    const lastRequest = (await findRequests(SAVE_CALL)).at(-1);
    expect(lastRequest?.headers.get('authorization')).toBe('Bearer renewed');
  });
});
