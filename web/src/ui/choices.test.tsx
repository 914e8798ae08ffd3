import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../testing/open-console.tsx';

describe('the list of what a field offers', () => {
  it.each([
    ['one record', '/system/country/new', 'Region'],
    ['one of few choices', '/others/report-column/new', 'Alignment'],
  ])('bears the name of its field: %s', async (_kind, path, field) => {
    await openConsole(path);
    await page.getByRole('combobox', { name: field }).click();
    await expect.element(page.getByRole('option').first()).toBeVisible();
    await expect.element(page.getByRole('listbox')).toHaveAccessibleName(new RegExp(field));
  });
});
