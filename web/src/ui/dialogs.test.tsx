import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readSession } from '../session/stored-session.ts';
import { expectAllAccessible } from '../testing/accessibility.ts';
import { mockAccount } from '../testing/account.ts';
import { openConsole } from '../testing/open-console.tsx';

const formDialog = () => page.getByRole('dialog', { name: 'New region' });
const nameInput = () => formDialog().getByRole('textbox', { name: 'Name' });
const confirmation = () => page.getByRole('alertdialog', { name: 'Leave without saving?' });

async function openForm(): Promise<void> {
  await openConsole('/system/region');
  await expect.element(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible();
  await page.getByRole('button', { name: 'New region' }).click();
  await expect.element(formDialog()).toBeVisible();
}

/** Opens a form with unsaved input, and above it the confirmation to leave it. */
async function openFormWithConfirmation(): Promise<void> {
  await openForm();
  await nameInput().fill('Nusa Tenggara');
  await userEvent.keyboard('{Escape}');
  await expect.element(confirmation()).toBeVisible();
}

describe('a confirmation above a form', () => {
  beforeEach(openFormWithConfirmation);

  it('focuses its safe button, where Enter discards nothing', async () => {
    await expect.element(confirmation().getByRole('button', { name: 'Keep editing' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(confirmation()).not.toBeInTheDocument();
    await expect.element(nameInput()).toHaveValue('Nusa Tenggara');
  });

  it('closes without the form on Escape, and returns the focus to the field', async () => {
    await expect.element(confirmation().getByRole('button', { name: 'Keep editing' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(confirmation()).not.toBeInTheDocument();
    await expect.element(formDialog()).toBeVisible();
    await expect.element(nameInput()).toHaveFocus();
  });

  it('traps the focus, forwards and backwards', async () => {
    await expect.element(confirmation().getByRole('button', { name: 'Keep editing' })).toHaveFocus();
    const isWithin = () => document.activeElement?.closest('[role=alertdialog]') !== null;
    for (const key of [...Array<string>(4).fill('{Tab}'), ...Array<string>(2).fill('{Shift>}{Tab}{/Shift}')]) {
      await userEvent.keyboard(key);
      await expect.poll(isWithin).toBe(true);
    }
  });

  it('is accessible, with the form behind it', () => expectAllAccessible());

  it('closes with the form when the changes are discarded', async () => {
    await confirmation().getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(confirmation()).not.toBeInTheDocument();
    await expect.element(formDialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'New region' })).toHaveFocus();
  });

  it('closes with all other dialogs when another tab signs out', async () => {
    const channel = new BroadcastChannel('innkeeper.session');
    channel.postMessage({ type: 'ended', of: readSession()?.refresh_token });
    await expect.element(page.getByRole('heading', { name: 'LOGIN TO YOUR ACCOUNT' })).toBeVisible();
    await expect.element(confirmation()).not.toBeInTheDocument();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    channel.close();
  });
});

it('closing a message above a dialog leaves the dialog open', async () => {
  await openForm();
  dispatchEvent(new CustomEvent('showMessage', { detail: { message: 'The kitchen closed.' } }));
  const message = page.getByRole('alert').filter({ hasText: 'The kitchen closed.' });
  await message.getByRole('button', { name: 'Close' }).click();
  await expect.element(message).not.toBeInTheDocument();
  await expect.element(formDialog()).toBeVisible();
});

it('a dialog that focuses a field first returns the focus to the button that opened it', async () => {
  mockAccount();
  await openConsole('/pages/profile');
  const button = page.getByRole('button', { name: 'Set up' });
  await button.click();
  await expect.element(page.getByRole('dialog').getByLabelText(/^Current password/)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});
