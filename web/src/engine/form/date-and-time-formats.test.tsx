import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { requests } from '../../testing/requests.ts';

const field = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (!found) throw new Error(`There is no field ${name}`);
  return page.elementLocator(found);
};

describe('an invalid date or time', () => {
  test.for([
    ['en', 'light', 'Invalid Date Format!', 'Invalid Time Format!', 'Time'],
    ['id', 'dark', 'Format tanggal tidak valid!', 'Format waktu tidak valid!', 'Waktu'],
  ] as const)(
    'is rejected at its field on blur in %s, %s',
    async ([language, theme, invalidDay, invalidTime, label]) => {
      await openConsole('/company/member/new', { language, theme });
      await expect.poll(() => document.querySelector('input[name=birth_date]')).not.toBeNull();
      const born = field('birth_date');
      await born.fill('31 Feb 1990');
      await userEvent.tab();
      await expect.element(page.getByText(invalidDay)).toBeVisible();
      await expect.element(born).toHaveAttribute('aria-invalid', 'true');
      await expectAccessible();
      await born.fill('28 Feb 1990');
      await userEvent.tab();
      await expect.element(page.getByText(invalidDay)).not.toBeInTheDocument();

      const verified = field('email_verified_at');
      await verified.fill('22 May 2026');
      await userEvent.tab();
      const time = page.getByRole('textbox', { name: label, exact: true });
      await time.fill('25:70');
      await userEvent.tab();
      await expect.element(page.getByText(invalidTime)).toBeVisible();
      await expect.element(time).toHaveAttribute('aria-invalid', 'true');
      await expect.element(verified).not.toHaveAttribute('aria-invalid', 'true');
      await time.fill('14.05');
      await userEvent.tab();
      await expect.element(page.getByText(invalidTime)).not.toBeInTheDocument();
      await expect.element(time).toHaveValue('14:05');
      expect(await requests('POST /api/member')).toEqual([]);
    },
  );
});
