import { message } from '@innkeeper/contract';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { RECOVERY_CODES, TWO_FACTOR_OFFER, PROFILE, mockAccount } from '../../testing/account.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { findUntranslatedTexts } from '../../testing/untranslated.ts';

const PROFILE_WITH_TWO_FACTOR = { ...PROFILE, two_factor: true, recovery_codes_left: 9 };
const twoFactorSection = () => page.getByRole('region', { name: 'Two-factor sign-in' });
const dialog = () => page.getByRole('dialog');
const passwordInput = () => dialog().getByLabelText(/^Current password/);
const codeInput = () => dialog().getByRole('textbox', { name: 'Code' });
const visibleCodes = () =>
  dialog()
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);
const rejectField = (field: string, key: 'wrong_password' | 'wrong_code') => () =>
  rejection(422, 'validation_failed', { errors: { [field]: [message(key)] } });

async function openSetup(): Promise<void> {
  mockAccount();
  await openConsole('/pages/profile');
  await twoFactorSection().getByRole('button', { name: 'Set up' }).click();
  await expect.element(passwordInput()).toHaveFocus();
}

/** Opens the step that shows the QR code. */
async function openQrCodeStep(): Promise<void> {
  mockResponse('POST /api/user/two_factor', { data: TWO_FACTOR_OFFER });
  await openSetup();
  await passwordInput().fill('my password');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog().getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
}

/** Opens the step that shows the recovery codes. */
async function openRecoveryCodes(): Promise<void> {
  mockResponse('POST /api/user/two_factor/confirm', () => {
    mockAccount({ ...PROFILE_WITH_TWO_FACTOR, recovery_codes_left: 10 });
    return Response.json({ data: RECOVERY_CODES });
  });
  await openQrCodeStep();
  await codeInput().fill('123456');
  await dialog().getByRole('button', { name: 'Turn on' }).click();
  await expect.poll(visibleCodes).toEqual([...RECOVERY_CODES.recovery_codes]);
}

