import type { ImportCheck, ImportEntry, ImportRejection } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { preventsUnload, captureSavedFiles, chooseFile } from '../../testing/files.ts';
import { type ConsoleOptions, openConsole } from '../../testing/open-console.tsx';
import { checkImport, guestsFile, guestsSource, createImportEntry, mockImport } from '../../testing/mock-import.ts';
import { HttpResponse, mockResponse, networkError, deferResponse, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';

const IMPORT_CALL = 'POST /api/member/import';
const stepHeading = (name: string) => page.getByRole('heading', { level: 2, name });
const button = (name: string) => page.getByRole('button', { name });
const emailInput = () => page.getByRole('textbox', { name: 'Email, row 3' });
const countryInput = () => page.getByRole('textbox', { name: 'Origin country, row 4' });
const targetButton = (heading: string) => page.getByRole('button', { name: `Map “${heading}” to` });
async function mapColumn(heading: string, field: string): Promise<void> {
  await targetButton(heading).click();
  await page.getByRole('menuitemradio', { name: field, exact: true }).click();
}

/** The JSON sent in a form field. */
async function parseSentField(name: 'mapping' | 'date_orders' | 'corrections'): Promise<unknown> {
  const body = (await waitForRequest(IMPORT_CALL)).body as Readonly<Record<string, string>>; // a form
  return JSON.parse(body[name] ?? 'null');
}

/** Imports are stored per signed-in user, so each test signs in as another user. */
let userId = 200;
async function goToColumns(options: ConsoleOptions = {}): Promise<void> {
  userId += 1;
  await openConsole('/company/member/import', { ...options, user: { id: userId } });
  await chooseFile(guestsFile());
}
async function goToRows(): Promise<void> {
  await goToColumns();
  await button('Preview changes').click();
}

const checkCorrected = (corrections: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  checkImport({ '3': { email: 'dewi@example.test' }, '4': { origin_country_id: 'Indonesia' }, ...corrections });

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
      ...checkCorrected({}),
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
    ...checkCorrected({}),
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
    userId += 1;
    await openConsole('/company/member/import', { user: { id: userId } });
    await chooseFile(new File([new Uint8Array([0x4a, 0x6f, 0x73, 0xe9])], 'guests.csv'));
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
    expect(JSON.parse((await readSentFile())['fixed_values'] ?? '')).toEqual({ origin_country_id: 'Indonesia' });
  });

  test('remembers the mapping for the next file with the same headings', async () => {
    mockImport(checkCorrected);
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
      corrections['2'] ? checkCorrected({}) : { ...checkImport(), created: 0, rejected: 3, errors: rejectedRows },
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
      userId += 1;
      await openConsole('/system/country/import', { user: { id: userId } });
      await chooseFile(guestsFile());
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
      const { body } = await waitForRequest('POST /api/country/import');
      expect(JSON.parse((body as Readonly<Record<string, string>>)['corrections'] ?? 'null')).toEqual({
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
    mockImport(() => ({ ...checkCorrected({}), created: 0 }));
    await goToRows();
    await expect.element(stepHeading('No changes')).toHaveFocus();
    await expect.element(button('Import 0 members')).toBeDisabled();
  });
});

