import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { expectRows, gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { sent } from '../../testing/requests.ts';

const heads = () => [...document.querySelectorAll('[role=columnheader] .list-title')].map((head) => head.textContent);
const panel = () => page.getByRole('dialog', { name: 'Columns' });
const openPanel = () => page.getByRole('button', { name: 'Columns', exact: true }).click();

/** What was saved with the user last. */
async function savedSettings(): Promise<Record<string, unknown>> {
  const { body } = await sent('POST /api/user/settings');
  const { settings } = body as { settings: string }; // the form that the call sends
  return JSON.parse(settings) as Record<string, unknown>; // settings are an object
}

test('columns that are hidden and moved are kept with the user, and are so when the list opens again', async () => {
  await openConsole('/system/region');
  await expectRows(2);
  const usual = heads();
  await openPanel();
  await panel().getByRole('checkbox', { name: 'Code' }).click();
  await panel().getByRole('button', { name: 'Move Name up' }).click();
  await panel().getByRole('button', { name: 'Move Name up' }).click();
  await expect.poll(() => heads().slice(0, 2)).toEqual(['Name', 'ID']);
  expect(heads()).not.toContain('Code');
  await expect.element(panel().getByRole('button', { name: 'Move Name up' })).toBeDisabled();
  await expectAccessible();
  const arranged = heads();
  const saved = await savedSettings();

  await openConsole('/system/region', { settings: saved });
  await expectRows(2);
  expect(heads()).toEqual(arranged);
  await openPanel();
  await panel().getByRole('button', { name: 'Back to the usual columns' }).click();
  await expect.poll(heads).toEqual(usual);
});

test('a column that is pinned stays at the left, and says so', async () => {
  await openConsole('/company/member');
  await expectRows(3);
  await openPanel();
  const pin = panel().getByRole('button', { name: 'Pin Email to the left' });
  await pin.click();
  await expect.element(pin).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => heads().slice(0, 3)).toEqual(['First name', 'Last name', 'Email']);
});

test('the height of rows holds for every list, and is kept with the user', async () => {
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

test('a head that is too long for one line takes a second one, and is not cut', async () => {
  await openConsole('/finance/visit', { language: 'id' });
  await expectRows(3);
  const cut = [...document.querySelectorAll('.list-title > span')].filter(
    (title) => title.scrollHeight > title.clientHeight + 1 || title.scrollWidth > title.clientWidth,
  );
  expect(cut.map((title) => title.textContent)).toEqual([]);
});