describe('setting up two-factor sign-in', () => {
  it('requires the password first, and shows an error at the field if it is wrong', async () => {
    mockResponse('POST /api/user/two_factor', rejectField('current_password', 'wrong_password'));
    await openSetup();
    await expect.element(dialog().getByRole('button', { name: 'Continue' })).toBeDisabled();
    await passwordInput().fill('not my password');
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await expect.element(passwordInput()).toHaveAccessibleDescription('Wrong current password.');
    await expectAccessible();
    expect((await waitForRequest('POST /api/user/two_factor')).body).toEqual({ current_password: 'not my password' });
  });

  it('shows a QR code, and the key in groups of four for users who cannot scan', async () => {
    await openQrCodeStep();
    await expect.element(dialog().getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await expectAccessible();
  });

  it('accepts six digits in any format, and clears a wrong code with an error', async () => {
    await openQrCodeStep();
    await codeInput().fill('12 34 5x');
    await expect.element(codeInput()).toHaveValue('12345');
    await expect.element(dialog().getByRole('button', { name: 'Turn on' })).toBeDisabled();
    mockResponse('POST /api/user/two_factor/confirm', rejectField('code', 'wrong_code'));
    await codeInput().fill('999 999');
    await userEvent.keyboard('{Enter}');
    await expect.element(codeInput()).toHaveAccessibleDescription('This code is wrong or already used.');
    await expect.element(codeInput()).toHaveValue('');
    expect((await waitForRequest('POST /api/user/two_factor/confirm')).body).toEqual({ code: '999999' });
  });

  it('ends with recovery codes, and the section shows the number of remaining ones', async () => {
    await openRecoveryCodes();
    await expectAccessible();
    await dialog().getByRole('button', { name: 'I’ve saved them' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(twoFactorSection().getByText('10 recovery codes left')).toBeVisible();
  });

  it('can be cancelled without confirmation before there are codes', async () => {
    await openQrCodeStep();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(twoFactorSection().getByRole('button', { name: 'Set up' })).toHaveFocus();
    expect(await findRequests('POST /api/user/two_factor/confirm')).toEqual([]);
  });

  it('is fully translated into Indonesian', async () => {
    mockResponse('POST /api/user/two_factor', { data: TWO_FACTOR_OFFER });
    mockResponse('POST /api/user/two_factor/confirm', { data: RECOVERY_CODES });
    mockAccount();
    await page.viewport(390, 844);
    await openConsole('/pages/profile', { language: 'id', theme: 'dark' });
    await page.getByRole('button', { name: 'Atur' }).click();
    await dialog()
      .getByLabelText(/^Kata sandi saat ini/)
      .fill('my password');
    expect(findUntranslatedTexts()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await dialog().getByRole('textbox', { name: 'Kode' }).fill('123456');
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog().getByRole('list', { name: 'Kode pemulihan' })).toBeVisible();
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

describe('recovery codes', () => {
  it('can be downloaded as a text file with all codes', async () => {
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) blobs.push(blob);
      return 'blob:kept';
    });
    const clickSpy = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await openRecoveryCodes();
    await dialog().getByRole('button', { name: 'Download' }).click();
    await expect
      .poll(() => clickSpy.mock.contexts.map((link) => (link as HTMLAnchorElement).download))
      .toEqual(['innkeeper-recovery-codes.txt']);
    const text = (await blobs[0]?.text()) ?? '';
    expect(text).toContain(RECOVERY_CODES.recovery_codes.join('\n'));
    expect(text).toContain('sari.wulandari');
  });

  it('can be printed on a page of their own', async () => {
    await openRecoveryCodes();
    let printedText: string | null = null;
    const originalAppend = document.body.append.bind(document.body);
    vi.spyOn(document.body, 'append').mockImplementation((...nodes) => {
      originalAppend(...nodes);
      for (const node of nodes)
        if (node instanceof HTMLIFrameElement && node.contentWindow) {
          const frame = node.contentWindow;
          frame.print = () => {
            printedText = frame.document.body.textContent;
            frame.dispatchEvent(new Event('afterprint'));
          };
        }
    });
    await dialog().getByRole('button', { name: 'Print' }).click();
    await expect.poll(() => printedText).toContain(RECOVERY_CODES.recovery_codes.join('\n'));
    expect(document.querySelector('iframe')).toBeNull();
  });

  it('can be copied, with a confirmation message', async () => {
    const writeTextSpy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openRecoveryCodes();
    await dialog().getByRole('button', { name: 'Copy' }).click();
    await expect.element(page.getByText('Copied.')).toBeVisible();
    expect(writeTextSpy.mock.calls[0]?.[0]).toContain(RECOVERY_CODES.recovery_codes.join('\n'));
  });

  it('cannot be closed without confirmation', async () => {
    await openRecoveryCodes();
    await userEvent.keyboard('{Escape}');
    const confirmation = page.getByRole('alertdialog', { name: 'Have you saved the codes?' });
    await confirmation.getByRole('button', { name: 'Back to the codes' }).click();
    await expect.element(confirmation).not.toBeInTheDocument();
    expect(visibleCodes()).toEqual([...RECOVERY_CODES.recovery_codes]);
  });

  it('are replaced after the password is entered', async () => {
    mockResponse('POST /api/user/two_factor/recovery_codes', () => {
      mockAccount({ ...PROFILE_WITH_TWO_FACTOR, recovery_codes_left: 10 });
      return Response.json({ data: RECOVERY_CODES });
    });
    mockAccount(PROFILE_WITH_TWO_FACTOR);
    await openConsole('/pages/profile');
    await expect.element(twoFactorSection().getByText('9 recovery codes left')).toBeVisible();
    await twoFactorSection().getByRole('button', { name: 'New recovery codes' }).click();
    await expect.element(passwordInput()).toHaveFocus();
    await passwordInput().fill('my password');
    await userEvent.keyboard('{Enter}');
    await expect.poll(visibleCodes).toEqual([...RECOVERY_CODES.recovery_codes]);
    expect((await waitForRequest('POST /api/user/two_factor/recovery_codes')).body).toEqual({
      current_password: 'my password',
    });
    await dialog().getByRole('button', { name: 'I’ve saved them' }).click();
    await expect.element(twoFactorSection().getByText('10 recovery codes left')).toBeVisible();
  });
});

it('disabling two-factor sign-in requires both password and code', async () => {
  mockAccount(PROFILE_WITH_TWO_FACTOR);
  mockResponse('POST /api/user/two_factor/remove', rejectField('code', 'wrong_code'));
  await openConsole('/pages/profile');
  await twoFactorSection().getByRole('button', { name: 'Turn off' }).click();
  const codeOrRecoveryCode = dialog().getByRole('textbox', { name: 'App code or recovery code' });
  await passwordInput().fill('my password');
  const turnOffButton = dialog().getByRole('button', { name: 'Turn off' });
  await expect.element(turnOffButton).toBeDisabled();
  await codeOrRecoveryCode.fill('k7mp-0wxa-0zq3');
  await turnOffButton.click();
  await expect.element(codeOrRecoveryCode).toHaveAccessibleDescription('This code is wrong or already used.');
  await expectAccessible();
  mockResponse('POST /api/user/two_factor/remove', () => {
    mockAccount();
    return Response.json({ message: 'Off.' });
  });
  await codeOrRecoveryCode.fill(' 123456 ');
  await turnOffButton.click();
  await expect.element(page.getByText('Two-factor sign-in is off.')).toBeVisible();
  await expect.element(twoFactorSection().getByRole('button', { name: 'Set up' })).toBeVisible();
  expect((await waitForRequest('POST /api/user/two_factor/remove')).body).toEqual({
    current_password: 'my password',
    code: '123456',
  });
});
