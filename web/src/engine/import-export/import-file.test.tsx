import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { preventsUnload, captureSavedFiles, chooseFile, dropFile } from '../../testing/files.ts';
import { openImportPage, stepHeading } from '../../testing/import-steps.ts';
import { guestsFile, mockImport } from '../../testing/mock-import.ts';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';

const errorMessage = () => page.getByRole('alert');

async function openImport(): Promise<void> {
  await openImportPage('/company/member/import');
  await expect.element(stepHeading('Choose a file')).toBeVisible();
}

describe('choosing an import file', () => {
  test('sends the file for a dry run', async () => {
    mockImport();
    await openImport();
    expect(preventsUnload()).toBe(false);
    await chooseFile(guestsFile());
    await expect.element(stepHeading('Map columns')).toHaveFocus();
    const { body } = await waitForRequest('POST /api/member/import');
    expect(body).toMatchObject({ dry_run: '1', mapping: '{}', corrections: '{}', file: { name: 'guests.csv' } });
    expect(preventsUnload()).toBe(true);
  });

  test('accepts a file dropped outside the field without leaving the page', async () => {
    mockImport();
    await openImport();
    const isUnhandled = dropFile(guestsFile(), page.getByRole('heading', { level: 1 }).element());
    expect(isUnhandled).toBe(false);
    await expect.element(stepHeading('Map columns')).toHaveFocus();
  });

  test("shows the server's message and the file name for a file that is not a table", async () => {
    mockImport();
    mockResponse('POST /api/member/import', () =>
      rejection(422, 'validation_failed', { errors: { file: ['This is no CSV or Excel file.'] } }),
    );
    await openImport();
    await chooseFile(new File([new Uint8Array([0xff, 0xd8, 0xff, 0])], 'photo.csv'));
    await expect.element(errorMessage()).toMatchTextContent('photo.csv: This is no CSV or Excel file.');
    await expectAccessible();
    expect(page.getByRole('button', { name: /^Continue with/ }).elements()).toEqual([]);
  });

  test('does not send a file that is too large or empty', async () => {
    mockImport();
    await openImport();
    await chooseFile(new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'large.csv'));
    await expect.element(errorMessage()).toMatchTextContent('large.csv is larger than 10 MB.');
    await chooseFile(new File([], 'empty.csv'));
    await expect.element(errorMessage()).toMatchTextContent('empty.csv is empty.');
    expect(await findRequests('POST /api/member/import')).toEqual([]);
  });

  test('offers an empty file with the headings of all importable fields', async () => {
    const savedFiles = captureSavedFiles();
    mockImport();
    await openImport();
    await page.getByRole('button', { name: 'Download template with headings' }).click();
    expect(savedFiles.map(({ name }) => name)).toEqual(['members.csv']);
    const [file] = savedFiles;
    expect([...new Uint8Array((await file?.content.arrayBuffer()) ?? []).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(await file?.content.text()).toMatch(/First name,Last name,.*Email,.*Membership/);
  });

  test('retains the file when a slow check is cancelled', async () => {
    mockImport();
    mockResponse('POST /api/member/import', neverResponds);
    await openImport();
    await chooseFile(guestsFile());
    await expect.element(stepHeading('Reading guests.csv…')).toHaveFocus();
    await expectAccessible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(stepHeading('Choose a file')).toHaveFocus();
    mockImport();
    await page.getByRole('button', { name: 'Continue with guests.csv' }).click();
    await expect.element(stepHeading('Map columns')).toHaveFocus();
  });
});
