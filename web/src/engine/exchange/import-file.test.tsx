import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { asksBeforeClosing, catchSavedFiles, chooseFile, dropFile } from '../../testing/files.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { guestsFile, playImport } from '../../testing/played-import.ts';
import { answer, never, refusal } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';

const step = (name: string) => page.getByRole('heading', { level: 2, name });
const problem = () => page.getByRole('alert');

/** An import is kept for the signed-in user: each test is another user. */
let id = 100;
async function openImport(): Promise<void> {
  id += 1;
  await openConsole('/company/member/import', { user: { id } });
  await expect.element(step('Choose a file')).toBeVisible();
}

describe('a file', () => {
  test('is sent to be looked at, without anything being written', async () => {
    playImport();
    await openImport();
    expect(asksBeforeClosing()).toBe(false);
    await chooseFile(guestsFile());
    await expect.element(step('Where do the columns go?')).toHaveFocus();
    const { body } = await sent('POST /api/member/import');
    expect(body).toMatchObject({ dry_run: '1', mapping: '{}', corrections: '{}', file: { name: 'guests.csv' } });
    expect(asksBeforeClosing()).toBe(true);
  });

  test('that is dropped beside the field is taken, and the page stays', async () => {
    playImport();
    await openImport();
    const isLeft = dropFile(guestsFile(), page.getByRole('heading', { level: 1 }).element());
    expect(isLeft).toBe(false);
    await expect.element(step('Where do the columns go?')).toHaveFocus();
  });

  test('that is no table is refused in the words of the server, under its name', async () => {
    playImport();
    answer('POST /api/member/import', () =>
      refusal(422, 'validation_failed', { errors: { file: ['This is no CSV or XLSX file.'] } }),
    );
    await openImport();
    await chooseFile(new File([new Uint8Array([0xff, 0xd8, 0xff, 0])], 'photo.csv'));
    await expect.element(problem()).toMatchTextContent('photo.csv: This is no CSV or XLSX file.');
    await expectAccessible();
    expect(page.getByRole('button', { name: /^Go on with/ }).elements()).toEqual([]);
  });

  test('that is too large or empty is not even sent', async () => {
    playImport();
    await openImport();
    await chooseFile(new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'large.csv'));
    await expect.element(problem()).toMatchTextContent('large.csv is larger than 10 MB.');
    await chooseFile(new File([], 'empty.csv'));
    await expect.element(problem()).toMatchTextContent('empty.csv is empty.');
    expect(await requests('POST /api/member/import')).toEqual([]);
  });

  test('to begin with holds the headings of all that may be imported', async () => {
    const saved = catchSavedFiles();
    playImport();
    await openImport();
    await page.getByRole('button', { name: 'Download an empty file with the headings' }).click();
    expect(saved.map(({ name }) => name)).toEqual(['members.csv']);
    const [content] = saved;
    expect([...new Uint8Array((await content?.content.arrayBuffer()) ?? []).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(await content?.content.text()).toMatch(/First name,Last name,.*Email,.*Membership/);
  });

  test('whose check takes long is kept when the check is cancelled', async () => {
    playImport();
    answer('POST /api/member/import', never);
    await openImport();
    await chooseFile(guestsFile());
    await expect.element(step('Reading guests.csv…')).toHaveFocus();
    await expectAccessible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(step('Choose a file')).toHaveFocus();
    playImport();
    await page.getByRole('button', { name: 'Go on with guests.csv' }).click();
    await expect.element(step('Where do the columns go?')).toHaveFocus();
  });
});
