import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { type Client, createMember, createMembers, expect, firstOf, tag, test } from '../src/test.ts';

const rows = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const step = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name });

async function exportAs(page: Page, format: 'CSV' | 'XLSX'): Promise<Download> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  return download;
}

/** Closes the page, is asked whether to, and stays. */
async function refuseToLeave(page: Page): Promise<void> {
  const question = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const asked = await question;
  expect(asked.type()).toBe('beforeunload');
  await asked.dismiss();
}

/** The lines of a CSV file whose cells hold neither quotes nor breaks. */
async function linesOf(download: Download): Promise<string[]> {
  const text = await readFile(await download.path(), 'utf8');
  return text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);
}

/** What the columns of a file of members need to say, for the programme at hand. */
async function memberFacts(client: Client) {
  const name = async (path: string) => (await firstOf<{ name: string }>(client, path)).name;
  return {
    membership: await name('/api/membership?per_page=1'),
    hotel: await name('/api/hotel?per_page=1'),
    gender: await name('/api/option_detail/choices?slug=type-gender'),
  };
}

const csvFile = (name: string, lines: readonly (readonly string[])[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.map((cells) => `${cells.join(',')}\r\n`).join('')),
});

const HEADINGS = [
  'First name',
  'Last name',
  'Email',
  'Phone',
  'Membership',
  'Gender',
  'Origin country',
  'Hotel',
  'Active',
];

/** A file of three members, the last two with a wrong cell each. */
async function membersFile(client: Client, word: string) {
  const { membership, hotel, gender } = await memberFacts(client);
  const line = (name: string, email: string, country: string) => [
    name,
    `Impor${word}`,
    email,
    `+62 812 ${Math.floor(1e7 + Math.random() * 8e7)}`,
    membership,
    gender,
    country,
    hotel,
    '1',
  ];
  return csvFile(`tamu-${word}.csv`, [
    HEADINGS,
    line('Surya', `surya.${word}@example.test`, 'Indonesia'),
    line('Dewi', 'dewi at example', 'Indonesia'),
    line('Made', `made.${word}@example.test`, 'Atlantis'),
  ]);
}

test('a list is exported as it is filtered, with the columns shown, and the file comes back without a change', async ({
  page,
  client,
}) => {
  const name = `Ekspor${tag()}`;
  const [first] = await createMembers(client, name, 2);
  await createMember(client, { last_name: name, is_active: 0 });
  await page.goto(`/company/member?search=${name}&filter[is_active][eq]=1&columns=id,last_name,email&sort=-email`);
  await expect(rows(page, name)).toHaveCount(2);

  const csv = await exportAs(page, 'CSV');
  expect(csv.suggestedFilename()).toMatch(/^members-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = await linesOf(csv);
  expect(head).toBe('ID,Last name,Email');
  expect(lines).toHaveLength(2);
  const emails = lines.map((line) => line.split(',')[2] ?? '');
  expect(emails).toContain(first?.email);
  expect(emails).toEqual(emails.toSorted().toReversed());
  await expect(page.getByText(`${csv.suggestedFilename()} is saved`)).toBeVisible();

  const xlsx = await exportAs(page, 'XLSX');
  expect(xlsx.suggestedFilename()).toMatch(/\.xlsx$/);
  await page.getByRole('link', { name: 'Import' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'members.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await readFile(await xlsx.path()),
  });
  await expect(step(page, 'Where do the columns go?')).toBeFocused();
  await expect(page.getByRole('combobox', { name: '“Email” goes to' })).toHaveValue('email');
  await page.getByRole('button', { name: 'Show what would happen' }).click();
  await expect(step(page, 'Nothing would change')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Import 0 members' })).toBeDisabled();
});

test('an export that breaks off says so, and is started again from the quick panel; one that runs is cancelled there', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED|Failed to load resource/);
  let calls = 0;
  await page.route('**/api/hotel/export?*', async (route) => {
    calls += 1;
    if (calls === 1) await route.abort('failed');
    // The third is never answered.
    if (calls === 2) await route.continue();
  });
  await page.goto('/system/hotel');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await expect(page.getByText('Hotels could not be exported: Network Error.')).toBeVisible();

  await page.getByRole('button', { name: 'Quick panel' }).click();
  const panel = page.getByRole('dialog', { name: 'Quick panel' });
  const list = panel.getByRole('list', { name: 'Exports of this session' });
  await expect(list).toContainText('Network Error.');
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await list.getByRole('button', { name: 'Export Hotels (CSV) again' }).click();
  expect((await download).suggestedFilename()).toMatch(/^hotels-/);
  await expect(list).toContainText('Saved, ');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  // It goes on while another page is open.
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'XLSX' }).click();
  await expect(page.getByRole('button', { name: 'Quick panel' })).toHaveAttribute('aria-busy', 'true');
  await page.getByRole('navigation').getByRole('link', { name: 'Members', exact: true }).first().click();
  await expect(page).toHaveURL(/company\/member/);
  await page.getByRole('button', { name: 'Quick panel' }).click();
  await expect(list).toContainText('Waiting for the server…');
  await refuseToLeave(page);
  await list.getByRole('button', { name: 'Cancel the export of Hotels (XLSX)' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await panel.getByRole('button', { name: 'Clear finished exports' }).click();
  await expect(list).toHaveCount(0);
});

