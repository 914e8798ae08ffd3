import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { setRecords } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Preloaded, so that tests wait for the page and not for its modules.
beforeAll(() => Promise.all([import('./country-region-notice.tsx'), import('../../engine/form/form-dialog.tsx')]));

const chooseCountry = async (name: string) => {
  await page.getByRole('combobox', { name: 'Country' }).click();
  await page.getByRole('option', { name }).click();
};

describe('the country of a new hotel', () => {
  test('is put into a region in place if it is in none of the group', async () => {
    setRecords('country', [
      row('country', 7, { name: 'Singapore', region: { id: 9, name: 'World', code: 'WORLD' } }),
      row('country', 8, { name: 'Indonesia', region: { id: 1, name: 'Java', code: 'JAVA' } }),
    ]);
    await openConsole('/system/hotel/new');
    await chooseCountry('Indonesia');
    await expect.element(page.getByText(/is in no region of the group yet/)).not.toBeInTheDocument();
    await chooseCountry('Singapore');
    await expect.element(page.getByText('Singapore is in no region of the group yet.')).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Add Singapore to a region…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Country of your hotels' });
    await expect.element(dialog.getByRole('combobox', { name: 'Country' })).toHaveValue('Singapore');
    await dialog.getByRole('combobox', { name: 'Region' }).click();
    await page.getByRole('option', { name: /Java/ }).click();
    await dialog.getByRole('textbox', { name: 'USD rate' }).fill('1.35');
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await waitForRequest('POST /api/country/7')).body).toMatchObject({ region_id: '1', usd_rate: '1.35' });
  });
});
