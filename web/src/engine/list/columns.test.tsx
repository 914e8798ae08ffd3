import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { expectRows, gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { expectQuery, sent } from '../../testing/requests.ts';

const heads = () => [...document.querySelectorAll('[role=columnheader] .list-title')].map((head) => head.textContent);
const panel = () => page.getByRole('dialog', { name: 'Columns' });
const openPanel = () => page.getByRole('button', { name: 'Columns', exact: true }).click();

/** The last settings saved for the user. */
async function savedSettings(): Promise<Record<string, unknown>> {
  const { body } = await sent('POST /api/user/settings');
  const { settings } = body as { settings: string }; // the form that the call sends
  return JSON.parse(settings) as Record<string, unknown>; // settings are an object
}

test('hidden and moved columns are saved for the user and restored', async () => {
  await openConsole('/system/region');
  await expectRows(2);
  const defaultColumns = heads();
  await openPanel();
  await panel().getByRole('checkbox', { name: 'Code' }).click();
  await panel().getByRole('button', { name: 'Move Name up' }).click();
  await panel().getByRole('button', { name: 'Move Name up' }).click();
  await expect.poll(() => heads().slice(0, 2)).toEqual(['Name', 'ID']);
  expect(heads()).not.toContain('Code');
  await expect.element(panel().getByRole('button', { name: 'Move Name up' })).toBeDisabled();
  await expectAccessible();
  const arranged = heads();
  // A slow user's first move is saved before the second.
  await expect.poll(async () => JSON.stringify(await savedSettings())).toContain('"order":["name","id"');
  const saved = await savedSettings();

  await openConsole('/system/region', { settings: saved });
  await expectRows(2);
  expect(heads()).toEqual(arranged);
  await openPanel();
  await panel().getByRole('button', { name: 'Reset columns' }).click();
  await expect.poll(heads).toEqual(defaultColumns);
});

test('a pinned column moves to the left, and its button is marked as pressed', async () => {
  await openConsole('/company/member');
  await expectRows(3);
  await openPanel();
  const pin = panel().getByRole('button', { name: 'Pin Email to the left' });
  await pin.click();
  await expect.element(pin).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => heads().slice(0, 3)).toEqual(['Name', 'Email', 'ID']);
});

test('pinned columns remain visible, and are sticky only while the list scrolls', async () => {
  await openConsole('/company/member');
  await expectRows(3);
  const grid = page.getByRole('grid').element();
  const pinned = [...grid.querySelectorAll<HTMLElement>('.list-check, .list-cell:has(.list-name)')];
  const places = () => pinned.map((cell) => Math.round(cell.getBoundingClientRect().left));
  const positions = () => [...new Set(pinned.map((cell) => getComputedStyle(cell).position))];
  const before = places();
  expect(positions()).toEqual(['relative']);
  for (const aside of [120, 300, 0]) {
    const rest = new Promise((resolve) => grid.addEventListener('scrollend', resolve, { once: true }));
    grid.scrollLeft = aside;
    await new Promise((resolve) => grid.addEventListener('scroll', resolve, { once: true }));
    expect(positions()).toEqual(['sticky']);
    expect(places()).toEqual(before);
    await rest;
    expect(positions()).toEqual(['relative']);
    expect(places()).toEqual(before);
  }
  // More room scrolls the list back.
  grid.scrollLeft = 300;
  await expect.poll(positions).toEqual(['relative']);
  grid.style.minWidth = `${grid.scrollWidth - 100}px`;
  await expect.poll(() => grid.scrollLeft).toBe(100);
  await expect.poll(places).toEqual(before);
});

describe('name of two fields', () => {
  const cells = () =>
    [...(gridRows().first().element().querySelectorAll('.list-cell') ?? [])].map((c) => c.textContent);

  test('is shown in one pinned cell, and its filter names the filtered part', async () => {
    await openConsole('/company/member');
    await expectRows(3);
    expect(heads().slice(0, 2)).toEqual(['Name', 'ID']);
    expect(cells().slice(0, 2)).toEqual(['First name 1 Last name 1', '1']);
    const filter = page.getByRole('textbox', { name: 'Filter First name: contains' });
    await expect.element(filter).toHaveAttribute('placeholder', 'First name contains');
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expectQuery('GET /api/member').toMatchObject({ sort: 'first_name' });
  });

  test('is split into two columns if the second one is shown', async () => {
    await openConsole('/company/member', { language: 'id' });
    await expectRows(3);
    expect(heads()[0]).toBe('Nama');
    await page.getByRole('button', { name: 'Kolom', exact: true }).click();
    await page.getByRole('dialog', { name: 'Kolom' }).getByRole('checkbox', { name: 'Nama belakang' }).click();
    await expect
      .poll(() => heads().filter((head) => head?.startsWith('Nama')))
      .toEqual(['Nama depan', 'Nama belakang']);
    expect(cells()).toEqual(expect.arrayContaining(['First name 1', 'Last name 1']));
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
  await panel().getByRole('button', { name: 'Compact' }).click();
  await expect.element(panel().getByRole('button', { name: 'Compact' })).toHaveAttribute('aria-pressed', 'true');
  const height = () => gridRows().first().element().getBoundingClientRect().height;
  await expect.poll(height).toBe(30);
  const saved = await savedSettings();

  await openConsole('/company/member', { settings: saved });
  await expectRows(3);
  expect(height()).toBe(30);
});

test('a long column head wraps to a second line without being clipped', async () => {
  await openConsole('/finance/visit', { language: 'id' });
  await expectRows(3);
  const cut = [...document.querySelectorAll('.list-title > span')].filter(
    (title) => title.scrollHeight > title.clientHeight + 1 || title.scrollWidth > title.clientWidth,
  );
  expect(cut.map((title) => title.textContent)).toEqual([]);
});
