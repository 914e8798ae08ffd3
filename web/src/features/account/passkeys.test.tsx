import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { PROFILE, mockAccount } from '../../testing/account.ts';
import { visibleMessages } from '../../testing/messages.ts';
import { mockResponse, rejection } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockPasskeys } from '../../testing/passkeys.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';

const section = () => page.getByRole('region', { name: 'Passkeys' });
const countPasskeys = () => section().getByRole('listitem').elements().length;
const dialog = () => page.getByRole('dialog');
const nameInput = () => dialog().getByLabelText(/^Name/);

describe('a passkey of the user', () => {
  beforeEach(async () => {
    mockAccount();
    mockPasskeys();
    await openConsole('/pages/profile');
    await expect.poll(countPasskeys).toBe(2);
  });

  it('is listed with its last use, or when it was added', async () => {
    const items = section().getByRole('listitem');
    await expect.element(items.filter({ hasText: 'Front desk computer' })).toMatchTextContent('Last used 02 Mar 2026');
    await expect.element(items.filter({ hasText: 'Sari’s phone' })).toMatchTextContent('Added 03 Feb 2026');
  });

  it('can be renamed', async () => {
    await section().getByRole('button', { name: 'Rename Sari’s phone' }).click();
    await expect.element(nameInput()).toHaveFocus();
    await expect.element(nameInput()).toHaveValue('Sari’s phone');
    await expectAccessible();
    await nameInput().fill(' Work phone ');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect((await waitForRequest('POST /api/user/passkeys/2')).body).toEqual({ name: 'Work phone' });
    await expect.element(section().getByText('Work phone')).toBeVisible();
  });

  it('shows an error at its name', async () => {
    mockResponse('POST /api/user/passkeys/:id', () =>
      rejection(422, 'validation_failed', { errors: { name: ['Not this name.'] } }),
    );
    await section().getByRole('button', { name: 'Rename Sari’s phone' }).click();
    await nameInput().fill('Another');
    await userEvent.keyboard('{Enter}');
    await expect.element(nameInput()).toHaveAccessibleDescription('Not this name.');
  });

  it('is removed after a confirmation', async () => {
    await section().getByRole('button', { name: 'Remove Front desk computer' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Remove “Front desk computer”?' });
    await expectAccessible();
    await confirmation.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(countPasskeys).toBe(1);
    expect(await findRequests('DELETE /api/user/passkeys/1')).toHaveLength(1);
  });

  it('cannot be added long after the sign-in, and the reason is shown', async () => {
    mockResponse('POST /api/user/passkeys/start', () => rejection(403, 'forbidden', { message: 'Sign in again.' }));
    await section().getByRole('button', { name: 'Add passkey' }).click();
    await expect.element(nameInput()).not.toHaveValue('');
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await expect.poll(visibleMessages).toEqual([['error', 'Sign in again.']]);
    await expect.element(dialog()).toBeVisible();
  });
});

it('the profile shows no passkeys where they do not work', async () => {
  mockAccount();
  await openConsole('/pages/profile');
  await expect.element(page.getByRole('heading', { name: 'Signed-in devices' })).toBeVisible();
  await waitForRequest('GET /sign-in.json');
  await expect.element(section()).not.toBeInTheDocument();
});

it('the profile shows neither password nor two-factor sign-in if the role group forbids passwords', async () => {
  mockAccount({ ...PROFILE, is_password_allowed: false });
  await openConsole('/pages/profile');
  await expect.element(page.getByRole('heading', { name: 'Signed-in devices' })).toBeVisible();
  for (const name of ['Password', 'Two-factor sign-in'])
    await expect.element(page.getByRole('region', { name })).not.toBeInTheDocument();
});
