import type { ImportEntry } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { preventsUnload } from '../../testing/files.ts';
import { IMPORT_CALL, button, goToColumns, goToRows, openImportPage, stepHeading } from '../../testing/import-steps.ts';
import { checkCorrectedImport, createImportEntry, mockImport } from '../../testing/mock-import.ts';
import { HttpResponse, deferResponse, mockResponse, networkError, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';

describe('running an import', () => {
  test('writes the rows, links to them in the list, and undoes all after confirmation', async () => {
    mockImport(checkCorrectedImport);
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
    mockImport(checkCorrectedImport, imports);
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
    mockImport(checkCorrectedImport, [createImportEntry()]);
    await openImportPage('/company/member/import');
    const importItem = page.getByRole('region', { name: 'Earlier imports' }).getByRole('listitem');
    await expect.element(importItem).toMatchTextContent('3 new, 0 changed');
    await importItem.getByRole('button', { name: 'Undo the import of guests.csv' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo entire import' }).click();
    await expect.element(importItem).toMatchTextContent('Undone');
    await expect.poll(() => importItem.getByRole('button').elements()).toEqual([]);
    await expectAccessible();
  });

  test('shows why an import cannot be undone, without a confirmation', async () => {
    mockImport(checkCorrectedImport, [createImportEntry()]);
    const reason = 'Some of these records have since changed.';
    mockResponse('POST /api/import/4/undo', () => rejection(409, 'conflict', { message: reason }));
    await openImportPage('/company/member/import');
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
    mockImport(checkCorrectedImport);
    await goToRows();
    await expect.element(stepHeading('No rejected rows')).toHaveFocus();
    mockResponse(IMPORT_CALL, networkError);
    await button('Import 3 members').click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('Network Error.');
    mockImport(checkCorrectedImport);
    await button('Import 3 members').click();
    await expect.element(stepHeading('3 members imported')).toHaveFocus();
    const keys = (await findRequests(IMPORT_CALL)).flatMap(({ headers }) => headers.get('Idempotency-Key') ?? []);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('shows rows that became invalid before the import', async () => {
    mockImport(checkCorrectedImport);
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
    await expect.element(page.getByRole('textbox', { name: 'Email, row 3' })).toBeVisible();
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
