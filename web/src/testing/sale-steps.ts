import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Opening } from './open-console.tsx';
import { openConsole } from './open-console.tsx';
import { SELLER } from './sale-offers.ts';

const continueButton = page.getByRole('button', { name: 'Continue' });

/** Opens a sale to the played member, and goes on to the memberships. */
export async function openMemberships(opening: Opening = {}, path = '/finance/transaction/wizard?member_id=5') {
  await openConsole(path, { user: SELLER, ...opening });
  await expect.element(continueButton).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('radio').first()).toBeVisible();
}

/** Goes on from the memberships to the payment of one. */
export async function chooseMembership(name: string): Promise<void> {
  await page.getByRole('radio', { name }).click();
  await continueButton.click();
}

/** Goes on from the payment to the last step. */
export async function payCash(discount = ''): Promise<void> {
  await page.getByRole('combobox', { name: 'Payment type' }).click();
  await page.getByRole('option', { name: 'Cash' }).click();
  await page.getByRole('textbox', { name: 'Discount' }).fill(discount);
  await continueButton.click();
}
