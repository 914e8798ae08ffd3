import type { MemberSearchResult, SearchResponse, VoucherSearchResult } from '@innkeeper/contract/calls';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type ConsoleOptions, openConsole } from './open-console.tsx';
import { CAN_RENEW } from './member-eligibility.ts';
import { HttpResponse } from './mock-server.ts';

export const palette = page.getByRole('dialog', { name: /^(Command palette|Palet perintah)$/ });
export const paletteInput = palette.getByRole('combobox');
export const paletteOptions = palette.getByRole('option');
/** The option that Enter chooses. */
export const activeOption = palette.getByRole('option', { selected: true });

/** Opens the palette with its shortcut, on the current page. */
export async function pressPaletteKeys(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(paletteInput).toHaveFocus();
}

/** Opens the console at a page, and the palette above it. */
export async function openPaletteAt(path = '/dashboard', options: ConsoleOptions = {}): Promise<void> {
  await openConsole(path, options);
  await pressPaletteKeys();
}

/** Enters a search text, and presses Enter once the active option has the text `optionText`. */
export async function chooseOption(searchText: string, optionText: string): Promise<void> {
  await paletteInput.fill(searchText);
  await expect.element(activeOption).toMatchTextContent(optionText);
  await userEvent.keyboard('{Enter}');
}

export const SARI_RESULT: MemberSearchResult = {
  id: 71,
  name: 'Sari Wijaya',
  is_elsewhere: false,
  card: null,
  email: 'sari@example.test',
  phone_no: '+62811223344',
  hotel: { id: 1, code: 'GJH', name: 'Grand Jakarta Harbour' },
  standing: 'active',
  available_vouchers: 2,
  may: CAN_RENEW,
};

export const CAKE_RESULT: VoucherSearchResult = {
  id: 9,
  voucher_no: 'BDY-000123',
  name: 'Birthday cake',
  name_id: 'Kue ulang tahun',
  is_elsewhere: false,
  member: { id: 71, name: 'Sari Wijaya' },
  valid_until_date: '2026-12-31',
  state: 'available',
  may: { redeem: null },
};

/** The response of the search. */
export const searchResponse = (
  members: readonly MemberSearchResult[] = [],
  vouchers: readonly VoucherSearchResult[] = [],
) => HttpResponse.json({ data: { members, vouchers } satisfies SearchResponse });

/** The entered text in a request of the search. */
export const searchTextOf = (request: Request): string => new URL(request.url).searchParams.get('q') ?? '';
