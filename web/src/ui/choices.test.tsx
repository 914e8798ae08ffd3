import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openConsole } from '../testing/open-console.tsx';
import { setRecords } from '../testing/mock-server.ts';
import { row } from '../testing/rows.ts';

describe('the list of choices of a field', () => {
  it.each([
    ['a record', '/system/country/new', 'Region'],
    ['a fixed choice', '/others/report-column/new', 'Alignment'],
  ])('has the name of its field: %s', async (_kind, path, field) => {
    await openConsole(path);
    await page.getByRole('combobox', { name: field }).click();
    await expect.element(page.getByRole('option').first()).toBeVisible();
    await expect.element(page.getByRole('listbox')).toHaveAccessibleName(new RegExp(field));
  });
});

describe('Escape in a field with choices', () => {
  it('retains the choice, and closes the dialog as in any other field', async () => {
    setRecords('integration', [row('integration', 7, { name: 'PMS Ubud' })]);
    await openConsole('/system/integration/7');
    const hotel = page.getByRole('combobox', { name: /^Hotel/ });
    await expect.element(hotel).toHaveFocus();
    const selectedName = (hotel.element() as HTMLInputElement).value; // a combobox is an input
    expect(selectedName).not.toBe('');
    await userEvent.keyboard('xyz');
    await expect.element(page.getByRole('listbox')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
    await expect.element(hotel).toHaveValue(selectedName);
    await userEvent.keyboard('{Escape}');
    // Nothing has changed, so the dialog closes without a confirmation.
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});
