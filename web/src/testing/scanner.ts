import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';

/** The one box of a counter. */
export const deskSearchBox = () =>
  page.getByRole('searchbox', { name: /^(Card, (voucher, )?phone|Kartu, (voucher, )?telepon)/ });

/** A scanner types and sends Enter, into the focused element. */
export async function scan(code: string): Promise<void> {
  await expect.element(deskSearchBox()).toHaveFocus();
  await userEvent.keyboard(`${code}{Enter}`);
}
