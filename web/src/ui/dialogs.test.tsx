import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readSession } from '../session/stored-session.ts';
import { expectAllAccessible } from '../testing/accessibility.ts';
import { mockAccount } from '../testing/account.ts';
import { openConsole } from '../testing/open-console.tsx';

const form = () => page.getByRole('dialog', { name: 'New region' });
const name = () => form().getByRole('textbox', { name: 'Name' });
const confirmation = () => page.getByRole('alertdialog', { name: 'Leave without saving?' });

async function openForm(): Promise<void> {
  await openConsole('/system/region');
  await expect.element(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible();
  await page.getByRole('button', { name: 'New region' }).click();
  await expect.element(form()).toBeVisible();
}

/** A form with something typed, and the question whether to leave it above it. */
async function openBoth(): Promise<void> {
  await openForm();
  await name().fill('Nusa Tenggara');
  await userEvent.keyboard('{Escape}');
  await expect.element(confirmation()).toBeVisible();
}

describe('a question above a form', () => {
  beforeEach(openBoth);

  it('begins at its safe answer, and Enter there loses nothing', async () => {
    await expect.element(confirmation().getByRole('button', { name: 'Keep editing' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(confirmation()).not.toBeInTheDocument();
    await expect.element(name()).toHaveValue('Nusa Tenggara');
  });

  it('is closed alone by Escape, and the focus returns to where it was', async () => {
    await expect.element(confirmation().getByRole('button', { name: 'Keep editing' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(confirmation()).not.toBeInTheDocument();
    await expect.element(form()).toBeVisible();
    await expect.element(name()).toHaveFocus();
  });

  it('keeps the focus within, forwards and backwards', async () => {
    await expect.element(confirmation().getByRole('button', { name: 'Keep editing' })).toHaveFocus();
    const isWithin = () => document.activeElement?.closest('[role=alertdialog]') !== null;
    for (const key of [...Array<string>(4).fill('{Tab}'), ...Array<string>(2).fill('{Shift>}{Tab}{/Shift}')]) {
      await userEvent.keyboard(key);
      await expect.poll(isWithin).toBe(true);
    }
  });

  it('is accessible, with the form behind it', () => expectAllAccessible());

  it('goes with the form when the form is given up', async () => {
    await confirmation().getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(confirmation()).not.toBeInTheDocument();
    await expect.element(form()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'New region' })).toHaveFocus();
  });

  it('is closed with everything else when another tab signs out', async () => {
    const other = new BroadcastChannel('innkeeper.session');
    other.postMessage({ type: 'ended', of: readSession()?.refresh_token });
    await expect.element(page.getByRole('heading', { name: 'LOGIN TO YOUR ACCOUNT' })).toBeVisible();
    await expect.element(confirmation()).not.toBeInTheDocument();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    other.close();
  });
});

it('a message above a dialog is closed without closing the dialog', async () => {
  await openForm();
  dispatchEvent(new CustomEvent('showMessage', { detail: { message: 'The kitchen closed.' } }));
  const message = page.getByRole('alert').filter({ hasText: 'The kitchen closed.' });
  await message.getByRole('button', { name: 'Close' }).click();
  await expect.element(message).not.toBeInTheDocument();
  await expect.element(form()).toBeVisible();
});

it('a dialog that begins in a field gives the focus back to the button that opened it', async () => {
  mockAccount();
  await openConsole('/pages/profile');
  const button = page.getByRole('button', { name: 'Set up' });
  await button.click();
  await expect.element(page.getByRole('dialog').getByLabelText(/^Current password/)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});
