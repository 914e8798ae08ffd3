import type { ImportCheck, ImportEntry, ImportRefusal } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { asksBeforeClosing, catchSavedFiles, chooseFile } from '../../testing/files.ts';
import { type Opening, openConsole } from '../../testing/open-console.tsx';
import { checkOf, guestsFile, past, playImport } from '../../testing/played-import.ts';
import { HttpResponse, answer, broken, held, refusal } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { expectRoomForTexts } from '../../testing/room-for-texts.ts';

const CALL = 'POST /api/member/import';
const step = (name: string) => page.getByRole('heading', { level: 2, name });
const button = (name: string) => page.getByRole('button', { name });
const email = () => page.getByRole('textbox', { name: 'Email, row 3' });
const country = () => page.getByRole('textbox', { name: 'Origin country, row 4' });
const goesTo = (heading: string) => page.getByRole('button', { name: `“${heading}” goes to` });
async function send(heading: string, field: string): Promise<void> {
  await goesTo(heading).click();
  await page.getByRole('menuitemradio', { name: field, exact: true }).click();
}

/** The JSON sent in a form field. */
async function said(name: 'mapping' | 'corrections'): Promise<unknown> {
  const body = (await sent(CALL)).body as Readonly<Record<string, string>>; // a form
  return JSON.parse(body[name] ?? 'null');
}

/** An import is kept for the signed-in user: each test is another user. */
let id = 200;
async function toColumns(opening: Opening = {}): Promise<void> {
  id += 1;
  await openConsole('/company/member/import', { ...opening, user: { id } });
  await chooseFile(guestsFile());
}
async function toRows(): Promise<void> {
  await toColumns();
  await button('Show what would happen').click();
}

