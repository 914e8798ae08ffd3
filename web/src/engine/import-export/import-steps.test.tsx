import type { ImportCheck, ImportEntry, ImportRejection } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { preventsUnload, captureSavedFiles, chooseFile } from '../../testing/files.ts';
import { type Opening, openConsole } from '../../testing/open-console.tsx';
import { checkOf, guestsFile, past, mockImport } from '../../testing/mock-import.ts';
import { HttpResponse, mockResponse, broken, held, rejection } from '../../testing/mock-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';

const CALL = 'POST /api/member/import';
const step = (name: string) => page.getByRole('heading', { level: 2, name });
const button = (name: string) => page.getByRole('button', { name });
const email = () => page.getByRole('textbox', { name: 'Email, row 3' });
const country = () => page.getByRole('textbox', { name: 'Origin country, row 4' });
const targetButton = (heading: string) => page.getByRole('button', { name: `Map “${heading}” to` });
async function send(heading: string, field: string): Promise<void> {
  await targetButton(heading).click();
  await page.getByRole('menuitemradio', { name: field, exact: true }).click();
}

/** The JSON sent in a form field. */
async function sentValue(name: 'mapping' | 'corrections'): Promise<unknown> {
  const body = (await sent(CALL)).body as Readonly<Record<string, string>>; // a form
  return JSON.parse(body[name] ?? 'null');
}

/** Imports are stored per signed-in user, so each test signs in as another user. */
let id = 200;
async function toColumns(opening: Opening = {}): Promise<void> {
  id += 1;
  await openConsole('/company/member/import', { ...opening, user: { id } });
  await chooseFile(guestsFile());
}
async function goToRows(): Promise<void> {
  await toColumns();
  await button('Preview changes').click();
}

