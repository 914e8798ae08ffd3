import type { Language, NavigationItem } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAllAccessible } from '../testing/accessibility.ts';
import { pageItem } from '../testing/exceptions-menu.ts';
import { FRONT_DESK } from '../testing/fixtures.ts';
import { openConsole } from '../testing/open-console.tsx';
import { mockResponse } from '../testing/mock-server.ts';
import { SARI_RESULT, searchResponse } from '../testing/palette.ts';
import { expectQuery } from '../testing/requests.ts';

interface SearchCase {
  readonly language: Language;
  readonly theme: 'light' | 'dark';
  readonly label: string;
  readonly searchText: string;
  readonly expectedTitles: readonly string[];
  readonly noResults: string;
}

const CASES: readonly SearchCase[] = [
  {
    language: 'en',
    theme: 'light',
    label: 'Search the menu',
    searchText: 'MODULE',
    expectedTitles: ['Module groups', 'Modules'],
    noResults: 'No results..',
  },
  {
    language: 'id',
    theme: 'dark',
    label: 'Cari di menu',
    searchText: 'MODUL',
    expectedTitles: ['Grup modul', 'Modul'],
    noResults: 'Tidak ada hasil..',
  },
];

const listbox = page.getByRole('listbox');
const options = listbox.getByRole('option');
const guestSearchOption = page.getByRole('option', {
  name: /Search guests and vouchers for|Cari “.*” di antara tamu dan voucher/,
});
/** Titles of the listed pages, without the line that searches for guests. */
const pageTitles = () =>
  options
    .elements()
    .filter((option) => option !== guestSearchOption.query())
    .map((option) => option.textContent);

describe('the menu search', () => {
  test.for(CASES)(
    'lists pages whose title contains the text, and opens them by keyboard: $language, $theme',
    async ({ language, theme, label, searchText, expectedTitles, noResults }) => {
      await openConsole('/dashboard', { language, theme });
      const searchBox = page.getByRole('combobox', { name: label });
      await searchBox.click();
      await userEvent.keyboard(searchText);
      await expect.poll(pageTitles).toEqual(expectedTitles);
      await expectAllAccessible();
      await userEvent.keyboard(' zzz');
      await expect.element(page.getByRole('status').getByText(noResults)).toBeVisible();
      await expect.poll(pageTitles).toEqual([]);
      await userEvent.keyboard('{Escape}');
      await expect.element(searchBox).toHaveValue('');
      await userEvent.keyboard(searchText);
      await userEvent.keyboard('{ArrowDown}');
      await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true');
      await expect.element(searchBox).toHaveAttribute('aria-activedescendant', options.nth(1).element().id);
      await userEvent.keyboard('{ArrowDown}');
      await expect.element(guestSearchOption).toHaveAttribute('aria-selected', 'true');
      await userEvent.keyboard('{ArrowDown}');
      await expect.element(options.nth(0)).toHaveAttribute('aria-selected', 'true');
      await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}');
      await expect.poll(() => location.pathname).toBe('/module');
      await expect.element(listbox).not.toBeInTheDocument();
      await expect.element(searchBox).toHaveValue('');
    },
  );

  test.for(CASES)(
    'covers the toolbar of a phone until it is closed: $language, $theme',
    async ({ language, theme, label, searchText, expectedTitles }) => {
      await page.viewport(390, 844);
      await openConsole('/dashboard', { language, theme });
      const button = page.getByRole('button', { name: label });
      const toolbar = page.getByRole('banner');
      await commands.tap(button);
      const searchBox = page.getByRole('combobox', { name: label });
      await expect.element(searchBox).toHaveFocus();
      const width = toolbar.element().getBoundingClientRect().width;
      expect(searchBox.element().getBoundingClientRect().width).toBeGreaterThan(width * 0.8);
      await userEvent.keyboard(searchText);
      await expect.poll(pageTitles).toEqual(expectedTitles);
      await expectAllAccessible();
      await userEvent.keyboard('{Escape}');
      await expect.element(searchBox).not.toBeInTheDocument();
      await expect.element(button).toHaveFocus();
      await commands.tap(button);
      await expect.element(searchBox).toHaveFocus();
      await userEvent.keyboard(searchText);
      await commands.tap(options.first());
      await expect.poll(() => location.pathname).toBe('/module-group');
      await expect.element(searchBox).not.toBeInTheDocument();
    },
  );

  test('lists at most 10 pages, in the order of the menu', async () => {
    const children = Array.from({ length: 30 }, (_, n) => pageItem(`page-${n}`, `Ledger ${n}`, `/company/ledger-${n}`));
    const navigation: NavigationItem[] = [{ id: 'ledgers', type: 'group', title: 'Books', children }];
    await openConsole('/dashboard', { user: { navigation } });
    await page.getByRole('combobox', { name: 'Search the menu' }).fill('ledger');
    await expect.poll(pageTitles).toEqual(Array.from({ length: 10 }, (_, n) => `Ledger ${n}`));
  });

  test('ends with a search for guests and vouchers, which Enter opens if no page matches', async () => {
    mockResponse('GET /api/search', { data: { members: [], vouchers: [] } });
    await openConsole('/dashboard');
    const searchBox = page.getByRole('combobox', { name: 'Search the menu' });
    await searchBox.fill(' Kumar ');
    await expect.element(guestSearchOption).toMatchTextContent('Search guests and vouchers for “Kumar”');
    await expect.element(page.getByRole('status').getByText('No results..')).toBeVisible();
    await expect.element(guestSearchOption).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname).toBe('/company/search');
    await expect.element(page.getByRole('textbox', { name: 'Name, card, voucher' })).toHaveValue('Kumar');
  });

  test('lists guests below the pages, with tier, last day and status, and Enter opens one', async () => {
    const card = { sbec_no: '6010123412341234', membership: 'Laksmira Gold', end_date: '2026-12-31' };
    mockResponse('GET /api/search', () => searchResponse([{ ...SARI_RESULT, card }]));
    await openConsole('/dashboard');
    const searchBox = page.getByRole('combobox', { name: 'Search the menu' });
    await searchBox.fill('card');
    const guest = page.getByRole('option', { name: /Sari Wijaya/ });
    await expect.element(guest).toMatchTextContent(/Laksmira Gold until 31 Dec 2026.*Active/);
    await expect.element(options.first()).toMatchTextContent('Member cards');
    await expectAllAccessible();
    await expect.element(options.first()).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.element(guest).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname).toBe('/company/member/71');
    await expect.element(searchBox).toHaveValue('');
    await expectQuery('GET /api/search').toEqual({ q: 'card' });
  });

  test('opens the first guest on Enter if no page matches, and the front desk page of one of another hotel', async () => {
    mockResponse('GET /api/search', () => searchResponse([{ ...SARI_RESULT, is_elsewhere: true }]));
    await openConsole('/dashboard', { user: FRONT_DESK });
    await page.getByRole('combobox', { name: 'Search the menu' }).fill('6010123412341234');
    await expect.element(options.first()).toMatchTextContent('Sari Wijaya');
    await expect.element(page.getByText('No results..')).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname).toBe('/finance/voucher-redeem/wizard/71');
  });

  test('offers no search for guests to a user without the right', async () => {
    await openConsole('/dashboard', { user: { roles: ['VIEW_REGION'] } });
    await page.getByRole('combobox', { name: 'Search the menu' }).fill('Kumar');
    await expect.element(page.getByRole('status').getByText('No results..')).toBeVisible();
    await expect.element(guestSearchOption).not.toBeInTheDocument();
  });
});
