import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findRequests } from '../../testing/requests.ts';

const getField = (name: string) => {
  const input = document.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (!input) throw new Error(`There is no field ${name}`);
  return page.elementLocator(input);
};

describe('an invalid date or time', () => {
  test.for([
    ['en', 'light', 'Invalid Date Format!', 'Invalid Time Format!', 'Time'],
    ['id', 'dark', 'Format tanggal tidak valid!', 'Format waktu tidak valid!', 'Waktu'],
  ] as const)(
    'is rejected at its field on blur in %s, %s',
    async ([language, theme, dateError, timeError, timeLabel]) => {
      await openConsole('/company/member/new', { language, theme });
      await expect.poll(() => document.querySelector('input[name=birth_date]')).not.toBeNull();
      const birthDate = getField('birth_date');
      await birthDate.fill('31 Feb 1990');
      await userEvent.tab();
      await expect.element(page.getByText(dateError)).toBeVisible();
      await expect.element(birthDate).toHaveAttribute('aria-invalid', 'true');
      await expectAccessible();
      await birthDate.fill('28 Feb 1990');
      await userEvent.tab();
      await expect.element(page.getByText(dateError)).not.toBeInTheDocument();

      const verifiedAt = getField('email_verified_at');
      await verifiedAt.fill('22 May 2026');
      await userEvent.tab();
      const time = page.getByRole('textbox', { name: timeLabel, exact: true });
      await time.fill('25:70');
      await userEvent.tab();
      await expect.element(page.getByText(timeError)).toBeVisible();
      await expect.element(time).toHaveAttribute('aria-invalid', 'true');
      await expect.element(verifiedAt).not.toHaveAttribute('aria-invalid', 'true');
      await time.fill('14.05');
      await userEvent.tab();
      await expect.element(page.getByText(timeError)).not.toBeInTheDocument();
      await expect.element(time).toHaveValue('14:05');
      expect(await findRequests('POST /api/member')).toEqual([]);
    },
  );
});
