import type { Language } from '@innkeeper/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAllAccessible } from '../../testing/accessibility.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import {
  activeOption,
  chooseOption,
  searchResponse,
  paletteInput,
  openPaletteAt,
  paletteOptions,
  palette,
  pressPaletteKeys,
} from '../../testing/palette.ts';
import { mockResponse } from '../../testing/mock-server.ts';
import { waitForRequest } from '../../testing/requests.ts';

beforeEach(() => mockResponse('GET /api/search', () => searchResponse()));

interface PaletteCase {
  readonly language: Language;
  readonly theme: 'light' | 'dark';
  readonly noResults: string;
  /** The typed text and the text of the first option. */
  readonly expectedMatches: readonly (readonly [string, string])[];
}

const CASES: readonly PaletteCase[] = [
  {
    language: 'en',
    theme: 'light',
    noResults: 'No results..',
    expectedMatches: [
      ['anggota baru', 'New member'],
      ['tambah hotel', 'New hotel'],
      ['keluar', 'Logout'],
      ['tema gelap', 'Dark theme'],
      ['wilayah', 'Regions'],
    ],
  },
  {
    language: 'id',
    theme: 'dark',
    noResults: 'Tidak ada hasil..',
    expectedMatches: [
      ['new member', 'Anggota baru'],
      ['create hotel', 'Hotel baru'],
      ['sign out', 'Keluar'],
      ['light', 'Tema terang'],
      ['regions', 'Wilayah'],
    ],
  },
];

describe('pages and actions in the palette', () => {
  test.for(CASES)(
    'are found in either language while $language is current',
    async ({ language, theme, noResults, expectedMatches }) => {
      await openPaletteAt('/dashboard', { language, theme });
      for (const [searchText, expectedText] of expectedMatches) {
        await paletteInput.fill(searchText);
        await expect.element(activeOption).toMatchTextContent(expectedText);
      }
      await expectAllAccessible();
      await paletteInput.fill('zzzzz');
      await expect.element(palette.getByRole('status').getByText(noResults)).toBeVisible();
      await expect.element(paletteOptions).not.toBeInTheDocument();
    },
  );

  test.each([
    ['shift', 'Handover'],
    ['close month', 'Month close'],
    ['who changed', 'Audit log'],
    ['lost card', 'Member cards'],
    ['void voucher', 'Member vouchers'],
    ['undo redemption', 'Voucher redemptions'],
    ['payment', 'Transactions'],
    ['phone', 'Call lists'],
    ['invite user', 'New user'],
    ['kartu hilang', 'Member cards'],
    ['undang', 'New user'],
  ])('are found by the task that they are for: $0', async (searchText, expectedText) => {
    await openPaletteAt('/dashboard');
    await paletteInput.fill(searchText);
    await expect.element(activeOption).toMatchTextContent(expectedText);
  });

  test('are listed first, and only once, after they were chosen', async () => {
    await openConsole('/dashboard');
    for (const name of ['Countries', 'Hotels']) {
      await pressPaletteKeys();
      await chooseOption(name, name);
      await expect.element(palette).not.toBeInTheDocument();
      await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
    }
    await pressPaletteKeys();
    const recentOptions = palette.getByRole('group', { name: 'Recent' }).getByRole('option');
    await expect
      .poll(() => recentOptions.elements().map((option) => option.textContent))
      .toEqual(['HotelsPage', 'CountriesPage']);
    await expect.poll(() => paletteOptions.filter({ hasText: 'Hotels' }).elements().length).toBe(1);
  });

  test('are offered if the rights permit them', async () => {
    await openPaletteAt('/dashboard', { user: FRONT_DESK });
    await userEvent.keyboard('new');
    await expect.element(paletteOptions.filter({ hasText: 'New member' })).toBeVisible();
    await expect.element(paletteOptions.filter({ hasText: /New (hotel|region|user|role)/ })).not.toBeInTheDocument();
  });
});

describe('an action of the palette', () => {
  test('opens the form of a new record', async () => {
    await openPaletteAt();
    await chooseOption('anggota baru', 'New member');
    await expect.poll(() => location.pathname).toBe('/company/member/new');
  });

  test('opens the invitation for a new user, as the button of the list does', async () => {
    await openPaletteAt();
    await chooseOption('invite', 'New user');
    await expect.element(page.getByRole('button', { name: 'Invite by email' })).toBeVisible();
    expect(location.pathname).toBe('/dashboard');
  });

  test('switches the language and saves it for the user', async () => {
    await openPaletteAt();
    await chooseOption('bahasa indonesia', 'Switch to Indonesian');
    await expect.poll(() => document.documentElement.lang).toBe('id');
    await expect.element(palette).not.toBeInTheDocument();
    const { body } = await waitForRequest('POST /api/user/settings');
    expect(body).toMatchObject({ settings: expect.stringContaining('"language":"id"') as unknown });
  });

  test('switches the theme, and is then no longer offered', async () => {
    await openPaletteAt();
    await chooseOption('dark', 'Dark theme');
    await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark');
    // Keys would otherwise go to the closing palette.
    await expect.element(palette).not.toBeInTheDocument();
    await pressPaletteKeys();
    await userEvent.keyboard('theme');
    await expect.element(paletteOptions.filter({ hasText: 'Light theme' })).toBeVisible();
    await expect.element(paletteOptions.filter({ hasText: 'Dark theme' })).not.toBeInTheDocument();
  });

  test('opens the quick panel, and the palette closes', async () => {
    await openPaletteAt('/dashboard', { language: 'id' });
    await chooseOption('panel cepat', 'Buka panel cepat');
    await expect.element(page.getByRole('dialog', { name: 'Panel cepat' })).toBeVisible();
    await expect.element(palette).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('ends the session', async () => {
    await openPaletteAt();
    await chooseOption('logout', 'Logout');
    await expect.poll(() => location.pathname).toBe('/login');
    await waitForRequest('POST /api/user/logout');
  });
});
