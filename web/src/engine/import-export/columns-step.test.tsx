import type { ImportCheck } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { captureSavedFiles, chooseFile } from '../../testing/files.ts';
import {
  IMPORT_CALL,
  button,
  goToColumns,
  goToRows,
  importFile,
  mapColumn,
  parseSentField,
  stepHeading,
  targetButton,
} from '../../testing/import-steps.ts';
import { checkImport, checkCorrectedImport, guestsFile, mockImport } from '../../testing/mock-import.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';

describe('columns step', () => {
  test("uses the server's suggestions, and reports missing fields and duplicate targets", async () => {
    mockImport();
    await goToColumns();
    await expect.element(stepHeading('Map columns')).toHaveFocus();
    await expect.element(page.getByText('guests.csv has 3 rows.')).toBeVisible();
    await expect
      .element(targetButton('Origin country'))
      .toHaveAccessibleName('Map “Origin country” to: Origin country *');
    await expect.element(targetButton('Room wish')).toHaveAccessibleName('Map “Room wish” to: Skip');
    await mapColumn('Origin country', 'Skip');
    await expect
      .element(page.getByText('Each new member needs Origin country, but no column is mapped to it.'))
      .toBeVisible();
    await mapColumn('Origin country', 'Email *');
    await expect.poll(() => page.getByText('Another column is mapped to this field too.').elements().length).toBe(2);
    await expect.element(button('Check rows')).toBeDisabled();
    await mapColumn('Origin country', 'Origin country *');
    await button('Check rows').click();
    await expect.element(stepHeading('2 rows rejected')).toHaveFocus();
    expect(await parseSentField('mapping')).toEqual({ 'Origin country': 'origin_country_id' });
  });

  test('is accessible when two columns have the same field', async () => {
    mockImport();
    await goToColumns();
    await mapColumn('Origin country', 'Email *');
    await expect.poll(() => page.getByText('Another column is mapped to this field too.').elements().length).toBe(2);
    await expectAccessible();
    await expectTextsToFit();
  });

  test('does not check again if nothing was changed', async () => {
    mockImport();
    await goToRows();
    await expect.element(stepHeading('2 rows rejected')).toHaveFocus();
    expect(await findRequests(IMPORT_CALL)).toHaveLength(1);
  });
});

describe('existing records', () => {
  test('are found by the field that the user chooses', async () => {
    mockImport();
    await goToColumns();
    const match = page.getByRole('button', { name: 'Update existing records by' });
    await expect.element(match).toHaveAccessibleName('Update existing records by: No field: every row is new');
    await match.click();
    await page.getByRole('menuitemradio', { name: 'Email' }).click();
    await button('Check rows').click();
    expect((await waitForRequest(IMPORT_CALL)).body).toMatchObject({ dry_run: '1', match: 'email' });
    // Without the column nothing can be found by it.
    await button('Back to columns').click();
    await mapColumn('Email', 'Skip');
    await expect.element(match).toHaveAccessibleName('Update existing records by: No field: every row is new');
  });

  test('are listed with their values before and after, with a warning about other people', async () => {
    const savedFiles = captureSavedFiles();
    const changes = { resource: 'member', fields: { first_name: ['Ayu', 'Komang'], is_active: ['true', 'false'] } };
    mockImport(() => ({
      ...checkCorrectedImport({}),
      created: 2,
      updated: 1,
      other_persons: 1,
      changes: [{ row: 3, id: 12, name: 'Ayu Lestari', is_other_person: true, changes }],
    }));
    await goToRows();
    const list = page.getByRole('region', { name: 'Changes' });
    await expect.element(list.getByText('First name: Ayu → Komang; Active: Yes → No')).toBeVisible();
    await expect.element(list.getByText('1 row gives a record another name or email address.')).toBeVisible();
    await expectAccessible();
    await expectTextsToFit();
    await button('Download changes').click();
    await expect.poll(() => savedFiles.map(({ name }) => name)).toEqual(['guests-changes.csv']);
  });
});

describe('days in digits', () => {
  const datesCheck = (chosen: 'month-day' | null): ImportCheck => ({
    ...checkCorrectedImport({}),
    columns: [
      { header: 'First name', field: 'first_name', sample: ['Surya'] },
      {
        header: 'Birth date',
        field: 'birth_date',
        sample: ['2/4/1990'],
        dates: {
          text: '2/4/1990',
          readings: { 'day-month': '1990-04-02', 'month-day': '1990-02-04' },
          chosen,
        },
      },
    ],
  });

  test('need the order of their column once, before the rows are shown', async () => {
    let chosen: 'month-day' | null = null;
    mockImport(() => datesCheck(chosen));
    await goToColumns();
    await expect.element(page.getByText('What date is 2/4/1990?')).toBeVisible();
    await expect.element(button('Preview changes')).toBeDisabled();
    await expect.element(page.getByText('Day first: 02 Apr 1990')).toBeVisible();
    await expectAccessible();
    await page.getByText('Month first: 04 Feb 1990').click();
    chosen = 'month-day';
    await button('Check rows').click();
    await expect.element(stepHeading('No rejected rows')).toBeVisible();
    await expect.poll(() => parseSentField('date_orders')).toEqual({ 'Birth date': 'month-day' });
  });
});

