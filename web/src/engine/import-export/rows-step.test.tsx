import type { ImportCheck, ImportRejection } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { captureSavedFiles, preventsUnload } from '../../testing/files.ts';
import { IMPORT_CALL, button, goToRows, importFile, parseSentField, stepHeading } from '../../testing/import-steps.ts';
import { checkImport, checkCorrectedImport, guestsFile, guestsSource, mockImport } from '../../testing/mock-import.ts';
import { waitForRequest } from '../../testing/requests.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';

const emailInput = () => page.getByRole('textbox', { name: 'Email, row 3' });
const countryInput = () => page.getByRole('textbox', { name: 'Origin country, row 4' });

describe('rejected rows', () => {
  test('can be left out, and are saved as a file', async () => {
    const savedFiles = captureSavedFiles();
    mockImport();
    await goToRows();
    await button('Import only the 1 good row').click();
    await expect.element(stepHeading('1 member imported')).toHaveFocus();
    await expect.element(page.getByText('2 rejected rows were left out')).toBeVisible();
    expect(savedFiles.map(({ name }) => name)).toEqual(['guests-rejected.csv']);
    expect((await waitForRequest(IMPORT_CALL)).body).toMatchObject({ skip_rejected: '1' });
  });

  test('can be corrected by keyboard and checked again until none is rejected', async () => {
    mockImport();
    await goToRows();
    await expect.element(button('Import only the 1 good row')).toBeEnabled();
    await expect.element(emailInput()).toHaveValue('dewi at example');
    await expect.element(emailInput()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(emailInput()).toHaveAccessibleDescription('This is no email address.');
    await expectAccessible();
    await expectTextsToFit();
    await emailInput().fill('dewi@example.test');
    await expect.element(page.getByText('Previously “dewi at example”')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(countryInput()).toHaveFocus();
    await userEvent.keyboard('Indonesi');
    await button('Check again').click();
    await expect.element(stepHeading('1 row rejected')).toHaveFocus();
    await expect.element(emailInput()).not.toBeInTheDocument();
    expect(await parseSentField('corrections')).toMatchObject({ 3: { email: 'dewi@example.test' } });

    // The import is preserved while the user visits another page.
    await page.getByRole('link', { name: 'Members' }).last().click();
    await expect.poll(() => location.pathname).toBe('/company/member');
    expect(preventsUnload()).toBe(true);
    await page.getByRole('link', { name: 'Import' }).click();
    await countryInput().fill('Indonesia');
    await button('Check again').click();
    await expect.element(stepHeading('No rejected rows')).toHaveFocus();
    await expect.element(button('Import 3 members')).toBeEnabled();
    await expectAccessible();
  });

  test('can be downloaded with their reasons', async () => {
    const savedFiles = captureSavedFiles();
    mockImport();
    await goToRows();
    await button('Download rejected rows').click();
    await expect.poll(() => savedFiles.map(({ name }) => name)).toEqual(['guests-rejected.csv']);
    expect((await waitForRequest(IMPORT_CALL)).body).toMatchObject({ dry_run: '1', errors: 'csv' });
  });

  test('can be corrected together if they have the same error', async () => {
    const rejectedRows = [2, 3, 4].map((row) => ({
      row,
      values: { first_name: 'Agus', origin_country_id: 'Bali' },
      errors: { origin_country_id: ['There is no such country.'] },
    }));
    mockImport((corrections) =>
      corrections['2'] ? checkCorrectedImport({}) : { ...checkImport(), created: 0, rejected: 3, errors: rejectedRows },
    );
    await goToRows();
    await page.getByRole('textbox', { name: 'Origin country, row 3' }).fill('Indonesia');
    await button('The same in 2 more rows').click();
    await expect.element(page.getByRole('textbox', { name: 'Origin country, row 2' })).toHaveValue('Indonesia');
    await button('Check again').click();
    await expect.element(stepHeading('No rejected rows')).toHaveFocus();
    const correction = { origin_country_id: 'Indonesia' };
    expect(await parseSentField('corrections')).toEqual({ 2: correction, 3: correction, 4: correction });
  });

  describe('rows with an ambiguous number', () => {
    const createRateRejection = (row: number, text: string): ImportRejection => ({
      row,
      values: { name: 'Indonesia', usd_rate: text },
      errors: { usd_rate: ['Ambiguous number: 15 point 5 (15.5) or 15 thousand 500 (15500).'] },
    });
    const rateCheck: ImportCheck = {
      source: guestsSource,
      columns: [
        { header: 'ID', field: 'id', sample: [] },
        { header: 'USD rate', field: 'usd_rate', sample: [] },
      ],
      rows: 2,
      created: 0,
      updated: 0,
      rejected: 2,
      other_persons: 0,
      changes: [],
      errors: [createRateRejection(2, '15.500'), createRateRejection(3, '15.255')],
    };
    const readingButton = (name: string) =>
      page.getByRole('group', { name: 'Which number do you mean?' }).getByText(name, { exact: true });
    async function goToRates(): Promise<void> {
      mockImport(() => rateCheck, [], 'country');
      await importFile('/system/country/import', guestsFile());
      await button('Preview changes').click();
    }

    test.for([
      ['in the table', 1280, 'USD rate, row 2'],
      ['on a card of a phone', 390, 'USD rate'],
    ] as const)('offer both readings %s, and accept the selected one', async ([, width, name]) => {
      await page.viewport(width, 844);
      const rateInput = page.getByRole('textbox', { name, exact: true }).first();
      await goToRates();
      await expect.element(readingButton('15 thousand 500')).toBeVisible();
      await expectAccessible();
      await readingButton('15 thousand 500').click();
      await expect.element(rateInput).toHaveValue('15500');
      await expect.element(rateInput).toHaveFocus();
      await readingButton('15 point 255').click();
      await expect.element(page.getByRole('group', { name: 'Which number do you mean?' })).not.toBeInTheDocument();
      await button('Check again').click();
      expect(await parseSentField('corrections', 'POST /api/country/import')).toEqual({
        2: { usd_rate: '15500' },
        3: { usd_rate: '15.2550' },
      });
    });

    test('offer both readings of an ambiguous correction on blur', async () => {
      await goToRates();
      const rateInput = page.getByRole('textbox', { name: 'USD rate, row 3' });
      await rateInput.fill('1.250');
      await expect.element(readingButton('1 point 25')).not.toBeInTheDocument();
      await userEvent.tab();
      await readingButton('1 point 25').click();
      await expect.element(rateInput).toHaveValue('1.25');
    });
  });

  test('imports nothing from a file without changes', async () => {
    mockImport(() => ({ ...checkCorrectedImport({}), created: 0 }));
    await goToRows();
    await expect.element(stepHeading('No changes')).toHaveFocus();
    await expect.element(button('Import 0 members')).toBeDisabled();
  });
});
