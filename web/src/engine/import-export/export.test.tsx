import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { preventsUnload, captureSavedFiles } from '../../testing/files.ts';
import { expectRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, networkError, neverResponds } from '../../testing/mock-server.ts';
import { expectQuery } from '../../testing/requests.ts';

const csvResponse = () =>
  new HttpResponse('ID,Name\r\n1,Laksmira\r\n', {
    headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="hotels-2026-03-02.csv"' },
  });

async function exportAs(format: 'CSV' | 'Excel'): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: format }).click();
}

const panelButton = () => page.getByRole('button', { name: 'Quick panel' });
const quickPanel = () => page.getByRole('dialog', { name: 'Quick panel' });
const exportList = () => quickPanel().getByRole('list', { name: 'Exports of this session' });

describe('exporting a list', () => {
  test('requests the current search, filters, order and columns, and saves the file', async () => {
    const savedFiles = captureSavedFiles();
    mockResponse('GET /api/hotel/export', csvResponse);
    await openConsole('/system/hotel?search=Lak&filter[code][exact]=JKM&sort=-name&columns=id,name&page=1');
    await expectRows(3);
    await exportAs('CSV');
    await expect.element(page.getByText('hotels-2026-03-02.csv saved')).toBeVisible();
    await expectQuery('GET /api/hotel/export').toEqual({
      search: 'Lak',
      'filter[code][exact]': 'JKM',
      sort: '-name',
      format: 'csv',
      columns: 'id,name',
    });
    expect(savedFiles.map(({ name }) => name)).toEqual(['hotels-2026-03-02.csv']);
    expect(await savedFiles[0]?.content.text()).toContain('1,Laksmira');
  });

  test('exports a workbook, including deleted records if they are shown', async () => {
    const savedFiles = captureSavedFiles();
    mockResponse('GET /api/region/export', () => new HttpResponse('xlsx'));
    await openConsole('/system/region?deleted=1');
    await expectRows(2);
    await exportAs('Excel');
    await expect.poll(() => savedFiles.map(({ name }) => name)).toEqual(['region.xlsx']);
    await expectQuery('GET /api/region/export').toMatchObject({ format: 'xlsx', deleted: '1' });
  });

  test('reports an interrupted export and restarts it from the quick panel', async () => {
    const savedFiles = captureSavedFiles();
    mockResponse('GET /api/hotel/export', networkError);
    await openConsole('/system/hotel');
    await expectRows(3);
    await exportAs('CSV');
    await expect.element(page.getByText('Couldn’t export Hotels: Network Error.')).toBeVisible();
    await panelButton().click();
    await expect.element(exportList().getByText('Network Error.')).toBeVisible();
    await expectAccessible();
    mockResponse('GET /api/hotel/export', csvResponse);
    await exportList().getByRole('button', { name: 'Export Hotels (CSV) again' }).click();
    await expect.element(exportList().getByText('Saved, ')).toBeVisible();
    expect(exportList().getByRole('listitem').elements()).toHaveLength(1);
    expect(savedFiles.map(({ name }) => name)).toEqual(['hotels-2026-03-02.csv']);
    await quickPanel().getByRole('button', { name: 'Clear finished exports' }).click();
    await expect.element(exportList()).not.toBeInTheDocument();
  });

  test('continues on other pages, warns before closing the browser, and can be cancelled', async () => {
    const savedFiles = captureSavedFiles();
    mockResponse('GET /api/hotel/export', neverResponds);
    await openConsole('/system/hotel');
    await expectRows(3);
    expect(preventsUnload()).toBe(false);
    await exportAs('Excel');
    await expect.element(panelButton()).toHaveAttribute('aria-busy', 'true');
    await page.getByRole('navigation').getByRole('link', { name: 'Members', exact: true }).first().click();
    await expect.poll(() => location.pathname).toBe('/company/member');
    await panelButton().click();
    await expect.element(exportList().getByText('Waiting for the server…')).toBeVisible();
    await expectAccessible();
    expect(preventsUnload()).toBe(true);
    await exportList().getByRole('button', { name: 'Cancel the export of Hotels (Excel)' }).click();
    await expect.element(exportList()).not.toBeInTheDocument();
    expect(preventsUnload()).toBe(false);
    expect(savedFiles).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(panelButton()).not.toHaveAttribute('aria-busy');
  });

  test('a list offers export and import on a phone, and no import without the right', async () => {
    await page.viewport(390, 844);
    await openConsole('/system/region', { language: 'id', theme: 'dark' });
    await page.getByRole('button', { name: 'Lainnya' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Excel' })).toBeVisible();
    await expectAccessible(page.getByRole('menu').element());
    mockResponse('GET /api/import', neverResponds);
    await page.getByRole('menuitem', { name: 'Impor dari berkas' }).click();
    await expect.poll(() => location.pathname).toBe('/system/region/import');

    await openConsole('/system/region', { user: { roles: ['VIEW_REGION'] } });
    await page.getByRole('button', { name: 'More' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Import' }).elements()).toEqual([]);
  });
});
