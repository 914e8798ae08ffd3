import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';

/** The search box of the front desk. */
export const deskSearchBox = () =>
  page.getByRole('searchbox', { name: /^(Card, (voucher, )?phone|Kartu, (voucher, )?telepon)/ });

/** Types a code and Enter into the focused search box, as a scanner does. */
export async function scan(code: string): Promise<void> {
  await expect.element(deskSearchBox()).toHaveFocus();
  await userEvent.keyboard(`${code}{Enter}`);
}