test('a file with two wrong cells is mended in place, imported, seen in the list, and undone as a whole', async ({
  page,
  client,
}) => {
  const word = tag();
  const file = await membersFile(client, word);
  await page.goto('/company/member/import');
  await expect(step(page, 'Choose a file')).toBeVisible();
  await expectAccessible(page);
  await page.locator('input[type=file]').setInputFiles(file);

  await expect(step(page, 'Where do the columns go?')).toBeFocused();
  await expect(page.getByText(`${file.name} has 3 rows.`)).toBeVisible();
  const country = page.getByRole('combobox', { name: '“Origin country” goes to' });
  await expect(country).toHaveValue('origin_country_id');
  // What nobody feeds is named, and two columns cannot go to one field.
  await country.selectOption('Leave out');
  await expect(page.getByText('Every new member needs Origin country, and no column goes there.')).toBeVisible();
  await country.selectOption('email');
  await expect(page.getByText('Another column goes here too.')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Check the rows' })).toBeDisabled();
  await expectAccessible(page);
  await country.selectOption('origin_country_id');
  await page.getByRole('button', { name: 'Check the rows' }).click();

  await expect(step(page, '2 rows are refused')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Import 1 member' })).toBeDisabled();
  const email = page.getByRole('textbox', { name: 'Email, row 3' });
  await expect(email).toHaveValue('dewi at example');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  const refused = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the refused rows' }).click();
  const lines = await linesOf(await refused);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe([...HEADINGS, 'Error'].join(','));
  expect(lines[1]).toContain('Email: ');

  // By keys alone: Enter leads on to the next wrong cell.
  await email.fill(`dewi.${word}@example.test`);
  await expect(page.getByText('Was “dewi at example”')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Origin country, row 4' })).toBeFocused();
  await page.keyboard.type('Indonesi');
  // Typed behind what stood there: refused again, the other row no longer.
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(step(page, '1 row is refused')).toBeFocused();
  await expect(email).toHaveCount(0);
  // A reload would lose the file, and asks; whoever leaves the page and comes back finds it as it was.
  await refuseToLeave(page);
  await page.getByRole('link', { name: 'Members' }).last().click();
  await expect(page).toHaveURL(/\/company\/member$/);
  await page.getByRole('link', { name: 'Import' }).click();
  await page.getByRole('textbox', { name: 'Origin country, row 4' }).fill('Indonesia');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(step(page, 'Nothing is refused')).toBeFocused();
  expect((await client.get<{ data: unknown[] }>(`/api/member?search=Impor${word}`)).data).toHaveLength(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import 3 members' }).click();

  await expect(step(page, '3 members imported')).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show them in the list' }).click();
  await expect(rows(page, `Impor${word}`)).toHaveCount(3);

  await page.goto('/company/member/import');
  const past = page
    .getByRole('region', { name: 'Earlier imports' })
    .getByRole('listitem')
    .filter({ hasText: file.name });
  await expect(past).toContainText('3 new, 0 changed');
  await past.getByRole('button', { name: `Undo the import of ${file.name}` }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('3 records that it made are deleted.');
  await dialog.getByRole('button', { name: 'Undo the whole import' }).click();
  await expect(page.getByText(`The import of ${file.name} was undone.`)).toBeVisible();
  await expect(past).toContainText('Undone');
  await expect(past.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  expect((await client.get<{ data: unknown[] }>(`/api/member?search=Impor${word}`)).data).toHaveLength(0);
});

test('an import that was answered by nobody is asked for again, and made once', async ({
  page,
  client,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED|Failed to load resource/);
  const word = tag();
  const { membership, hotel, gender } = await memberFacts(client);
  const one = [
    'Komang',
    `Sekali${word}`,
    `komang.${word}@example.test`,
    '+62 813 5550123',
    membership,
    gender,
    'Indonesia',
    hotel,
    '1',
  ];
  await page.goto('/company/member/import');
  await page.locator('input[type=file]').setInputFiles(csvFile('satu.csv', [HEADINGS, one]));
  await page.getByRole('button', { name: 'Show what would happen' }).click();
  let isLost = false;
  await page.route('**/api/member/import', async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort('failed');
  });
  await page.getByRole('button', { name: 'Import 1 member' }).click();
  await expect(page.getByRole('alert')).toContainText('Network Error.');
  await page.getByRole('button', { name: 'Import 1 member' }).click();
  await expect(step(page, '1 member imported')).toBeFocused();
  expect((await client.get<{ data: unknown[] }>(`/api/member?search=Sekali${word}`)).data).toHaveLength(1);
});

test('what is no table is refused in words, and the empty file to begin with is understood', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/422/);
  await page.goto('/company/member/import');
  const input = page.locator('input[type=file]');
  await expect(input).toBeAttached();
  // Dropped beside the field: the page stays, and takes it.
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array([0xff, 0xd8, 0xff, 0])], 'photo.csv'));
    return transfer;
  });
  await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByRole('alert')).toContainText('photo.csv: ');
  await input.setInputFiles({
    name: 'large.csv',
    mimeType: 'text/csv',
    buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 'a'),
  });
  await expect(page.getByRole('alert')).toContainText('large.csv is larger than 10 MB.');

  const template = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download an empty file with the headings' }).click();
  const [head] = await linesOf(await template);
  const width = head?.split(',').length ?? 0;
  await input.setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${head}\r\n${Array.from({ length: width }, () => 'x').join(',')}\r\n`),
  });
  await expect(step(page, 'Where do the columns go?')).toBeFocused();
  const targets = page.getByRole('combobox', { name: / goes to$/ });
  await expect(targets).toHaveCount(width);
  for (const target of await targets.all()) await expect(target).not.toHaveValue('');
});

test('a check that takes long is cancelled, and the file is still there', async ({ page, client }) => {
  const file = await membersFile(client, tag());
  await page.route('**/api/member/import', () => undefined);
  await page.goto('/company/member/import');
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(step(page, `Reading ${file.name}…`)).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(step(page, 'Choose a file')).toBeFocused();
  await page.unroute('**/api/member/import');
  await page.getByRole('button', { name: `Go on with ${file.name}` }).click();
  await expect(step(page, 'Where do the columns go?')).toBeFocused();
});

test('one mistake in many rows is mended once; what was right at the check and is not any more is shown', async ({
  page,
  client,
  expectedErrors,
}) => {
  expectedErrors.push(/422/);
  const word = tag();
  const { membership, hotel, gender } = await memberFacts(client);
  const lines = ['Agus', 'Budi', 'Citra'].map((name, i) => [
    name,
    `Sama${word}`,
    `${name.toLowerCase()}.${word}@example.test`,
    `+62 814 555012${i}`,
    membership,
    gender,
    'Bali',
    hotel,
    '1',
  ]);
  await page.goto('/company/member/import');
  await page.locator('input[type=file]').setInputFiles(csvFile('sama.csv', [HEADINGS, ...lines]));
  await page.getByRole('button', { name: 'Show what would happen' }).click();
  await page.getByRole('textbox', { name: 'Origin country, row 3' }).fill('Indonesia');
  await page.getByRole('button', { name: 'The same in 2 more rows' }).click();
  await expect(page.getByRole('textbox', { name: 'Origin country, row 2' })).toHaveValue('Indonesia');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(step(page, 'Nothing is refused')).toBeFocused();
  await createMember(client, { email: `budi.${word}@example.test` });
  await page.getByRole('button', { name: 'Import 3 members' }).click();
  await expect(step(page, '1 row is refused')).toBeFocused();
  await page.getByRole('textbox', { name: 'Email, row 3' }).fill(`budi.lain.${word}@example.test`);
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Import 3 members' }).click();
  await expect(step(page, '3 members imported')).toBeFocused();
});

test.describe('a session that ends in the middle', () => {
  test.use({ expectedErrors: [/401/] });

  test('takes neither the file nor the mended cells along', async ({ page, client, user, enter }) => {
    const word = tag();
    await enter('/company/member/import');
    await page.locator('input[type=file]').setInputFiles(await membersFile(client, word));
    await page.getByRole('button', { name: 'Show what would happen' }).click();
    await page.getByRole('textbox', { name: 'Email, row 3' }).fill(`dewi.${word}@example.test`);
    await client.delete(`/api/users/${user.id}`);
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page).toHaveURL(/\/login$/);

    await client.post('/api/users/restoreBulk', { ids: [user.id] });
    await page.getByRole('textbox', { name: /^Email\/username/ }).fill(user.username);
    await page.locator('input[name=password]').fill(user.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/company\/member\/import$/);
    await expect(page.getByRole('textbox', { name: 'Email, row 3' })).toHaveValue(`dewi.${word}@example.test`);
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(step(page, '1 row is refused')).toBeFocused();
  });
});

test.describe('on a phone, in Indonesian and the dark', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    look: { language: 'id', theme: 'dark' },
  });

  test('the menu of the list leads to the import, whose rows stand as cards', async ({ page, client }) => {
    const word = tag();
    const file = await membersFile(client, word);
    await page.goto('/company/member');
    await page.getByRole('button', { name: 'Lainnya' }).tap();
    await expect(page.getByRole('menuitem', { name: 'Buku kerja Excel (XLSX)' })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Impor dari berkas' }).tap();
    await page.locator('input[type=file]').setInputFiles(file);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Lihat apa yang akan terjadi' }).tap();
    await expect(step(page, '2 baris ditolak')).toBeVisible();
    await expect(page.getByText(/^Baris 3/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Surel' }).fill(`dewi.${word}@example.test`);
    await page.getByRole('textbox', { name: 'Negara asal' }).fill('Indonesia');
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Periksa lagi' }).tap();
    await page.getByRole('button', { name: 'Impor 3 anggota' }).tap();
    await expect(step(page, '3 anggota diimpor')).toBeVisible();
    await page.getByRole('button', { name: 'Urungkan seluruh impor' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Urungkan seluruh impor' }).tap();
    await expect(step(page, 'Impor ini telah diurungkan')).toBeVisible();
  });
});
