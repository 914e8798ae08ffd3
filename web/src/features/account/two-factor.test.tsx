import { message } from '@innkeeper/contract';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { CODES, OFFER, PROFILE, mockAccount } from '../../testing/account.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, rejection } from '../../testing/mock-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { untranslated } from '../../testing/untranslated.ts';

const ON = { ...PROFILE, two_factor: true, recovery_codes_left: 9 };
const section = () => page.getByRole('region', { name: 'Two-factor sign-in' });
const dialog = () => page.getByRole('dialog');
const password = () => dialog().getByLabelText(/^Current password/);
const code = () => dialog().getByRole('textbox', { name: 'Code' });
const shownCodes = () =>
  dialog()
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);
const wrong = (field: string, key: 'wrong_password' | 'wrong_code') => () =>
  rejection(422, 'validation_failed', { errors: { [field]: [message(key)] } });

async function openSetup(): Promise<void> {
  mockAccount();
  await openConsole('/pages/profile');
  await section().getByRole('button', { name: 'Set up' }).click();
  await expect.element(password()).toHaveFocus();
}

/** Opens the step that shows the QR code. */
async function openScan(): Promise<void> {
  mockResponse('POST /api/user/two_factor', { data: OFFER });
  await openSetup();
  await password().fill('my password');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog().getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
}

/** Opens the step that shows the recovery codes. */
async function openCodes(): Promise<void> {
  mockResponse('POST /api/user/two_factor/confirm', () => {
    mockAccount({ ...ON, recovery_codes_left: 10 });
    return Response.json({ data: CODES });
  });
  await openScan();
  await code().fill('123456');
  await dialog().getByRole('button', { name: 'Turn on' }).click();
  await expect.poll(shownCodes).toEqual([...CODES.recovery_codes]);
}

