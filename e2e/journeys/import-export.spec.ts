import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { type Client, createMember, createMembers, expect, loadFirst, createTag, test } from '../src/test.ts';

const rowsByText = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const stepHeading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name });

async function exportList(page: Page, format: 'CSV' | 'Excel'): Promise<Download> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  return download;
}

/** Tries to close the page and cancels the confirmation dialog. */
async function cancelPageClose(page: Page): Promise<void> {
  const dialogEvent = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialogOpened = await dialogEvent;
  expect(dialogOpened.type()).toBe('beforeunload');
  await dialogOpened.dismiss();
}

/** Lines of a CSV file whose cells contain neither quotes nor line breaks. */
async function readLines(download: Download): Promise<string[]> {
  const text = await readFile(await download.path(), 'utf8');
  return text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);
}

/** Names that exist in this programme, for a file of members. */
async function loadReferenceNames(client: Client) {
  const loadName = async (path: string) => (await loadFirst<{ name: string }>(client, path)).name;
  return {
    membership: await loadName('/api/membership?per_page=1'),
    hotel: await loadName('/api/hotel?per_page=1'),
    gender: await loadName('/api/option_detail/choices?slug=type-gender'),
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

/** A file of three members; the last two each have an invalid cell. */
async function createMembersFile(client: Client, tag: string) {
  const { membership, hotel, gender } = await loadReferenceNames(client);
  const createLine = (name: string, email: string, country: string) => [
    name,
    `Impor${tag}`,
    email,
    `+62 812 ${Math.floor(1e7 + Math.random() * 8e7)}`,
    membership,
    gender,
    country,
    hotel,
    '1',
  ];
  return csvFile(`tamu-${tag}.csv`, [
    HEADINGS,
    createLine('Surya', `surya.${tag}@example.test`, 'Indonesia'),
    createLine('Dewi', 'dewi at example', 'Indonesia'),
    createLine('Made', `made.${tag}@example.test`, 'Atlantis'),
  ]);
}

test('a list is exported, reimported without changes, and offers a template with its columns', async ({
  page,
  client,
}) => {
  const name = `Ekspor${createTag()}`;
  const [first] = await createMembers(client, name, 2);
  await createMember(client, { last_name: name, is_active: 0 });
  await page.goto(`/company/member?search=${name}&filter[is_active][eq]=1&columns=id,last_name,email&sort=-email`);
  await expect(rowsByText(page, name)).toHaveCount(2);

  const csv = await exportList(page, 'CSV');
  expect(csv.suggestedFilename()).toMatch(/^members-\d{4}-\d\d-\d\d\.csv$/);
  const [header, ...lines] = await readLines(csv);
  expect(header).toBe('ID,Last name,Email');
  expect(lines).toHaveLength(2);
  const emails = lines.map((line) => line.split(',')[2] ?? '');
  expect(emails).toContain(first?.email);
  expect(emails).toEqual(emails.toSorted().toReversed());
  await expect(page.getByText(`${csv.suggestedFilename()} saved (`)).toBeVisible();

  const xlsx = await exportList(page, 'Excel');
  expect(xlsx.suggestedFilename()).toMatch(/\.xlsx$/);
  await page.getByRole('link', { name: 'Import' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'members.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await readFile(await xlsx.path()),
  });
  await expect(stepHeading(page, 'Map columns')).toBeFocused();
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await expect(stepHeading(page, 'No changes')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Import 0 members' })).toBeDisabled();

  await page.getByRole('button', { name: 'File', exact: true }).click();
  const templateDownload = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download template with headings' }).click();
  const headings = (await readLines(await templateDownload))[0]?.split(',') ?? [];
  await page.locator('input[type=file]').setInputFiles(csvFile('members.csv', [headings, headings.map(() => 'x')]));
  await expect(stepHeading(page, 'Map columns')).toBeFocused();
  const columnMappings = page.getByRole('button', { name: /^Map “.*” to: / });
  await expect(columnMappings).toHaveCount(headings.length);
  for (const mapping of await columnMappings.all()) await expect(mapping).not.toHaveAccessibleName(/: Skip$/);
});

test('a file of corrected members is imported, shown in the list, and undone as a whole', async ({ page, client }) => {
  const tag = createTag();
  const file = await createMembersFile(client, tag);
  await page.goto('/company/member/import');
  await expect(stepHeading(page, 'Choose a file')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(file);

  await expect(stepHeading(page, 'Map columns')).toBeFocused();
  await expect(page.getByText(`${file.name} has 3 rows.`)).toBeVisible();
  await page.getByRole('button', { name: 'Preview changes' }).click();

  await expect(stepHeading(page, '2 rows rejected')).toBeFocused();
  const email = page.getByRole('textbox', { name: 'Email, row 3' });
  const rejectedDownload = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download rejected rows' }).click();
  const lines = await readLines(await rejectedDownload);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe([...HEADINGS, 'Error'].join(','));
  expect(lines[1]).toContain('Email: ');

  await email.fill(`dewi.${tag}@example.test`);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(stepHeading(page, '1 row rejected')).toBeFocused();
  // A reload would lose the file, so the page asks for confirmation. Leaving the page and coming back keeps the file.
  await cancelPageClose(page);
  await page.getByRole('link', { name: 'Members' }).last().click();
  await expect(page).toHaveURL(/\/company\/member$/);
  await page.getByRole('link', { name: 'Import' }).click();
  await page.getByRole('textbox', { name: 'Origin country, row 4' }).fill('Indonesia');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(stepHeading(page, 'No rejected rows')).toBeFocused();
  expect((await client.get<{ data: unknown[] }>(`/api/member?search=Impor${tag}`)).data).toHaveLength(0);
  await page.getByRole('button', { name: 'Import 3 members' }).click();

  await expect(stepHeading(page, '3 members imported')).toBeFocused();
  await page.getByRole('link', { name: 'Show in the list' }).click();
  await expect(rowsByText(page, `Impor${tag}`)).toHaveCount(3);

  await page.goto('/company/member/import');
  const earlierImport = page
    .getByRole('region', { name: 'Earlier imports' })
    .getByRole('listitem')
    .filter({ hasText: file.name });
  await expect(earlierImport).toContainText('3 new, 0 changed');
  await earlierImport.getByRole('button', { name: `Undo the import of ${file.name}` }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('3 created records move to the trash.');
  await dialog.getByRole('button', { name: 'Undo entire import' }).click();
  await expect(page.getByText(`Import of ${file.name} undone.`)).toBeVisible();
  await expect(earlierImport).toContainText('Undone');
  await expect(earlierImport.getByRole('button')).toHaveCount(0);
  expect((await client.get<{ data: unknown[] }>(`/api/member?search=Impor${tag}`)).data).toHaveLength(0);
});

test('a retried import whose response was lost creates its members only once', async ({
  page,
  client,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED|Failed to load resource/);
  const tag = createTag();
  const { membership, hotel, gender } = await loadReferenceNames(client);
  const row = [
    'Komang',
    `Sekali${tag}`,
    `komang.${tag}@example.test`,
    '+62 813 5550123',
    membership,
    gender,
    'Indonesia',
    hotel,
    '1',
  ];
  await page.goto('/company/member/import');
  await page.locator('input[type=file]').setInputFiles(csvFile('satu.csv', [HEADINGS, row]));
  await page.getByRole('button', { name: 'Preview changes' }).click();
  let isResponseLost = false;
  await page.route('**/api/member/import', async (route) => {
    if (isResponseLost) return route.continue();
    isResponseLost = true;
    await route.fetch();
    return route.abort('failed');
  });
  await page.getByRole('button', { name: 'Import 1 member' }).click();
  await expect(page.getByRole('alert')).toContainText('Network Error.');
  await page.getByRole('button', { name: 'Import 1 member' }).click();
  await expect(stepHeading(page, '1 member imported')).toBeFocused();
  expect((await client.get<{ data: unknown[] }>(`/api/member?search=Sekali${tag}`)).data).toHaveLength(1);
});

test.describe('a session that ends during an import', () => {
  test.use({ expectedErrors: [/401/] });

  test('keeps the file and the corrected cells for the user who signs in again', async ({
    page,
    client,
    user,
    openSignedIn,
  }) => {
    const tag = createTag();
    await openSignedIn('/company/member/import');
    await page.locator('input[type=file]').setInputFiles(await createMembersFile(client, tag));
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await page.getByRole('textbox', { name: 'Email, row 3' }).fill(`dewi.${tag}@example.test`);
    await client.delete(`/api/users/${user.id}`);
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page).toHaveURL(/\/login$/);

    await client.post('/api/users/restoreBulk', { ids: [user.id] });
    await page.getByRole('textbox', { name: /^Email\/username/ }).fill(user.username);
    await page.locator('input[name=password]').fill(user.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/company\/member\/import$/);
    await expect(page.getByRole('textbox', { name: 'Email, row 3' })).toHaveValue(`dewi.${tag}@example.test`);
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(stepHeading(page, '1 row rejected')).toBeFocused();
  });
});
