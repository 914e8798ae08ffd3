import type { Language, NavigationItem } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAllAccessible } from '../testing/accessibility.ts';
import { pageItem } from '../testing/exceptions-menu.ts';
import { openConsole } from '../testing/open-console.tsx';
import { mockResponse } from '../testing/mock-server.ts';

interface Case {
  readonly language: Language;
  readonly theme: 'light' | 'dark';
  readonly label: string;
  readonly searchText: string;
  readonly found: readonly string[];
  readonly nothing: string;
}

const CASES: readonly Case[] = [
  {
    language: 'en',
    theme: 'light',
    label: 'Search the menu',
    searchText: 'MODULE',
    found: ['Module groups', 'Modules'],
    nothing: 'No results..',
  },
  {
    language: 'id',
    theme: 'dark',
    label: 'Cari di menu',
    searchText: 'MODUL',
    found: ['Grup modul', 'Modul'],
    nothing: 'Tidak ada hasil..',
  },
];

const listbox = page.getByRole('listbox');
const options = listbox.getByRole('option');
const guests = page.getByRole('option', {
  name: /Search guests and vouchers for|Cari “.*” di antara tamu dan voucher/,
});
/** Titles of the listed pages, without the line that searches for guests. */
const texts = () =>
  options
    .elements()
    .filter((option) => option !== guests.query())
    .map((option) => option.textContent);

describe('the menu search', () => {
  test.for(CASES)(
    'lists pages whose title contains the text, and opens them by keyboard: $language, $theme',
    async ({ language, theme, label, searchText, found, nothing }) => {
      await openConsole('/dashboard', { language, theme });
      const search = page.getByRole('combobox', { name: label });
      await search.click();
      await userEvent.keyboard(searchText);
      await expect.poll(texts).toEqual(found);
      await expectAllAccessible();
      await userEvent.keyboard(' zzz');
      await expect.element(page.getByRole('status').getByText(nothing)).toBeVisible();
      await expect.poll(texts).toEqual([]);
      await userEvent.keyboard('{Escape}');
      await expect.element(search).toHaveValue('');
      await userEvent.keyboard(searchText);
      await userEvent.keyboard('{ArrowDown}');
      await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true');
      await expect.element(search).toHaveAttribute('aria-activedescendant', options.nth(1).element().id);
      await userEvent.keyboard('{ArrowDown}');
      await expect.element(guests).toHaveAttribute('aria-selected', 'true');
      await userEvent.keyboard('{ArrowDown}');
      await expect.element(options.nth(0)).toHaveAttribute('aria-selected', 'true');
      await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}');
      await expect.poll(() => location.pathname).toBe('/module');
      await expect.element(listbox).not.toBeInTheDocument();
      await expect.element(search).toHaveValue('');
    },
  );

  test.for(CASES)(
    'covers the toolbar of a phone until it is closed: $language, $theme',
    async ({ language, theme, label, searchText, found }) => {
      await page.viewport(390, 844);
      await openConsole('/dashboard', { language, theme });
      const button = page.getByRole('button', { name: label });
      const bar = page.getByRole('banner');
      await commands.tap(button);
      const search = page.getByRole('combobox', { name: label });
      await expect.element(search).toHaveFocus();
      const width = bar.element().getBoundingClientRect().width;
      expect(search.element().getBoundingClientRect().width).toBeGreaterThan(width * 0.8);
      await userEvent.keyboard(searchText);
      await expect.poll(texts).toEqual(found);
      await expectAllAccessible();
      await userEvent.keyboard('{Escape}');
      await expect.element(search).not.toBeInTheDocument();
      await expect.element(button).toHaveFocus();
      await commands.tap(button);
      await expect.element(search).toHaveFocus();
      await userEvent.keyboard(searchText);
      await commands.tap(options.first());
      await expect.poll(() => location.pathname).toBe('/module-group');
      await expect.element(search).not.toBeInTheDocument();
    },
  );

  test('lists at most 10 pages, in the order of the menu', async () => {
    const children = Array.from({ length: 30 }, (_, n) => pageItem(`page-${n}`, `Ledger ${n}`, `/company/ledger-${n}`));
    const navigation: NavigationItem[] = [{ id: 'ledgers', type: 'group', title: 'Books', children }];
    await openConsole('/dashboard', { user: { navigation } });
    await page.getByRole('combobox', { name: 'Search the menu' }).fill('ledger');
    await expect.poll(texts).toEqual(Array.from({ length: 10 }, (_, n) => `Ledger ${n}`));
  });

  test('ends with a search for guests and vouchers, which Enter opens if no page matches', async () => {
    mockResponse('GET /api/search', { data: { members: [], vouchers: [] } });
    await openConsole('/dashboard');
    const search = page.getByRole('combobox', { name: 'Search the menu' });
    await search.fill(' Kumar ');
    await expect.element(guests).toMatchTextContent('Search guests and vouchers for “Kumar”');
    await expect.element(page.getByRole('status').getByText('No results..')).toBeVisible();
    await expect.element(guests).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname).toBe('/company/search');
    await expect.element(page.getByRole('textbox', { name: 'Name, card, voucher' })).toHaveValue('Kumar');
  });

  test('offers no search for guests to a user without the right', async () => {
    await openConsole('/dashboard', { user: { roles: ['VIEW_REGION'] } });
    await page.getByRole('combobox', { name: 'Search the menu' }).fill('Kumar');
    await expect.element(page.getByRole('status').getByText('No results..')).toBeVisible();
    await expect.element(guests).not.toBeInTheDocument();
  });
});