describe('the way a file is read', () => {
  const source: ImportCheck['source'] = {
    sheet: 'Guests',
    sheets: [
      { name: 'Guests', is_hidden: false },
      { name: 'Old', is_hidden: true },
    ],
    heading_row: 3,
    heading_rows: [
      { row: 1, texts: ['Members of the Grand Hotel'] },
      { row: 3, texts: ['First name', 'Last name'] },
    ],
    encoding: null,
  };
  const choose = async (label: RegExp, option: string) => {
    await page.getByRole('button', { name: label }).click();
    await page.getByRole('menuitemradio', { name: option, exact: true }).click();
  };
  const readSentFile = async () => (await waitForRequest(IMPORT_CALL)).body as Readonly<Record<string, string>>; // a form

  test('is shown, and another sheet or row of headings is read immediately', async () => {
    mockImport(() => ({ ...checkImport(), source }));
    await goToColumns();
    await expect.element(page.getByRole('button', { name: 'Sheet: Guests' })).toBeVisible();
    await expectAccessible();
    await choose(/^Headings: Row 3/, 'Row 1: Members of the Grand Hotel');
    await expect.element(stepHeading('Map columns')).toHaveFocus();
    expect(await readSentFile()).toMatchObject({ heading_row: '1' });
    await choose(/^Sheet:/, 'Old (hidden)');
    await expect.element(stepHeading('Map columns')).toHaveFocus();
    expect(await readSentFile()).toMatchObject({ sheet: 'Old', mapping: '{}' });
    expect(await readSentFile()).not.toHaveProperty('heading_row');
  });

  test('is in Windows encoding if the file is not UTF-8, with a warning, unless another one is chosen', async () => {
    mockImport(() => ({ ...checkImport(), source: { ...source, sheet: null, sheets: [], encoding: 'windows-1252' } }));
    await importFile('/company/member/import', new File([new Uint8Array([0x4a, 0x6f, 0x73, 0xe9])], 'guests.csv'));
    await expect.element(page.getByText('This file is not in UTF-8.')).toBeVisible();
    expect(await readSentFile()).toMatchObject({ encoding: 'windows-1252' });
    await choose(/^Encoding: Western/, 'Thai');
    await expect.element(stepHeading('Map columns')).toHaveFocus();
    expect(await readSentFile()).toMatchObject({ encoding: 'windows-874' });
  });

  test('includes values for fields without a column, which are sent for all rows', async () => {
    mockImport();
    await goToColumns();
    await mapColumn('Origin country', 'Skip');
    await page.getByRole('textbox', { name: 'Origin country' }).fill('Indonesia');
    await expect.element(page.getByText('but no column is mapped to it')).not.toBeInTheDocument();
    await button('Check rows').click();
    await expect.element(stepHeading('2 rows rejected')).toHaveFocus();
    expect(await parseSentField('fixed_values')).toEqual({ origin_country_id: 'Indonesia' });
  });

  test('includes the same value for any other field without a column', async () => {
    mockImport();
    await goToColumns();
    await page.getByRole('button', { name: 'Field with the same value in every row' }).click();
    await page.getByRole('menuitemradio', { name: 'Remark', exact: true }).click();
    const remark = page.getByRole('textbox', { name: 'Remark' });
    await expect.element(remark).toBeVisible();
    await expectAccessible();
    await remark.fill('From the fair');
    await button('Check rows').click();
    await expect.element(stepHeading('2 rows rejected')).toHaveFocus();
    expect(await parseSentField('fixed_values')).toEqual({ remark: 'From the fair' });
  });

  test('remembers the mapping for the next file with the same headings', async () => {
    mockImport(checkCorrectedImport);
    await goToColumns();
    await mapColumn('Room wish', 'Remark');
    await button('Check rows').click();
    await button('Import 3 members').click();
    await expect.element(stepHeading('3 members imported')).toHaveFocus();
    await button('Import another file').click();
    await chooseFile(guestsFile());
    await expect.element(targetButton('Room wish')).toHaveAccessibleName('Map “Room wish” to: Remark');
    await expect.element(button('Check rows')).toBeEnabled();
  });
});
