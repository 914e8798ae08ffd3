import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { type Client, createMember, createMembers, expect, firstOf, tag, test } from '../src/test.ts';

const rows = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const step = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name });

async function exportAs(page: Page, format: 'CSV' | 'Excel'): Promise<Download> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  return download;
}

/** Tries to close the page and cancels at the confirmation. */
async function cancelLeaving(page: Page): Promise<void> {
  const confirmation = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialogOpened = await confirmation;
  expect(dialogOpened.type()).toBe('beforeunload');
  await dialogOpened.dismiss();
}

/** Lines of a CSV file whose cells contain neither quotes nor line breaks. */
async function linesOf(download: Download): Promise<string[]> {
  const text = await readFile(await download.path(), 'utf8');
  return text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);
}

/** Names that exist in this programme, for a file of members. */
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

/** A file of three members; the last two each have an invalid cell. */
async function createMembersFile(client: Client, word: string) {
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

test('a list is exported, reimported without changes, and offers a template with its columns', async ({
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
  await expect(page.getByText(`${csv.suggestedFilename()} saved (`)).toBeVisible();

  const xlsx = await exportAs(page, 'Excel');
  expect(xlsx.suggestedFilename()).toMatch(/\.xlsx$/);
  await page.getByRole('link', { name: 'Import' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'members.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await readFile(await xlsx.path()),
  });
  await expect(step(page, 'Map columns')).toBeFocused();
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await expect(step(page, 'No changes')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Import 0 members' })).toBeDisabled();

  await page.getByRole('button', { name: 'File', exact: true }).click();
  const empty = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download template with headings' }).click();
  const headings = (await linesOf(await empty))[0]?.split(',') ?? [];
  await page.locator('input[type=file]').setInputFiles(csvFile('members.csv', [headings, headings.map(() => 'x')]));
  await expect(step(page, 'Map columns')).toBeFocused();
  const targets = page.getByRole('button', { name: /^Map “.*” to: / });
  await expect(targets).toHaveCount(headings.length);
  for (const target of await targets.all()) await expect(target).not.toHaveAccessibleName(/: Skip$/);
});

test('a file of corrected members is imported, shown in the list, and undone as a whole', async ({ page, client }) => {
  const word = tag();
  const file = await createMembersFile(client, word);
  await page.goto('/company/member/import');
  await expect(step(page, 'Choose a file')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(file);

  await expect(step(page, 'Map columns')).toBeFocused();
  await expect(page.getByText(`${file.name} has 3 rows.`)).toBeVisible();
  await page.getByRole('button', { name: 'Preview changes' }).click();

  await expect(step(page, '2 rows rejected')).toBeFocused();
  const email = page.getByRole('textbox', { name: 'Email, row 3' });
  const rejected = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download rejected rows' }).click();
  const lines = await linesOf(await rejected);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe([...HEADINGS, 'Error'].join(','));
  expect(lines[1]).toContain('Email: ');

  await email.fill(`dewi.${word}@example.test`);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(step(page, '1 row rejected')).toBeFocused();
  // A reload would lose the file, so it asks for confirmation. Leaving the page and coming back keeps the file.
  await cancelLeaving(page);
  await page.getByRole('link', { name: 'Members' }).last().click();
  await expect(page).toHaveURL(/\/company\/member$/);
  await page.getByRole('link', { name: 'Import' }).click();
  await page.getByRole('textbox', { name: 'Origin country, row 4' }).fill('Indonesia');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(step(page, 'No rejected rows')).toBeFocused();
  expect((await client.get<{ data: unknown[] }>(`/api/member?search=Impor${word}`)).data).toHaveLength(0);
  await page.getByRole('button', { name: 'Import 3 members' }).click();

  await expect(step(page, '3 members imported')).toBeFocused();
  await page.getByRole('link', { name: 'Show in the list' }).click();
  await expect(rows(page, `Impor${word}`)).toHaveCount(3);

  await page.goto('/company/member/import');
  const past = page
    .getByRole('region', { name: 'Earlier imports' })
    .getByRole('listitem')
    .filter({ hasText: file.name });
  await expect(past).toContainText('3 new, 0 changed');
  await past.getByRole('button', { name: `Undo the import of ${file.name}` }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('3 created records move to the trash.');
  await dialog.getByRole('button', { name: 'Undo entire import' }).click();
  await expect(page.getByText(`Import of ${file.name} undone.`)).toBeVisible();
  await expect(past).toContainText('Undone');
  await expect(past.getByRole('button')).toHaveCount(0);
  expect((await client.get<{ data: unknown[] }>(`/api/member?search=Impor${word}`)).data).toHaveLength(0);
});

test('a retried import whose response was lost creates its members only once', async ({
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
  await page.getByRole('button', { name: 'Preview changes' }).click();
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

test.describe('a session that ends during an import', () => {
  test.use({ expectedErrors: [/401/] });

  test('keeps the file and the corrected cells for the user who signs in again', async ({
    page,
    client,
    user,
    openSignedIn,
  }) => {
    const word = tag();
    await openSignedIn('/company/member/import');
    await page.locator('input[type=file]').setInputFiles(await createMembersFile(client, word));
    await page.getByRole('button', { name: 'Preview changes' }).click();
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
    await expect(step(page, '1 row rejected')).toBeFocused();
  });
});