describe('running an import', () => {
  test('writes the rows, links to them in the list, and undoes all after confirmation', async () => {
    mockImport(checkCorrected);
    await goToRows();
    await button('Import 3 members').click();
    await expect.element(stepHeading('3 members imported')).toHaveFocus();
    await expectAccessible();
    expect(preventsUnload()).toBe(false);
    const { body, headers } = await waitForRequest(IMPORT_CALL);
    expect(body).not.toHaveProperty('dry_run');
    expect(headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
    const link = page.getByRole('link', { name: 'Show in the list' });
    await expect.element(link).toHaveAttribute('href', expect.stringContaining('/company/member?sort=-updated_at'));
    await button('Undo entire import').click();
    const confirmation = page.getByRole('alertdialog');
    await expect.element(confirmation).toMatchTextContent('3 created records move to the trash.');
    await confirmation.getByRole('button', { name: 'Undo entire import' }).click();
    await waitForRequest('POST /api/import/4/undo');
    await expect.element(page.getByText('Import of guests.csv undone.')).toBeVisible();
    await expect.element(stepHeading('Import undone')).toBeVisible();
    await expect.element(link).not.toBeInTheDocument();
  });

  test('announces completion on another page, with Undo', async () => {
    const imports: ImportEntry[] = [];
    mockImport(checkCorrected, imports);
    await goToRows();
    const { resolver, release } = deferResponse(() => {
      imports.unshift(createImportEntry());
      return HttpResponse.json({ data: { id: 4, rows: 3, created: 3, updated: 0 } });
    });
    mockResponse(IMPORT_CALL, resolver);
    await button('Import 3 members').click();
    await page.getByRole('link', { name: 'Members' }).last().click();
    await expect.poll(() => location.pathname).toBe('/company/member');
    release();
    await expect.element(page.getByText('Members: import completed.')).toBeVisible();
    await button('Undo').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo entire import' }).click();
    await waitForRequest('POST /api/import/4/undo');
    await expect.element(page.getByText('Import of guests.csv undone.')).toBeVisible();
  });

  test('undoes a past import from the import page, only once', async () => {
    mockImport(checkCorrected, [createImportEntry()]);
    userId += 1;
    await openConsole('/company/member/import', { user: { id: userId } });
    const importItem = page.getByRole('region', { name: 'Earlier imports' }).getByRole('listitem');
    await expect.element(importItem).toMatchTextContent('3 new, 0 changed');
    await importItem.getByRole('button', { name: 'Undo the import of guests.csv' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo entire import' }).click();
    await expect.element(importItem).toMatchTextContent('Undone');
    await expect.poll(() => importItem.getByRole('button').elements()).toEqual([]);
    await expectAccessible();
  });

  test('shows why an import cannot be undone, without a confirmation', async () => {
    mockImport(checkCorrected, [createImportEntry()]);
    const reason = 'Some of these records have since changed.';
    mockResponse('POST /api/import/4/undo', () => rejection(409, 'conflict', { message: reason }));
    userId += 1;
    await openConsole('/company/member/import', { user: { id: userId } });
    await page.getByRole('button', { name: 'Undo the import of guests.csv' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Couldn’t undo the import of guests.csv' });
    await expect.element(confirmation).toMatchTextContent(reason);
    await expectAccessible();
    expect((await findRequests('POST /api/import/4/undo')).map(({ body }) => body)).toEqual([{ dry_run: 1 }]);
    expect(confirmation.getByRole('button', { name: 'Undo entire import' }).elements()).toEqual([]);
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(confirmation).not.toBeInTheDocument();
  });

  test('resends with the same key after a missing response, so it is imported once', async () => {
    mockImport(checkCorrected);
    await goToRows();
    await expect.element(stepHeading('No rejected rows')).toHaveFocus();
    mockResponse(IMPORT_CALL, networkError);
    await button('Import 3 members').click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('Network Error.');
    mockImport(checkCorrected);
    await button('Import 3 members').click();
    await expect.element(stepHeading('3 members imported')).toHaveFocus();
    const keys = (await findRequests(IMPORT_CALL)).flatMap(({ headers }) => headers.get('Idempotency-Key') ?? []);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('shows rows that became invalid before the import', async () => {
    mockImport(checkCorrected);
    await goToRows();
    await expect.element(stepHeading('No rejected rows')).toHaveFocus();
    mockImport();
    let isFirst = true;
    mockResponse(IMPORT_CALL, () => {
      if (!isFirst) return undefined;
      isFirst = false;
      return rejection(422, 'validation_failed', { errors: { 'row 3 email': ['Already in use.'] } });
    });
    await button('Import 3 members').click();
    await expect.element(stepHeading('2 rows rejected')).toHaveFocus();
    await expect.element(emailInput()).toBeVisible();
  });
});

test('a phone shows rejected rows as cards in Indonesian', async () => {
  await page.viewport(390, 844);
  mockImport();
  await goToColumns({ language: 'id', theme: 'dark' });
  await expect.element(button('Pratinjau perubahan')).toBeVisible();
  await expectAccessible();
  await button('Pratinjau perubahan').click();
  await expect.element(stepHeading('2 baris ditolak')).toBeVisible();
  await expect.element(page.getByText(/^Baris 3/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill('dewi@example.test');
  await page.getByRole('textbox', { name: 'Negara asal' }).fill('Indonesia');
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await button('Periksa lagi').click();
  await button('Impor 3 anggota').click();
  await expect.element(stepHeading('3 anggota diimpor')).toBeVisible();
  await button('Urungkan seluruh impor').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Urungkan seluruh impor' }).click();
  await expect.element(stepHeading('Impor diurungkan')).toBeVisible();
});