const mended = (corrections: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  checkOf({ '3': { email: 'dewi@example.test' }, '4': { origin_country_id: 'Indonesia' }, ...corrections });

describe('the columns of a file', () => {
  test('go where the server guessed; what nobody feeds is named, and two do not go to one field', async () => {
    playImport();
    await toColumns();
    await expect.element(step('Where do the columns go?')).toHaveFocus();
    await expect.element(page.getByText('guests.csv has 3 rows.')).toBeVisible();
    await expect.element(goesTo('Origin country')).toHaveAccessibleName('“Origin country” goes to: Origin country *');
    await expect.element(goesTo('Room wish')).toHaveAccessibleName('“Room wish” goes to: Leave out');
    await send('Origin country', 'Leave out');
    await expect
      .element(page.getByText('Every new member needs Origin country, and no column goes there.'))
      .toBeVisible();
    await send('Origin country', 'Email *');
    await expect.poll(() => page.getByText('Another column goes here too.').elements().length).toBe(2);
    await expect.element(button('Check the rows')).toBeDisabled();
    await send('Origin country', 'Origin country *');
    await button('Check the rows').click();
    await expect.element(step('2 rows are refused')).toHaveFocus();
    expect(await said('mapping')).toEqual({ 'Origin country': 'origin_country_id' });
  });

  test('can be read and reached where two go to one field', async () => {
    playImport();
    await toColumns();
    await send('Origin country', 'Email *');
    await expect.poll(() => page.getByText('Another column goes here too.').elements().length).toBe(2);
    await expectAccessible();
    await expectRoomForTexts();
  });

  test('are not asked about again where nothing was said', async () => {
    playImport();
    await toRows();
    await expect.element(step('2 rows are refused')).toHaveFocus();
    expect(await requests(CALL)).toHaveLength(1);
  });
});

describe('refused rows', () => {
  test('are mended in place by keys alone, and checked again, until nothing is refused', async () => {
    playImport();
    await toRows();
    await expect.element(button('Import 1 member')).toBeDisabled();
    await expect.element(email()).toHaveValue('dewi at example');
    await expect.element(email()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(email()).toHaveAccessibleDescription('This is no email address.');
    await expectAccessible();
    await expectRoomForTexts();
    await email().fill('dewi@example.test');
    await expect.element(page.getByText('Was “dewi at example”')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(country()).toHaveFocus();
    await userEvent.keyboard('Indonesi');
    await button('Check again').click();
    await expect.element(step('1 row is refused')).toHaveFocus();
    await expect.element(email()).not.toBeInTheDocument();
    expect(await said('corrections')).toMatchObject({ 3: { email: 'dewi@example.test' } });

    // A user who leaves the page and comes back finds it as it was.
    await page.getByRole('link', { name: 'Members' }).last().click();
    await expect.poll(() => location.pathname).toBe('/company/member');
    expect(asksBeforeClosing()).toBe(true);
    await page.getByRole('link', { name: 'Import' }).click();
    await country().fill('Indonesia');
    await button('Check again').click();
    await expect.element(step('Nothing is refused')).toHaveFocus();
    await expect.element(button('Import 3 members')).toBeEnabled();
    await expectAccessible();
  });

  test('are downloaded with their reasons, to be mended elsewhere', async () => {
    const saved = catchSavedFiles();
    playImport();
    await toRows();
    await button('Download the refused rows').click();
    await expect.poll(() => saved.map(({ name }) => name)).toEqual(['guests-refused.csv']);
    expect((await sent(CALL)).body).toMatchObject({ dry_run: '1', errors: 'csv' });
  });

  test('that are wrong in the same way are mended at once', async () => {
    const wrong = [2, 3, 4].map((row) => ({
      row,
      values: { first_name: 'Agus', origin_country_id: 'Bali' },
      errors: { origin_country_id: ['There is no such country.'] },
    }));
    playImport((corrections) =>
      corrections['2'] ? mended({}) : { ...checkOf(), created: 0, refused: 3, errors: wrong },
    );
    await toRows();
    await page.getByRole('textbox', { name: 'Origin country, row 3' }).fill('Indonesia');
    await button('The same in 2 more rows').click();
    await expect.element(page.getByRole('textbox', { name: 'Origin country, row 2' })).toHaveValue('Indonesia');
    await button('Check again').click();
    await expect.element(step('Nothing is refused')).toHaveFocus();
    const same = { origin_country_id: 'Indonesia' };
    expect(await said('corrections')).toEqual({ 2: same, 3: same, 4: same });
  });

  describe('that hold a number with two readings', () => {
    const cellOf = (row: number, text: string): ImportRefusal => ({
      row,
      values: { name: 'Indonesia', usd_rate: text },
      errors: { usd_rate: ['This can be read in two ways: 15 point 5 (15.5) or 15 thousand 500 (15500).'] },
    });
    const rates: ImportCheck = {
      columns: [
        { header: 'ID', field: 'id', sample: [] },
        { header: 'USD rate', field: 'usd_rate', sample: [] },
      ],
      rows: 2,
      created: 0,
      updated: 0,
      refused: 2,
      errors: [cellOf(2, '15.500'), cellOf(3, '15.255')],
    };
    const choice = (name: string) =>
      page.getByRole('group', { name: 'Which number is meant?' }).getByText(name, { exact: true });
    async function toRates(): Promise<void> {
      playImport(() => rates, [], 'country');
      id += 1;
      await openConsole('/system/country/import', { user: { id } });
      await chooseFile(guestsFile());
      await button('Show what would happen').click();
    }

    test.for([
      ['in the table', 1280, 'USD rate, row 2'],
      ['on a card of a phone', 390, 'USD rate'],
    ] as const)('offer both %s, and what is chosen has one reading', async ([, width, name]) => {
      await page.viewport(width, 844);
      const rate = page.getByRole('textbox', { name, exact: true }).first();
      await toRates();
      await expect.element(choice('15 thousand 500')).toBeVisible();
      await expectAccessible();
      await choice('15 thousand 500').click();
      await expect.element(rate).toHaveValue('15500');
      await expect.element(rate).toHaveFocus();
      await choice('15 point 255').click();
      await expect.element(page.getByRole('group', { name: 'Which number is meant?' })).not.toBeInTheDocument();
      await button('Check again').click();
      const { body } = await sent('POST /api/country/import');
      expect(JSON.parse((body as Readonly<Record<string, string>>)['corrections'] ?? 'null')).toEqual({
        2: { usd_rate: '15500' },
        3: { usd_rate: '15.2550' },
      });
    });

    test('offer both of what is typed over them too, once it is left', async () => {
      await toRates();
      const rate = page.getByRole('textbox', { name: 'USD rate, row 3' });
      await rate.fill('1.250');
      await expect.element(choice('1 point 25')).not.toBeInTheDocument();
      await userEvent.tab();
      await choice('1 point 25').click();
      await expect.element(rate).toHaveValue('1.25');
    });
  });

  test('of a file that says what stands there already are none, and nothing is imported', async () => {
    playImport(() => ({ ...mended({}), created: 0 }));
    await toRows();
    await expect.element(step('Nothing would change')).toHaveFocus();
    await expect.element(button('Import 0 members')).toBeDisabled();
  });
});

describe('an import', () => {
  test('is written, shown in the list, and undone as a whole after a question', async () => {
    playImport(mended);
    await toRows();
    await button('Import 3 members').click();
    await expect.element(step('3 members imported')).toHaveFocus();
    await expectAccessible();
    expect(asksBeforeClosing()).toBe(false);
    const { body, headers } = await sent(CALL);
    expect(body).not.toHaveProperty('dry_run');
    expect(headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
    const link = page.getByRole('link', { name: 'Show them in the list' });
    await expect.element(link).toHaveAttribute('href', expect.stringContaining('/company/member?sort=-updated_at'));
    await button('Undo the whole import').click();
    const question = page.getByRole('alertdialog');
    await expect.element(question).toMatchTextContent('3 records that it made are deleted.');
    await question.getByRole('button', { name: 'Undo the whole import' }).click();
    await sent('POST /api/import/4/undo');
    await expect.element(page.getByText('The import of guests.csv was undone.')).toBeVisible();
    await expect.element(step('This import was undone')).toBeVisible();
    await expect.element(link).not.toBeInTheDocument();
  });

  test('that is done while its page is left is said, with the way back', async () => {
    const imports: ImportEntry[] = [];
    playImport(mended, imports);
    await toRows();
    const { resolver, release } = held(() => {
      imports.unshift(past());
      return HttpResponse.json({ data: { id: 4, rows: 3, created: 3, updated: 0 } });
    });
    answer(CALL, resolver);
    await button('Import 3 members').click();
    await page.getByRole('link', { name: 'Members' }).last().click();
    await expect.poll(() => location.pathname).toBe('/company/member');
    release();
    await expect.element(page.getByText('Members: the import is done.')).toBeVisible();
    await button('Undo').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the whole import' }).click();
    await sent('POST /api/import/4/undo');
    await expect.element(page.getByText('The import of guests.csv was undone.')).toBeVisible();
  });

  test('of the past is undone from where imports begin, once', async () => {
    playImport(mended, [past()]);
    id += 1;
    await openConsole('/company/member/import', { user: { id } });
    const line = page.getByRole('region', { name: 'Earlier imports' }).getByRole('listitem');
    await expect.element(line).toMatchTextContent('3 new, 0 changed');
    await line.getByRole('button', { name: 'Undo the import of guests.csv' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the whole import' }).click();
    await expect.element(line).toMatchTextContent('Undone');
    await expect.poll(() => line.getByRole('button').elements()).toEqual([]);
    await expectAccessible();
  });

  test('that the server would not take back says why, and there is nothing to confirm', async () => {
    playImport(mended, [past()]);
    const refused = 'Some of these records were changed since.';
    answer('POST /api/import/4/undo', () => refusal(409, 'conflict', { message: refused }));
    id += 1;
    await openConsole('/company/member/import', { user: { id } });
    await page.getByRole('button', { name: 'Undo the import of guests.csv' }).click();
    const question = page.getByRole('alertdialog', { name: 'The import of guests.csv cannot be undone' });
    await expect.element(question).toMatchTextContent(refused);
    await expectAccessible();
    expect((await requests('POST /api/import/4/undo')).map(({ body }) => body)).toEqual([{ dry_run: 1 }]);
    expect(question.getByRole('button', { name: 'Undo the whole import' }).elements()).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).not.toBeInTheDocument();
  });

  test('whose answer was lost is asked for again under the same key, so that it is made once', async () => {
    playImport(mended);
    await toRows();
    await expect.element(step('Nothing is refused')).toHaveFocus();
    answer(CALL, broken);
    await button('Import 3 members').click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('Network Error.');
    playImport(mended);
    await button('Import 3 members').click();
    await expect.element(step('3 members imported')).toHaveFocus();
    const keys = (await requests(CALL)).flatMap(({ headers }) => headers.get('Idempotency-Key') ?? []);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('that is refused meanwhile shows the rows that have become wrong', async () => {
    playImport(mended);
    await toRows();
    await expect.element(step('Nothing is refused')).toHaveFocus();
    playImport();
    let isFirst = true;
    answer(CALL, () => {
      if (!isFirst) return undefined;
      isFirst = false;
      return refusal(422, 'validation_failed', { errors: { 'row 3 email': ['This is taken.'] } });
    });
    await button('Import 3 members').click();
    await expect.element(step('2 rows are refused')).toHaveFocus();
    await expect.element(email()).toBeVisible();
  });
});

test('on a phone the refused rows stand as cards, in the other language', async () => {
  await page.viewport(390, 844);
  playImport();
  await toColumns({ language: 'id', theme: 'dark' });
  await expect.element(button('Lihat apa yang akan terjadi')).toBeVisible();
  await expectAccessible();
  await button('Lihat apa yang akan terjadi').click();
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
  await expect.element(step('Impor ini telah diurungkan')).toBeVisible();
});
