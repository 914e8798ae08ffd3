// Core test: every list.
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectRows, gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { expectQuery, findRequests, waitForRequest } from '../../testing/requests.ts';

const searchBox = () => page.getByRole('searchbox', { name: 'Search this list' });
const dialog = () => page.getByRole('dialog');

/** Expects the focus on the row at this index. */
const expectFocusedRow = (index: number) =>
  expect.poll(() => document.activeElement?.closest('[role=row]')).toBe(gridRows().nth(index).element());

async function openList(path: string, rowCount: number): Promise<void> {
  await openConsole(path);
  await expectRows(rowCount);
}

describe('list by keyboard', () => {
  test('/ focuses the search, Enter searches immediately, arrow down moves to the list', async () => {
    await openList('/company/member', 3);
    await userEvent.keyboard('/');
    await expect.element(searchBox()).toHaveFocus();
    await userEvent.keyboard('Wulan{Enter}');
    await expectQuery('GET /api/member').toMatchObject({ search: 'Wulan' });
    await expectRows(3);
    await userEvent.keyboard('{ArrowDown}');
    await expectFocusedRow(0);
  });

  test('Escape clears the search', async () => {
    await openList('/company/member?search=Wulan', 3);
    await searchBox().click();
    await userEvent.keyboard('{Escape}');
    await expect.element(searchBox()).toHaveValue('');
    await expect.poll(() => location.search).toBe('');
  });

  test('e edits the focused row, Control+Enter saves and returns the focus to the list', async () => {
    await openList('/company/member', 3);
    await userEvent.keyboard('{ArrowDown}');
    await expectFocusedRow(0);
    await userEvent.keyboard('{ArrowDown}');
    await expectFocusedRow(1);
    await userEvent.keyboard('e');
    await expect.element(dialog().getByRole('textbox', { name: 'First name' })).toHaveValue('First name 2');
    await dialog().getByRole('textbox', { name: 'Hobby' }).fill('Berkebun');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(dialog()).not.toBeInTheDocument();
    const { body, headers } = await waitForRequest('POST /api/member/2');
    expect(body).toEqual({ _method: 'POST', hobby: 'Berkebun' });
    expect(headers.get('If-Unmodified-Since-Version')).toBe('1');
    await expectFocusedRow(1);
  });

  test('Enter opens the record', async () => {
    await openList('/system/region', 2);
    await userEvent.keyboard('{ArrowDown}');
    await expectFocusedRow(0);
    await userEvent.keyboard('{ArrowDown}');
    await expectFocusedRow(1);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname).toBe('/system/region/2');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Bali and Nusa Tenggara' })).toBeVisible();
  });

  test('p peeks at a record and follows the focus until Escape', async () => {
    await openList('/system/region', 2);
    await userEvent.keyboard('{ArrowDown}');
    await expectFocusedRow(0);
    await userEvent.keyboard('p');
    await expect.element(page.getByRole('complementary', { name: 'Java' })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('complementary', { name: 'Bali and Nusa Tenggara' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('complementary', { name: 'Bali' })).not.toBeInTheDocument();
  });

  test('Delete requires confirmation and deletes nothing without it', async () => {
    await openList('/system/region', 2);
    await userEvent.keyboard('{ArrowDown}');
    await expectFocusedRow(0);
    await userEvent.keyboard('{Delete}');
    await expect.element(page.getByRole('alertdialog', { name: 'Delete Java?' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(await findRequests('DELETE /api/region/1')).toEqual([]);
  });

  test('n opens a new record, Escape closes it', async () => {
    await openList('/system/region', 2);
    await userEvent.keyboard('n');
    await expect.element(page.getByRole('dialog', { name: 'New region' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('n does nothing without the permission or while typing', async () => {
    await openConsole('/system/region', { user: { roles: ['VIEW_REGION'] } });
    await expectRows(2);
    await userEvent.keyboard('n');
    await searchBox().click();
    await userEvent.keyboard('new');
    await expect.element(searchBox()).toHaveValue('new');
    expect(dialog().elements()).toEqual([]);
  });
});
