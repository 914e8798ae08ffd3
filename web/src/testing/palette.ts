import type { MemberSearchResult, SearchResponse, VoucherSearchResult } from '@innkeeper/contract/calls';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Opening, openConsole } from './open-console.tsx';
import { CAN_RENEW } from './member-eligibility.ts';
import { HttpResponse } from './mock-server.ts';

export const palette = page.getByRole('dialog', { name: /^(Command palette|Palet perintah)$/ });
export const input = palette.getByRole('combobox');
export const options = palette.getByRole('option');
/** The option that Enter chooses. */
export const active = palette.getByRole('option', { selected: true });

/** Opens the palette with its shortcut, on the current page. */
export async function pressPaletteKeys(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(input).toHaveFocus();
}

/** Opens the console at a page, and the palette above it. */
export async function openPaletteAt(path = '/dashboard', opening: Opening = {}): Promise<void> {
  await openConsole(path, opening);
  await pressPaletteKeys();
}

/** Enters a search text, and presses Enter once the active option has the text `found`. */
export async function choose(searchText: string, found: string): Promise<void> {
  await input.fill(searchText);
  await expect.element(active).toMatchTextContent(found);
  await userEvent.keyboard('{Enter}');
}

export const SARI: MemberSearchResult = {
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

export const CAKE: VoucherSearchResult = {
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
export const found = (members: readonly MemberSearchResult[] = [], vouchers: readonly VoucherSearchResult[] = []) =>
  HttpResponse.json({ data: { members, vouchers } satisfies SearchResponse });

/** The entered text in a request of the search. */
export const queryText = (request: Request): string => new URL(request.url).searchParams.get('q') ?? '';
