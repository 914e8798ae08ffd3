import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ConsoleOptions } from './open-console.tsx';
import { openConsole } from './open-console.tsx';
import { SELLER } from './sale-offers.ts';

const continueButton = page.getByRole('button', { name: 'Continue' });

/** Opens a sale to member 5, and continues to the memberships. */
export async function openMemberships(options: ConsoleOptions = {}, path = '/finance/transaction/wizard?member_id=5') {
  await openConsole(path, { user: SELLER, ...options });
  await expect.element(continueButton).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('radio').first()).toBeVisible();
}

/** Chooses a membership, and continues to the payment. */
export async function chooseMembership(name: string): Promise<void> {
  await page.getByRole('radio', { name }).click();
  await continueButton.click();
}

/** Enters a payment in cash, and continues to the last step. */
export async function payCash(discount = ''): Promise<void> {
  await page.getByRole('combobox', { name: 'Payment type' }).click();
  await page.getByRole('option', { name: 'Cash' }).click();
  await page.getByRole('textbox', { name: 'Discount' }).fill(discount);
  await continueButton.click();
}
