// Core test: every list.
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { captureSavedFiles } from '../../testing/files.ts';
import { expectRows, gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, deferResponse, setRecords } from '../../testing/mock-server.ts';
import { expectQuery, waitForRequest } from '../../testing/requests.ts';
import { row, rows } from '../../testing/rows.ts';

const rowCheckbox = (index: number) => gridRows().nth(index).getByRole('checkbox');
const selectAllCheckbox = () => page.getByRole('checkbox', { name: 'Select all on this page' });
const selectionBar = () => page.getByRole('region', { name: 'Selected records' });

describe('a selection', () => {
  test('extends with Shift from the previously clicked row', async () => {
    setRecords('member', rows('member', 5));
    await openConsole('/company/member');
    await expectRows(5);
    await rowCheckbox(1).click();
    await rowCheckbox(3).click({ modifiers: ['Shift'] });
    await expect.element(selectionBar()).toMatchTextContent('3 selected');
    await expect
      .poll(() =>
        gridRows()
          .elements()
          .map((element) => element.getAttribute('aria-selected')),
      )
      .toEqual(['false', 'true', 'true', 'true', 'false']);
    await expectAccessible();
    await selectionBar().getByRole('button', { name: 'Deselect' }).click();
    await expect.element(selectionBar()).not.toBeInTheDocument();
  });

  test('works by keyboard: Space, Shift+Down, Control+A, Escape', async () => {
    await openConsole('/company/member');
    await expectRows(3);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => document.activeElement?.closest('[role=row]')).toBe(gridRows().first().element());
    await userEvent.keyboard(' ');
    await expect.element(selectionBar()).toMatchTextContent('1 selected');
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect.element(selectionBar()).toMatchTextContent('2 selected');
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.element(selectionBar()).toMatchTextContent('3 selected');
    await userEvent.keyboard('{Escape}');
    await expect.element(selectionBar()).not.toBeInTheDocument();
  });

  test('ignores rows that belong to a previous query', async () => {
    await openConsole('/company/member');
    await expectRows(3);
    const match = row('member', 9);
    const deferred = deferResponse(() =>
      HttpResponse.json({ data: [match], meta: { page: 1, per_page: 25, total: 1 } }),
    );
    mockResponse('GET /api/member', deferred.resolver);
    await page.getByRole('searchbox', { name: 'Search this list' }).fill('Nine');
    await expectQuery('GET /api/member').toMatchObject({ search: 'Nine' });
    await selectAllCheckbox().click();
    await rowCheckbox(0).click();
    deferred.release();
    await expectRows(1);
    await expect.element(gridRows()).toMatchTextContent('First name 9');
    await expect.element(selectionBar()).not.toBeInTheDocument();
    await selectAllCheckbox().click();
    await expect.element(selectionBar()).toMatchTextContent('1 selected');
  });

  test('sends the filter with exceptions for all matches; survives paging, but not a new search', async () => {
    setRecords('member', rows('member', 12));
    await openConsole('/company/member?search=Wulan&filter[is_active][eq]=1&per_page=10');
    await expectRows(10);
    await selectAllCheckbox().click();
    await selectionBar().getByRole('button', { name: 'Select all 12' }).click();
    await rowCheckbox(0).click();
    await expect.element(selectionBar()).toMatchTextContent('11 selected');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expectRows(2);
    await expect.element(selectionBar()).toMatchTextContent('11 selected');

    await selectionBar().getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect.element(dialog).toMatchTextContent('11 records will be deleted. You can restore them from the trash.');
    const expectedBody = { filter: { search: 'Wulan', 'filter[is_active][eq]': '1' }, except: [1] };
    expect((await waitForRequest('POST /api/member/destroyBulk')).body).toEqual({ ...expectedBody, dry_run: 1 });
    await dialog.getByRole('button', { name: 'Delete 11' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect((await waitForRequest('POST /api/member/destroyBulk')).body).toEqual(expectedBody);
    await expect.element(page.getByText('11 deleted.')).toBeVisible();
    await expectRows(1);
    await expect.element(selectionBar()).not.toBeInTheDocument();
  });

  test('is exported by keyboard with the list’s order and columns, as ids or as all but some', async () => {
    const savedFiles = captureSavedFiles();
    mockResponse('GET /api/region/export', () => new HttpResponse('xlsx'));
    setRecords('region', rows('region', 12));
    await openConsole('/system/region?sort=-name&columns=id,name&per_page=10');
    await expectRows(10);
    const exportToExcel = async () => {
      (selectionBar().getByRole('button', { name: 'Export' }).element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('menuitem', { name: 'Excel' })).toHaveFocus();
      await userEvent.keyboard('{Enter}');
    };
    await rowCheckbox(0).click();
    await rowCheckbox(2).click();
    await exportToExcel();
    await expect.poll(() => savedFiles).toHaveLength(1);
    const query = { sort: '-name', columns: 'id,name', format: 'xlsx' };
    await expectQuery('GET /api/region/export').toEqual({ ...query, ids: '1,3' });
    await expect.element(selectionBar()).toMatchTextContent('2 selected');

    await selectAllCheckbox().click();
    await selectionBar().getByRole('button', { name: 'Select all 12' }).click();
    await rowCheckbox(0).click();
    await exportToExcel();
    await expect.poll(() => savedFiles).toHaveLength(2);
    await expectQuery('GET /api/region/export').toEqual({ ...query, except: '1' });
  });

  test('is cleared by a new search if it includes all records', async () => {
    await openConsole('/company/member');
    await expectRows(3);
    await selectAllCheckbox().click();
    await expect.element(selectionBar()).toMatchTextContent('3 selected');
    await page.getByRole('searchbox', { name: 'Search this list' }).fill('Wulan');
    await expect.element(selectionBar()).not.toBeInTheDocument();
  });
});