describe('setting up two-factor sign-in', () => {
  it('requires the password first, and shows at the field that it is wrong', async () => {
    mockResponse('POST /api/user/two_factor', wrong('current_password', 'wrong_password'));
    await openSetup();
    await expect.element(dialog().getByRole('button', { name: 'Continue' })).toBeDisabled();
    await password().fill('not my password');
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await expect.element(password()).toHaveAccessibleDescription('Wrong current password.');
    await expectAccessible();
    expect((await sent('POST /api/user/two_factor')).body).toEqual({ current_password: 'not my password' });
  });

  it('shows a QR code, and the key in groups of four for users who cannot scan', async () => {
    await openScan();
    await expect.element(dialog().getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await expectAccessible();
  });

  it('accepts six digits in any format, and is enabled by the first correct code', async () => {
    await openScan();
    await code().fill('12 34 5x');
    await expect.element(code()).toHaveValue('12345');
    await expect.element(dialog().getByRole('button', { name: 'Turn on' })).toBeDisabled();
    mockResponse('POST /api/user/two_factor/confirm', wrong('code', 'wrong_code'));
    await code().fill('999 999');
    await userEvent.keyboard('{Enter}');
    await expect.element(code()).toHaveAccessibleDescription('This code is wrong or already used.');
    await expect.element(code()).toHaveValue('');
    expect((await sent('POST /api/user/two_factor/confirm')).body).toEqual({ code: '999999' });
  });

  it('ends with recovery codes, and the section shows the number of remaining ones', async () => {
    await openCodes();
    await expectAccessible();
    await dialog().getByRole('button', { name: 'I’ve saved them' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(section().getByText('10 recovery codes left')).toBeVisible();
  });

  it('can be cancelled without confirmation before there are codes', async () => {
    await openScan();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(section().getByRole('button', { name: 'Set up' })).toHaveFocus();
    expect(await requests('POST /api/user/two_factor/confirm')).toEqual([]);
  });

  it('is fully translated into Indonesian', async () => {
    mockResponse('POST /api/user/two_factor', { data: OFFER });
    mockResponse('POST /api/user/two_factor/confirm', { data: CODES });
    mockAccount();
    await page.viewport(390, 844);
    await openConsole('/pages/profile', { language: 'id', theme: 'dark' });
    await page.getByRole('button', { name: 'Atur' }).click();
    await dialog()
      .getByLabelText(/^Kata sandi saat ini/)
      .fill('my password');
    expect(untranslated()).toEqual([]);
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
    const made: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) made.push(blob);
      return 'blob:kept';
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await openCodes();
    await dialog().getByRole('button', { name: 'Download' }).click();
    await expect
      .poll(() => click.mock.contexts.map((link) => (link as HTMLAnchorElement).download))
      .toEqual(['innkeeper-recovery-codes.txt']);
    const text = (await made[0]?.text()) ?? '';
    expect(text).toContain(CODES.recovery_codes.join('\n'));
    expect(text).toContain('sari.wulandari');
  });

  it('can be printed on a page of their own', async () => {
    await openCodes();
    let printed: string | null = null;
    const append = document.body.append.bind(document.body);
    vi.spyOn(document.body, 'append').mockImplementation((...nodes) => {
      append(...nodes);
      for (const node of nodes)
        if (node instanceof HTMLIFrameElement && node.contentWindow) {
          const frame = node.contentWindow;
          frame.print = () => {
            printed = frame.document.body.textContent;
            frame.dispatchEvent(new Event('afterprint'));
          };
        }
    });
    await dialog().getByRole('button', { name: 'Print' }).click();
    await expect.poll(() => printed).toContain(CODES.recovery_codes.join('\n'));
    expect(document.querySelector('iframe')).toBeNull();
  });

  it('can be copied, with a confirmation message', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openCodes();
    await dialog().getByRole('button', { name: 'Copy' }).click();
    await expect.element(page.getByText('Copied.')).toBeVisible();
    expect(write.mock.calls[0]?.[0]).toContain(CODES.recovery_codes.join('\n'));
  });

  it('cannot be closed without confirmation', async () => {
    await openCodes();
    await userEvent.keyboard('{Escape}');
    const confirmation = page.getByRole('alertdialog', { name: 'Have you saved the codes?' });
    await confirmation.getByRole('button', { name: 'Back to the codes' }).click();
    await expect.element(confirmation).not.toBeInTheDocument();
    expect(shownCodes()).toEqual([...CODES.recovery_codes]);
  });

  it('are replaced after the password is entered', async () => {
    mockResponse('POST /api/user/two_factor/recovery_codes', () => {
      mockAccount({ ...ON, recovery_codes_left: 10 });
      return Response.json({ data: CODES });
    });
    mockAccount(ON);
    await openConsole('/pages/profile');
    await expect.element(section().getByText('9 recovery codes left')).toBeVisible();
    await section().getByRole('button', { name: 'New recovery codes' }).click();
    await expect.element(password()).toHaveFocus();
    await password().fill('my password');
    await userEvent.keyboard('{Enter}');
    await expect.poll(shownCodes).toEqual([...CODES.recovery_codes]);
    expect((await sent('POST /api/user/two_factor/recovery_codes')).body).toEqual({ current_password: 'my password' });
    await dialog().getByRole('button', { name: 'I’ve saved them' }).click();
    await expect.element(section().getByText('10 recovery codes left')).toBeVisible();
  });
});

it('disabling two-factor sign-in requires both password and code', async () => {
  mockAccount(ON);
  mockResponse('POST /api/user/two_factor/remove', wrong('code', 'wrong_code'));
  await openConsole('/pages/profile');
  await section().getByRole('button', { name: 'Turn off' }).click();
  const both = dialog().getByRole('textbox', { name: 'App code or recovery code' });
  await password().fill('my password');
  const remove = dialog().getByRole('button', { name: 'Turn off' });
  await expect.element(remove).toBeDisabled();
  await both.fill('k7mp-0wxa-0zq3');
  await remove.click();
  await expect.element(both).toHaveAccessibleDescription('This code is wrong or already used.');
  await expectAccessible();
  mockResponse('POST /api/user/two_factor/remove', () => {
    mockAccount();
    return Response.json({ message: 'Off.' });
  });
  await both.fill(' 123456 ');
  await remove.click();
  await expect.element(page.getByText('Two-factor sign-in is off.')).toBeVisible();
  await expect.element(section().getByRole('button', { name: 'Set up' })).toBeVisible();
  expect((await sent('POST /api/user/two_factor/remove')).body).toEqual({
    current_password: 'my password',
    code: '123456',
  });
});
