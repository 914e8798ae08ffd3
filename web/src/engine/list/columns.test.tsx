import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { expectRows, gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { expectQuery, waitForRequest } from '../../testing/requests.ts';

const headingTexts = () =>
  [...document.querySelectorAll('[role=columnheader] .list-title')].map((heading) => heading.textContent);
const columnsPanel = () => page.getByRole('dialog', { name: 'Columns' });
const openPanel = () => page.getByRole('button', { name: 'Columns', exact: true }).click();

/** The last settings saved for the user. */
async function savedSettings(): Promise<Record<string, unknown>> {
  const { body } = await waitForRequest('POST /api/user/settings');
  const { settings } = body as { settings: string }; // the form that the call sends
  return JSON.parse(settings) as Record<string, unknown>; // settings are an object
}

test('hidden and moved columns are saved for the user and restored', async () => {
  await openConsole('/system/region');
  await expectRows(2);
  const defaultColumns = headingTexts();
  await openPanel();
  await columnsPanel().getByRole('checkbox', { name: 'Code' }).click();
  await columnsPanel().getByRole('button', { name: 'Move Name up' }).click();
  await columnsPanel().getByRole('button', { name: 'Move Name up' }).click();
  await expect.poll(() => headingTexts().slice(0, 2)).toEqual(['Name', 'ID']);
  expect(headingTexts()).not.toContain('Code');
  await expect.element(columnsPanel().getByRole('button', { name: 'Move Name up' })).toBeDisabled();
  await expectAccessible();
  const movedColumns = headingTexts();
  // A slow user's first move is saved before the second.
  await expect.poll(async () => JSON.stringify(await savedSettings())).toContain('"order":["name","id"');
  const storedSettings = await savedSettings();

  await openConsole('/system/region', { settings: storedSettings });
  await expectRows(2);
  expect(headingTexts()).toEqual(movedColumns);
  await openPanel();
  await columnsPanel().getByRole('button', { name: 'Reset columns' }).click();
  await expect.poll(headingTexts).toEqual(defaultColumns);
});

test('a pinned column moves to the left, and its button is marked as pressed', async () => {
  await openConsole('/company/member');
  await expectRows(3);
  await openPanel();
  const pinButton = columnsPanel().getByRole('button', { name: 'Pin Email to the left' });
  await pinButton.click();
  await expect.element(pinButton).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => headingTexts().slice(0, 3)).toEqual(['Name', 'Email', 'ID']);
});

test('pinned columns remain visible, and are sticky only while the list scrolls', async () => {
  await openConsole('/company/member');
  await expectRows(3);
  const grid = page.getByRole('grid').element();
  const pinnedCells = [...grid.querySelectorAll<HTMLElement>('.list-check, .list-cell:has(.list-name)')];
  const leftEdges = () => pinnedCells.map((cell) => Math.round(cell.getBoundingClientRect().left));
  const cssPositions = () => [...new Set(pinnedCells.map((cell) => getComputedStyle(cell).position))];
  const originalEdges = leftEdges();
  expect(cssPositions()).toEqual(['relative']);
  for (const scrollLeft of [120, 300, 0]) {
    const scrollEnd = new Promise((resolve) => grid.addEventListener('scrollend', resolve, { once: true }));
    grid.scrollLeft = scrollLeft;
    await new Promise((resolve) => grid.addEventListener('scroll', resolve, { once: true }));
    expect(cssPositions()).toEqual(['sticky']);
    expect(leftEdges()).toEqual(originalEdges);
    await scrollEnd;
    expect(cssPositions()).toEqual(['relative']);
    expect(leftEdges()).toEqual(originalEdges);
  }
  // A wider list reduces the scroll position.
  grid.scrollLeft = 300;
  await expect.poll(cssPositions).toEqual(['relative']);
  grid.style.minWidth = `${grid.scrollWidth - 100}px`;
  await expect.poll(() => grid.scrollLeft).toBe(100);
  await expect.poll(leftEdges).toEqual(originalEdges);
});

describe('name of two fields', () => {
  const cellTexts = () =>
    [...(gridRows().first().element().querySelectorAll('.list-cell') ?? [])].map((cell) => cell.textContent);

  test('is shown in one pinned cell, and its filter shows which part it filters', async () => {
    await openConsole('/company/member');
    await expectRows(3);
    expect(headingTexts().slice(0, 2)).toEqual(['Name', 'ID']);
    expect(cellTexts().slice(0, 2)).toEqual(['First name 1 Last name 1', '1']);
    const filter = page.getByRole('textbox', { name: 'Filter First name: contains' });
    await expect.element(filter).toHaveAttribute('placeholder', 'First name contains');
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expectQuery('GET /api/member').toMatchObject({ sort: 'first_name' });
  });

  test('is split into two columns if the second one is shown', async () => {
    await openConsole('/company/member', { language: 'id' });
    await expectRows(3);
    expect(headingTexts()[0]).toBe('Nama');
    await page.getByRole('button', { name: 'Kolom', exact: true }).click();
    await page.getByRole('dialog', { name: 'Kolom' }).getByRole('checkbox', { name: 'Nama belakang' }).click();
    await expect
      .poll(() => headingTexts().filter((heading) => heading?.startsWith('Nama')))
      .toEqual(['Nama depan', 'Nama belakang']);
    expect(cellTexts()).toEqual(expect.arrayContaining(['First name 1', 'Last name 1']));
  });

  test('is exported as both fields', async () => {
    await openConsole('/company/member');
    await expectRows(3);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    await expectQuery('GET /api/member/export').toMatchObject({
      columns: expect.stringMatching(/^first_name,last_name,id,/),
    });
  });
});

test('the row height applies to every list and is saved for the user', async () => {
  await openConsole('/system/region');
  await expectRows(2);
  await openPanel();
  await columnsPanel().getByRole('button', { name: 'Compact' }).click();
  await expect.element(columnsPanel().getByRole('button', { name: 'Compact' })).toHaveAttribute('aria-pressed', 'true');
  const rowHeight = () => gridRows().first().element().getBoundingClientRect().height;
  await expect.poll(rowHeight).toBe(30);
  const storedSettings = await savedSettings();

  await openConsole('/company/member', { settings: storedSettings });
  await expectRows(3);
  expect(rowHeight()).toBe(30);
});

test('a long column head wraps to a second line without being clipped', async () => {
  await openConsole('/finance/visit', { language: 'id' });
  await expectRows(3);
  const clippedTitles = [...document.querySelectorAll('.list-title > span')].filter(
    (title) => title.scrollHeight > title.clientHeight + 1 || title.scrollWidth > title.clientWidth,
  );
  expect(clippedTitles.map((title) => title.textContent)).toEqual([]);
});