const corrected = (corrections: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  checkOf({ '3': { email: 'dewi@example.test' }, '4': { origin_country_id: 'Indonesia' }, ...corrections });

describe('columns step', () => {
  test("uses the server's suggestions, and reports missing fields and duplicate targets", async () => {
    mockImport();
    await toColumns();
    await expect.element(step('Map columns')).toHaveFocus();
    await expect.element(page.getByText('guests.csv has 3 rows.')).toBeVisible();
    await expect
      .element(targetButton('Origin country'))
      .toHaveAccessibleName('Map “Origin country” to: Origin country *');
    await expect.element(targetButton('Room wish')).toHaveAccessibleName('Map “Room wish” to: Skip');
    await send('Origin country', 'Skip');
    await expect
      .element(page.getByText('Each new member needs Origin country, but no column is mapped to it.'))
      .toBeVisible();
    await send('Origin country', 'Email *');
    await expect.poll(() => page.getByText('Another column is mapped to this field too.').elements().length).toBe(2);
    await expect.element(button('Check rows')).toBeDisabled();
    await send('Origin country', 'Origin country *');
    await button('Check rows').click();
    await expect.element(step('2 rows rejected')).toHaveFocus();
    expect(await sentValue('mapping')).toEqual({ 'Origin country': 'origin_country_id' });
  });

  test('is accessible when two columns have the same field', async () => {
    mockImport();
    await toColumns();
    await send('Origin country', 'Email *');
    await expect.poll(() => page.getByText('Another column is mapped to this field too.').elements().length).toBe(2);
    await expectAccessible();
    await expectTextsToFit();
  });

  test('does not check again if nothing was changed', async () => {
    mockImport();
    await goToRows();
    await expect.element(step('2 rows rejected')).toHaveFocus();
    expect(await requests(CALL)).toHaveLength(1);
  });
});

describe('rejected rows', () => {
  test('can be corrected by keyboard and checked again until none is rejected', async () => {
    mockImport();
    await goToRows();
    await expect.element(button('Import 1 member')).toBeDisabled();
    await expect.element(email()).toHaveValue('dewi at example');
    await expect.element(email()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(email()).toHaveAccessibleDescription('This is no email address.');
    await expectAccessible();
    await expectTextsToFit();
    await email().fill('dewi@example.test');
    await expect.element(page.getByText('Previously “dewi at example”')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(country()).toHaveFocus();
    await userEvent.keyboard('Indonesi');
    await button('Check again').click();
    await expect.element(step('1 row rejected')).toHaveFocus();
    await expect.element(email()).not.toBeInTheDocument();
    expect(await sentValue('corrections')).toMatchObject({ 3: { email: 'dewi@example.test' } });

    // The import survives leaving the page and coming back.
    await page.getByRole('link', { name: 'Members' }).last().click();
    await expect.poll(() => location.pathname).toBe('/company/member');
    expect(preventsUnload()).toBe(true);
    await page.getByRole('link', { name: 'Import' }).click();
    await country().fill('Indonesia');
    await button('Check again').click();
    await expect.element(step('No rejected rows')).toHaveFocus();
    await expect.element(button('Import 3 members')).toBeEnabled();
    await expectAccessible();
  });

  test('can be downloaded with their reasons', async () => {
    const saved = captureSavedFiles();
    mockImport();
    await goToRows();
    await button('Download rejected rows').click();
    await expect.poll(() => saved.map(({ name }) => name)).toEqual(['guests-rejected.csv']);
    expect((await sent(CALL)).body).toMatchObject({ dry_run: '1', errors: 'csv' });
  });

  test('can be corrected together if they have the same error', async () => {
    const wrong = [2, 3, 4].map((row) => ({
      row,
      values: { first_name: 'Agus', origin_country_id: 'Bali' },
      errors: { origin_country_id: ['There is no such country.'] },
    }));
    mockImport((corrections) =>
      corrections['2'] ? corrected({}) : { ...checkOf(), created: 0, rejected: 3, errors: wrong },
    );
    await goToRows();
    await page.getByRole('textbox', { name: 'Origin country, row 3' }).fill('Indonesia');
    await button('The same in 2 more rows').click();
    await expect.element(page.getByRole('textbox', { name: 'Origin country, row 2' })).toHaveValue('Indonesia');
    await button('Check again').click();
    await expect.element(step('No rejected rows')).toHaveFocus();
    const same = { origin_country_id: 'Indonesia' };
    expect(await sentValue('corrections')).toEqual({ 2: same, 3: same, 4: same });
  });

  describe('rows with an ambiguous number', () => {
    const cellOf = (row: number, text: string): ImportRejection => ({
      row,
      values: { name: 'Indonesia', usd_rate: text },
      errors: { usd_rate: ['Ambiguous number: 15 point 5 (15.5) or 15 thousand 500 (15500).'] },
    });
    const rates: ImportCheck = {
      columns: [
        { header: 'ID', field: 'id', sample: [] },
        { header: 'USD rate', field: 'usd_rate', sample: [] },
      ],
      rows: 2,
      created: 0,
      updated: 0,
      rejected: 2,
      errors: [cellOf(2, '15.500'), cellOf(3, '15.255')],
    };
    const choice = (name: string) =>
      page.getByRole('group', { name: 'Which number do you mean?' }).getByText(name, { exact: true });
    async function goToRates(): Promise<void> {
      mockImport(() => rates, [], 'country');
      id += 1;
      await openConsole('/system/country/import', { user: { id } });
      await chooseFile(guestsFile());
      await button('Preview changes').click();
    }

    test.for([
      ['in the table', 1280, 'USD rate, row 2'],
      ['on a card of a phone', 390, 'USD rate'],
    ] as const)('offer both readings %s, and accept the selected one', async ([, width, name]) => {
      await page.viewport(width, 844);
      const rate = page.getByRole('textbox', { name, exact: true }).first();
      await goToRates();
      await expect.element(choice('15 thousand 500')).toBeVisible();
      await expectAccessible();
      await choice('15 thousand 500').click();
      await expect.element(rate).toHaveValue('15500');
      await expect.element(rate).toHaveFocus();
      await choice('15 point 255').click();
      await expect.element(page.getByRole('group', { name: 'Which number do you mean?' })).not.toBeInTheDocument();
      await button('Check again').click();
      const { body } = await sent('POST /api/country/import');
      expect(JSON.parse((body as Readonly<Record<string, string>>)['corrections'] ?? 'null')).toEqual({
        2: { usd_rate: '15500' },
        3: { usd_rate: '15.2550' },
      });
    });

    test('offer both readings of an ambiguous correction on blur', async () => {
      await goToRates();
      const rate = page.getByRole('textbox', { name: 'USD rate, row 3' });
      await rate.fill('1.250');
      await expect.element(choice('1 point 25')).not.toBeInTheDocument();
      await userEvent.tab();
      await choice('1 point 25').click();
      await expect.element(rate).toHaveValue('1.25');
    });
  });

  test('imports nothing from a file without changes', async () => {
    mockImport(() => ({ ...corrected({}), created: 0 }));
    await goToRows();
    await expect.element(step('No changes')).toHaveFocus();
    await expect.element(button('Import 0 members')).toBeDisabled();
  });
});

describe('running an import', () => {
  test('writes the rows, links to them in the list, and undoes all after confirmation', async () => {
    mockImport(corrected);
    await goToRows();
    await button('Import 3 members').click();
    await expect.element(step('3 members imported')).toHaveFocus();
    await expectAccessible();
    expect(preventsUnload()).toBe(false);
    const { body, headers } = await sent(CALL);
    expect(body).not.toHaveProperty('dry_run');
    expect(headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
    const link = page.getByRole('link', { name: 'Show in the list' });
    await expect.element(link).toHaveAttribute('href', expect.stringContaining('/company/member?sort=-updated_at'));
    await button('Undo entire import').click();
    const confirmation = page.getByRole('alertdialog');
    await expect.element(confirmation).toMatchTextContent('3 created records move to the trash.');
    await confirmation.getByRole('button', { name: 'Undo entire import' }).click();
    await sent('POST /api/import/4/undo');
    await expect.element(page.getByText('Import of guests.csv undone.')).toBeVisible();
    await expect.element(step('Import undone')).toBeVisible();
    await expect.element(link).not.toBeInTheDocument();
  });

  test('announces completion on another page, with Undo', async () => {
    const imports: ImportEntry[] = [];
    mockImport(corrected, imports);
    await goToRows();
    const { resolver, release } = held(() => {
      imports.unshift(past());
      return HttpResponse.json({ data: { id: 4, rows: 3, created: 3, updated: 0 } });
    });
    mockResponse(CALL, resolver);
    await button('Import 3 members').click();
    await page.getByRole('link', { name: 'Members' }).last().click();
    await expect.poll(() => location.pathname).toBe('/company/member');
    release();
    await expect.element(page.getByText('Members: import completed.')).toBeVisible();
    await button('Undo').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo entire import' }).click();
    await sent('POST /api/import/4/undo');
    await expect.element(page.getByText('Import of guests.csv undone.')).toBeVisible();
  });

  test('undoes a past import from the import page, only once', async () => {
    mockImport(corrected, [past()]);
    id += 1;
    await openConsole('/company/member/import', { user: { id } });
    const line = page.getByRole('region', { name: 'Earlier imports' }).getByRole('listitem');
    await expect.element(line).toMatchTextContent('3 new, 0 changed');
    await line.getByRole('button', { name: 'Undo the import of guests.csv' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo entire import' }).click();
    await expect.element(line).toMatchTextContent('Undone');
    await expect.poll(() => line.getByRole('button').elements()).toEqual([]);
    await expectAccessible();
  });

  test('shows why an import cannot be undone, without a confirmation', async () => {
    mockImport(corrected, [past()]);
    const rejected = 'Some of these records have since changed.';
    mockResponse('POST /api/import/4/undo', () => rejection(409, 'conflict', { message: rejected }));
    id += 1;
    await openConsole('/company/member/import', { user: { id } });
    await page.getByRole('button', { name: 'Undo the import of guests.csv' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Couldn’t undo the import of guests.csv' });
    await expect.element(confirmation).toMatchTextContent(rejected);
    await expectAccessible();
    expect((await requests('POST /api/import/4/undo')).map(({ body }) => body)).toEqual([{ dry_run: 1 }]);
    expect(confirmation.getByRole('button', { name: 'Undo entire import' }).elements()).toEqual([]);
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(confirmation).not.toBeInTheDocument();
  });

  test('resends with the same key after a missing response, so it is imported once', async () => {
    mockImport(corrected);
    await goToRows();
    await expect.element(step('No rejected rows')).toHaveFocus();
    mockResponse(CALL, broken);
    await button('Import 3 members').click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('Network Error.');
    mockImport(corrected);
    await button('Import 3 members').click();
    await expect.element(step('3 members imported')).toHaveFocus();
    const keys = (await requests(CALL)).flatMap(({ headers }) => headers.get('Idempotency-Key') ?? []);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('shows rows that became invalid before the import', async () => {
    mockImport(corrected);
    await goToRows();
    await expect.element(step('No rejected rows')).toHaveFocus();
    mockImport();
    let isFirst = true;
    mockResponse(CALL, () => {
      if (!isFirst) return undefined;
      isFirst = false;
      return rejection(422, 'validation_failed', { errors: { 'row 3 email': ['Already in use.'] } });
    });
    await button('Import 3 members').click();
    await expect.element(step('2 rows rejected')).toHaveFocus();
    await expect.element(email()).toBeVisible();
  });
});

test('a phone shows rejected rows as cards in Indonesian', async () => {
  await page.viewport(390, 844);
  mockImport();
  await toColumns({ language: 'id', theme: 'dark' });
  await expect.element(button('Pratinjau perubahan')).toBeVisible();
  await expectAccessible();
  await button('Pratinjau perubahan').click();
  await expect.element(step('2 baris ditolak')).toBeVisible();
  await expect.element(page.getByText(/^Baris 3/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill('dewi@example.test');
  await page.getByRole('textbox', { name: 'Negara asal' }).fill('Indonesia');
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await button('Periksa lagi').click();
  await button('Impor 3 anggota').click();
  await expect.element(step('3 anggota diimpor')).toBeVisible();
  await button('Urungkan seluruh impor').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Urungkan seluruh impor' }).click();
  await expect.element(step('Impor diurungkan')).toBeVisible();
});
